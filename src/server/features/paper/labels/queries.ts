import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { printLabels, printPlaceLabels } from "#contract/calls/paper/services.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { maxLabels } from "#rules/paper/label-amounts.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reader } from "#server/database/database.ts";
import { joinById, type Scope, seenBy } from "#server/database/scope.ts";
import type { BoxLabel, PlaceLabel, RowLabel } from "#server/documents/labels/label-elements.ts";
import { badInput, notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

type Codes = Body<typeof printLabels>["codes"];

/** Returns the number of labels for each box, in the order in which the codes are first named; the same code twice adds up. */
function amountsOf(codes: Codes): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { code: text, amount } of codes) {
    const code = parseBoxCode(text);
    if (code === null) throw badInput({ codes: [refused.noBoxCode(text)] });
    amounts.set(code, (amounts.get(code) ?? 0) + amount);
  }
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
  if (total > maxLabels) throw badInput({ codes: [refused.tooManyLabels(maxLabels)] });
  return amounts;
}

interface LabelRow {
  readonly code: string;
  readonly customer_code: number | null;
  readonly customer_name: string | null;
}

const labelRow = selectList<LabelRow>({ code: "wanted.code", customer_code: "c.code", customer_name: "c.name" });

const labelledBoxes = (scope: Scope, codes: readonly string[]) => sql<LabelRow>`
  select ${labelRow}
  from unnest(${codes}::text[]) with ordinality as wanted(code, place)
  left join boxes b on b.code = wanted.code and ${seenBy(scope, sql`b.customer_id`)}
  left join customers c on c.id = b.customer_id
  order by wanted.place`;

/** The labels of boxes; a 400 for what is no code, for a box that there is not, and for more labels than are printed at once. */
export async function labelsOf(db: Reader, scope: Scope, codes: Codes): Promise<BoxLabel[]> {
  const amounts = amountsOf(codes);
  const rows = await db.list("labelled-boxes", labelledBoxes(scope, [...amounts.keys()]));
  return rows.map(({ code, customer_code, customer_name }) => {
    if (customer_code === null) throw badInput({ codes: [refused.noSuchBox(showBoxCode(code))] });
    return { code, customer: { code: customer_code, name: customer_name ?? "" }, amount: amounts.get(code) ?? 0 };
  });
}

/** One label for each new box of a delivery that has not come yet; a 404 where the caller sees no such delivery, or none of it is new. */
export async function newBoxesOf(db: Reader, scope: Scope, delivery: number): Promise<Codes> {
  const rows = await db.list(
    "labels-of-pickup",
    sql<{ code: string }>`
      select b.code from deliveries d cross join lateral (select box_id from delivery_boxes where delivery_id = d.id offset 0) l
      cross join lateral ${joinById("boxes", sql`code, state`, sql`l.box_id`)} b
      where d.id = ${delivery}::bigint and b.state = ${BoxState.created}::smallint and ${seenBy(scope, sql`d.customer_id`)}
      order by b.code`,
  );
  if (rows.length === 0) throw notFound();
  return rows.map(({ code }) => ({ code, amount: 1 }));
}

const rowLabel = selectList<RowLabel>({ ...fromTable("r", "id", "number"), area: "a.name" });

const labelledRows = (ids: readonly number[]) => sql<RowLabel>`
  select ${rowLabel} from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
  join rows r on r.id = wanted.id join areas a on a.id = r.area_id
  order by wanted.place`;

/** The labels of rows, in this order; a 400 where there is no such row. */
export async function rowLabelsOf(db: Reader, _scope: Scope, ids: readonly number[]): Promise<RowLabel[]> {
  const rows = await db.list("labelled-rows", labelledRows(ids));
  if (rows.length < ids.length) throw badInput({ rows: [refused.unknownRow] });
  return rows;
}

type Places = Pick<Body<typeof printPlaceLabels>, "row" | "parts" | "heights">;

/** The labels of these places of a row, part after part; a 400 where there is no such row, and for more than are printed at once. */
export async function placeLabelsOf(db: Reader, scope: Scope, { row, parts, heights }: Places): Promise<PlaceLabel[]> {
  const inPart = heights.to - heights.from + 1;
  const total = (parts.to - parts.from + 1) * inPart;
  if (total > maxLabels) throw badInput({ parts: [refused.tooManyLabels(maxLabels)] });
  const labels = await rowLabelsOf(db, scope, [row]);
  return labels.flatMap((label) =>
    Array.from({ length: total }, (_, index): PlaceLabel => {
      const part = parts.from + Math.floor(index / inPart);
      return { ...label, part, height: heights.from + (index % inPart) };
    }),
  );
}
