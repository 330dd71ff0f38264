import { type RawBuilder, sql } from "kysely";
import { countryLineOf } from "#server/database/sql/country-line.ts";
import type { listCases } from "#contract/calls/stocktake/cases.ts";
import { caseList } from "#contract/lists/cases.ts";
import type { FiltersOf, OrdersOf, Query } from "#contract/route.ts";
import type { Case, CaseDetail, CaseNeighbour } from "#contract/schemas/stocktake/cases.ts";
import type { Staffer } from "#contract/schemas/stocktake/stocktakes.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { archiveAuthor, HistoryKind as K, type HistoryMeta, historySentence } from "#rules/stock/history.ts";
import type { ColumnOf } from "#rules/lists/orders.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { showPlace } from "#rules/stock/positions.ts";
import {
  caseActions,
  caseEventText,
  type CaseKind,
  caseProblem,
  CaseState,
  showCase,
  stageOn,
} from "#rules/stocktake/case-state.ts";
import { showStocktake } from "#rules/stocktake/stocktake-state.ts";
import { showUserName } from "#rules/access/users.ts";
import { contentText } from "#rules/texts/blanked.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import { numberTexts } from "#server/database/boxes/box-numbers.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { contains } from "#server/database/sql/like-text.ts";
import type { Scope } from "#server/database/scope.ts";
import { askedBy, isDueCase } from "#server/database/stocktakes/case-reads.ts";
import { personAs } from "#server/database/stocktakes/people.ts";
import type { LossLetterData } from "#server/documents/loss-letter.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface CaseRow {
  readonly count: number;
  readonly id: number;
  readonly kind: CaseKind;
  readonly state: CaseState;
  readonly code: string;
  readonly box_id: number | null;
  readonly box_state: BoxState;
  readonly owner_id: number;
  readonly owner_code: number;
  readonly owner_name: string;
  readonly text: string;
  readonly opened: string;
  readonly opened_by: Staffer;
  readonly closed: string | null;
  readonly assignee: Staffer | null;
  readonly due_1: string;
  readonly due_2: string;
  readonly stocktake_id: number | null;
  readonly seq: number;
  readonly asked_at: string | null;
  readonly asked_kind: number | null;
  readonly asked_meta: HistoryMeta | null;
  readonly asked_text: string | null;
  readonly asked_first: string | null;
  readonly asked_last: string | null;
}

const caseFields = {
  ...fromTable("c", "id", "kind", "state", "code", "text", "opened", "closed", "due_1", "due_2", "stocktake_id", "seq"),
  box_id: "b.id",
  box_state: "b.state",
  owner_id: "o.id",
  owner_code: "o.code",
  owner_name: "o.name",
  opened_by: personAs("c.opened_by"),
  assignee: personAs("c.assignee"),
  asked_at: "a.at",
  asked_kind: "a.kind",
  asked_meta: "a.meta",
  asked_text: "a.text",
  asked_first: "v.first_name",
  asked_last: "v.last_name",
};
const listedCase = selectList<CaseRow>({ ...caseFields, count: sql`(count(*) over ())::int` });
const oneCase = selectList<CaseRow>({ ...caseFields, count: sql`1` });
const itsBox = sql`
  cases c left join boxes b on b.id = c.box_id left join customers o on o.id = b.customer_id
  ${askedBy} left join users v on v.id = a.user_id`;

const nameOf = (first: string | null, last: string | null) =>
  last === null ? archiveAuthor : showUserName({ first_name: first ?? "", last_name: last });

/** A count that nobody has accepted yet is in no history. */
const seenSentence = (kind: number | null, meta: HistoryMeta | null, text: string | null) =>
  kind === null
    ? historySentence(K.verified, meta, null).replace("Bestätigt", "Gezählt")
    : historySentence(kind, meta, text);

function caseOf(row: CaseRow, today: string): Case {
  const { id, box_id, due_1, due_2, stocktake_id, asked_at } = row;
  const owner = { id: row.owner_id, code: row.owner_code, name: row.owner_name };
  return {
    id,
    number: showCase(id),
    kind: row.kind,
    state: row.state,
    code: row.code,
    box: box_id === null ? null : { id: box_id, state: row.box_state, owner },
    text: row.text,
    opened: row.opened,
    opened_by: row.opened_by,
    closed: row.closed,
    assignee: row.assignee,
    due_1,
    due_2,
    stage: stageOn(row, today),
    stocktake: stocktake_id === null ? null : { id: stocktake_id, number: showStocktake(stocktake_id) },
    asks:
      asked_at === null
        ? null
        : {
            at: asked_at,
            who: nameOf(row.asked_first, row.asked_last),
            text: seenSentence(row.asked_kind, row.asked_meta, row.asked_text),
          },
  };
}

