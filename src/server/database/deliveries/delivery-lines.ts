import { sql } from "kysely";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { ContentState } from "#rules/stock/content-state.ts";
import type { Reader } from "#server/database/database.ts";
import { type PlaceColumns, shownPosition } from "#server/database/positions.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface LineRow {
  open: boolean;
  picked_at: string | null;
  missing_at: string | null;
  received_at: string | null;
  reason: string | null;
}
interface PlaceRow extends PlaceColumns {
  box_id: number;
  box_code: string;
  box_state: BoxState;
}

const lineFields = {
  ...fromTable("b", "part", "height", "placed", "row_id"),
  open: "l.open",
  picked_at: "l.picked",
  missing_at: "l.missing",
  received_at: "l.received",
  reason: "l.text",
  box_id: "b.id",
  box_code: "b.code",
  box_state: "b.state",
  row_number: "r.number",
  row_reverse: "r.reverse",
  area_id: "a.id",
  area_name: "a.name",
};
const itsPlace = sql`
  join boxes b on b.id = l.box_id left join rows r on r.id = b.row_id left join areas a on a.id = r.area_id`;

const fateOf = ({ open, picked_at, missing_at, received_at, reason }: LineRow) => ({
  open,
  picked: picked_at !== null,
  missing: missing_at !== null,
  received: received_at !== null,
  picked_at,
  missing_at,
  received_at,
  reason,
});

/** Scanned copies, by their line: `box 7`, or `line 9` of a content. */
type Copies = ReadonlyMap<string, CopyRow[]>;
const none: Copies = new Map();

interface CopyRow {
  id: number;
  pages: number;
  bytes: number;
  created: string;
  kept_until: string;
  deleted: string | null;
  box_id: number;
  line_id: number | null;
}

const copyRow = selectList<CopyRow>(
  fromTable("digital_copies", "id", "pages", "bytes", "created", "kept_until", "deleted", "box_id", "line_id"),
);

async function copiesOf(db: Reader, id: number): Promise<Copies> {
  const { rows } = await sql<CopyRow>`
    select ${copyRow} from digital_copies
    where delivery_id = ${id}::bigint order by created, id`.execute(db);
  return Map.groupBy(rows, ({ box_id, line_id }) => (line_id === null ? `box ${box_id}` : `line ${line_id}`));
}

type BoxRow = LineRow & PlaceRow & { content_count: number; version: number };

const boxRow = selectList<BoxRow>({
  ...lineFields,
  version: "b.history_count",
  content_count: sql`(select count(*) from contents where box_id = b.id)::int`,
});

async function boxesOf(db: Reader, id: number, copies: Copies) {
  const { rows } = await sql<BoxRow>`
    select ${boxRow}
    from delivery_boxes l ${itsPlace} where l.delivery_id = ${id}::bigint order by b.code`.execute(db);
  return rows.map((row) => ({
    id: row.box_id,
    code: row.box_code,
    state: row.box_state,
    version: row.version,
    content_count: row.content_count,
    position: shownPosition(row.box_id, row),
    ...fateOf(row),
    copies: copies.get(`box ${row.box_id}`) ?? [],
  }));
}

type ContentRow = LineRow &
  PlaceRow & { line_id: number; content_id: number | null; content: string; state: ContentState | null };

const contentRow = selectList<ContentRow>({
  ...lineFields,
  ...fromTable("l", "content_id", "content"),
  line_id: "l.id",
  state: "k.state",
});

async function contentsOf(db: Reader, id: number, copies: Copies) {
  const { rows } = await sql<ContentRow>`
    select ${contentRow}
    from delivery_contents l ${itsPlace} left join contents k on k.id = l.content_id
    where l.delivery_id = ${id}::bigint order by b.code, l.id`.execute(db);
  return rows.map((row) => ({
    id: row.content_id,
    text: row.content,
    state: row.state,
    box: { id: row.box_id, code: row.box_code, state: row.box_state, position: shownPosition(row.box_id, row) },
    ...fateOf(row),
    copies: copies.get(`line ${row.line_id}`) ?? [],
  }));
}

/** Returns the lines of a delivery by box, with what was scanned of each. */
export async function readDeliveryLines(
  db: Reader,
  { id, kind }: { readonly id: number; readonly kind: DeliveryKind },
) {
  const copies = kind === DeliveryKind.copy ? await copiesOf(db, id) : none;
  const [boxes, boxcontents] = await Promise.all([boxesOf(db, id, copies), contentsOf(db, id, copies)]);
  return { boxes, boxcontents };
}