const conditions: Conditions<FiltersOf<typeof listCases>> = {
  state: (state) => sql`c.state = ${state}::smallint`,
  kind: (kind) => sql`c.kind = ${kind}::smallint`,
  code: (text) => contains(sql`c.code`, text.replaceAll(/[.\s]/g, "")),
  assignee: (id) => sql`c.assignee = ${id}::bigint`,
  open: (which) =>
    ({
      all: sql`c.state <> ${CaseState.closed}::smallint`,
      due: isDueCase,
      asks: sql`a.at is not null`,
    })[which],
};

const orders = {
  number: (direction: Sql) => sql`c.id ${direction}`,
  due: (direction: Sql) => sql`(c.state = ${sql.lit(CaseState.closed)}), c.due_1 ${direction}, c.id ${direction}`,
} satisfies Record<ColumnOf<OrdersOf<typeof listCases>>, unknown>;

/** Cases, and who may be asked to look after one. */
export async function listOfCases(db: Reader, scope: Scope, query: Query<typeof listCases>, today: string) {
  const { order_by = "due", limit = pageSize, offset = 0 } = query;
  const { column, descending } = orderOf(caseList, scope, order_by);
  const where = allOf(conditionsOf(conditions, query));
  const [found, people] = await Promise.all([
    sql<CaseRow>`
      select ${listedCase} from ${itsBox} where ${where}
      order by ${orders[column](descending ? sql`desc` : sql`asc`)} limit ${limit} offset ${offset}`.execute(db),
    db
      .selectFrom("users")
      .select(["id", "first_name", "last_name"])
      .where("is_staff", "=", true)
      .where("service", "=", false)
      .where("active", "=", true)
      .orderBy(sql`last_name collate german`)
      .orderBy("id")
      .execute(),
  ]);
  const page = toPage(
    found.rows.map((row) => caseOf(row, today)),
    found.rows[0]?.count ?? 0,
    { limit, offset },
  );
  return { ...page, people };
}

interface SeenRow {
  readonly area: string;
  readonly number: number;
  readonly row_id: number | null;
  readonly part: number;
  readonly height: number;
  readonly at: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

const seenRow = selectList<SeenRow>({
  ...fromTable("u", "first_name", "last_name"),
  area: sql`h.meta ->> 'area'`,
  number: sql`(h.meta ->> 'row')::int`,
  row_id: "r.id",
  part: sql`(h.meta ->> 'part')::int`,
  height: sql`(h.meta ->> 'height')::int`,
  at: sql`coalesce(h.happened, h.created)`,
});

/** Where history saw the box of a case last, before the case was opened. */
async function lastSeen(db: Reader, id: number): Promise<CaseDetail["last_seen"]> {
  const { rows } = await sql<SeenRow>`
    select ${seenRow}
    from cases c
    join history h on h.box_id = c.box_id and h.seq <= c.seq and h.kind in (${K.moved}::smallint, ${K.verified}::smallint) and h.meta ? 'row'
    left join users u on u.id = h.user_id
    left join areas x on x.name = h.meta ->> 'area'
    left join rows r on r.area_id = x.id and r.number = (h.meta ->> 'row')::int
    where c.id = ${id}::int order by h.seq desc limit 1`.execute(db);
  const [seen] = rows;
  if (!seen) return null;
  const { area, number, row_id, part, height, at } = seen;
  const place = showPlace({ area, row: number, part, height });
  return { place, row: row_id, part, height, at, who: nameOf(seen.first_name, seen.last_name) };
}

type CaseView = NonNullable<CaseDetail["last_seen"]>;

type NeighbourRow = Omit<CaseNeighbour, "place" | "box"> & {
  area: string;
  number: number;
  box_id: number | null;
  code: string;
};

/** Where a box may stand that is not where it should: on the next places, and on the same one of the next rows. */
async function neighboursOf(db: Reader, { row, part, height }: CaseView): Promise<CaseNeighbour[]> {
  if (row === null) return [];
  const { rows } = await sql<NeighbourRow>`
    with home as (select r.id, r.area_id, r.number, x.name from rows r join areas x on x.id = r.area_id where r.id = ${row}::bigint),
    around as (
      select * from (values ('derselbe Platz', 0, 0, 0), ('links', 0, -1, 0), ('rechts', 0, 1, 0), ('darüber', 0, 0, 1), ('darunter', 0, 0, -1),
        ('nächste Reihe', 1, 0, 0), ('vorige Reihe', -1, 0, 0)) v(place_is, rows, parts, heights))
    select ${selectList<NeighbourRow>({
      where: "v.place_is",
      row: "n.id",
      part: sql`(${part}::int + v.parts)`,
      height: sql`(${height}::int + v.heights)`,
      area: "home.name",
      number: "n.number",
      box_id: "b.id",
      code: "b.code",
    })}
    from around v cross join home join lateral (
      select r.id, r.number from rows r where r.area_id = home.area_id and case v.rows when 0 then r.id = home.id when 1 then r.number > home.number else r.number < home.number end
      order by r.number * v.rows limit 1) n on true
    left join boxes b on (b.row_id, b.part, b.height) = (n.id, ${part}::int + v.parts, ${height}::int + v.heights)
    where ${part}::int + v.parts >= 1 and ${height}::int + v.heights >= 1`.execute(db);
  return rows.map(({ area, number, box_id, code, ...spot }) => ({
    ...spot,
    place: showPlace({ area, row: number, part: spot.part, height: spot.height }),
    box: box_id === null ? null : { id: box_id, code },
  }));
}

interface Entry {
  readonly kind: number;
  readonly at: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly text: string | null;
  readonly meta: HistoryMeta | null;
  /** When it was blanked; only of the history. */
  readonly blanked?: string | null;
}

const itsAuthor = fromTable("u", "first_name", "last_name");
const caseEntry = selectList<Omit<Entry, "blanked">>({
  ...fromTable("e", "kind", "text", "meta"),
  ...itsAuthor,
  at: "e.created",
});
const historyEntry = selectList<Entry>({
  ...fromTable("h", "kind", "text", "meta", "blanked"),
  ...itsAuthor,
  at: sql`coalesce(h.happened, h.created)`,
});

const entries = (db: Reader, of: RawBuilder<unknown>) => sql<Entry>`${of}`.execute(db).then(({ rows }) => rows);

/** A case with its log; a 404 where there is none. */
export async function caseById(db: Reader, _scope: Scope, id: number, today: string): Promise<CaseDetail> {
  const { rows } = await sql<CaseRow>`select ${oneCase} from ${itsBox} where c.id = ${id}::int`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const [last_seen, events, history, contents] = await Promise.all([
    lastSeen(db, id),
    entries(
      db,
      sql`select ${caseEntry} from case_events e join users u on u.id = e.user_id
        where e.case_id = ${id}::int order by e.id`,
    ),
    entries(
      db,
      sql`select ${historyEntry} from history h left join users u on u.id = h.user_id
        where h.box_id = ${row.box_id}::bigint order by h.seq desc limit 50`,
    ),
    db
      .selectFrom("contents")
      .select("text")
      .where("box_id", "=", row.box_id ?? 0)
      .orderBy("id")
      .execute(),
  ]);
  const entryText = ({ kind, meta, text }: Entry) => {
    const what = [caseEventText[kind as keyof typeof caseEventText], meta?.to].filter(Boolean).join(": ");
    return text === null ? what : `${what} – ${text}`;
  };
  const problems = caseActions.map((action) => [action, caseProblem(action, row)]);
  return {
    ...caseOf(row, today),
    last_seen,
    neighbours: last_seen ? await neighboursOf(db, last_seen) : [],
    contents: contents.map(({ text }) => contentText(text)),
    events: events.map((event) => ({
      kind: event.kind,
      at: event.at,
      who: nameOf(event.first_name, event.last_name),
      text: entryText(event),
    })),
    history: history.map(({ at, first_name, last_name, kind, meta, text, blanked }) => ({
      at,
      who: nameOf(first_name, last_name),
      text: historySentence(kind, meta, text, blanked),
    })),
    actions: Object.fromEntries(problems) as CaseDetail["actions"],
  };
}

interface LossRow {
  state: CaseState;
  code: string;
  opened: string;
  owner: number | null;
  name: string;
  address: string[];
  numbers: string[];
  contents: string[];
}

const lossRow = selectList<LossRow>({
  ...fromTable("c", "state", "code", "opened"),
  owner: "o.code",
  name: "o.name",
  numbers: numberTexts(sql`b.id`),
  address: sql`array_remove(array[o.address_name, o.address_street, trim(o.address_postcode || ' '
    || o.address_city), ${countryLineOf("o.address_country")}], '')`,
  contents: sql`coalesce((select array_agg(text order by id) from contents
    where box_id = b.id and state <> ${ContentState.outside}::smallint), '{}')`,
});

/** Returns the data of the letter about a missing box. @throws 404 where there is no such case, a 400 where no box is known */
export async function lossLetterData(db: Reader, _scope: Scope, id: number): Promise<LossLetterData> {
  const { rows } = await sql<LossRow>`
      select ${lossRow}
      from cases c
      left join boxes b on b.id = c.box_id
      left join customers o on o.id = b.customer_id
      where c.id = ${id}::int`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  if (row.owner === null) throw refuse(refused.caseWithoutBox);
  const { state, code, opened, name, address, numbers, contents } = row;
  const customer = { code: row.owner, name, address };
  const lastSeenAt = (await lastSeen(db, id))?.at ?? null; // one after the other: a letter takes one connection
  const isReported = state === CaseState.lost;
  return {
    customer,
    id,
    isReported,
    code,
    foreignNumber: numbers.join(", ") || null,
    since: opened,
    lastSeen: lastSeenAt,
    contents,
  };
}
