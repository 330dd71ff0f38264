import { sql } from "kysely";
import type { findBoxes as call } from "#contract/calls/stock/box-mentions.ts";
import type { Body } from "#contract/route.ts";
import type { FindPurpose, FoundMention } from "#contract/schemas/stock/box-mentions.ts";
import { type BoxForDelivery, orderProblem, pickupProblem, returnProblem } from "#rules/deliveries/box-problem.ts";
import { maxMentions, type Mention, mentionsIn, readMentions, shortCode } from "#rules/search/box-mentions.ts";
import { showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { boxOfOther, shortCodeMeant, tooManyMentions } from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById, ownRows, type Scope } from "#server/database/scope.ts";
import { badInput } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface BoxRow extends Omit<BoxForDelivery, "reserved"> {
  readonly id: number;
  readonly number: number;
  readonly customer_id: number;
  readonly customer_code: number;
  readonly customer_name: string;
}
type NumberedRow = BoxRow & { readonly key: string };

/** Finds the boxes that a list names, in its order. @throws 400 where it names too many */
export async function findMentioned(db: Reader, scope: Scope, { customer, purpose, text }: Body<typeof call>) {
  const list = readMentions(text);
  if (list.count > maxMentions) throw badInput({ text: [tooManyMentions(list.count, maxMentions)] });
  const whose = customersFor(scope, customer);
  const cells = list.lines.flatMap((line) => line.cells.flatMap(({ whole, parts }) => [whole, ...parts]));
  const [own, called] = await Promise.all([boxesOf(db, scope, whose, cells), boxesCalled(db, scope, whose, cells)]);
  const byCode = new Map(own.map((box) => [box.code, box]));
  const byNumber = Map.groupBy(own, ({ number }) => number);
  const byKey = Map.groupBy(called, ({ key }) => key);
  const isWanted = ({ customer_id: id }: BoxRow) => whose === null || whose.includes(id);
  const boxesFor = ({ code, number, keys }: Mention): readonly BoxRow[] => {
    const coded = code === null ? undefined : byCode.get(code);
    if (coded) return [coded];
    const numbered = number === null || whose === null ? [] : (byNumber.get(number) ?? []).filter(isWanted);
    const boxes = [...numbered, ...keys.flatMap((key) => byKey.get(key) ?? [])];
    return [...new Map(boxes.map((box) => [box.id, box])).values()];
  };
  const problem = (box: BoxRow) => (isWanted(box) ? problemFor[purpose](box) : foreign(box));
  const seen = new Set<number>();
  const results = list.lines
    .flatMap((line) => mentionsIn(line, (key) => byKey.has(key)))
    .map((mention) => answerFor(mention, boxesFor(mention), seen, problem));
  return { results };
}

const shownCodes = 5;

function answerFor(
  { text, line, isHead }: Mention,
  boxes: readonly BoxRow[],
  seen: Set<number>,
  problem: (box: BoxRow) => Reason | null,
): FoundMention {
  const none = { text, line, box: null, codes: [], reason: null };
  const [box, other] = boxes;
  if (isHead) return { ...none, kind: "head" };
  if (!box) {
    const meant = shortCode(text);
    return { ...none, kind: "unknown", reason: meant && shortCodeMeant(showBoxCode(meant)).message };
  }
  if (other) {
    const codes = boxes.map(({ code }) => code).sort();
    return { ...none, kind: "ambiguous", codes: codes.slice(0, shownCodes) };
  }
  const { id, code, state } = box;
  const one = { ...none, box: { id, code, state } };
  if (seen.has(id)) return { ...one, kind: "twice" };
  seen.add(id);
  const reason = problem(box)?.message ?? null;
  return { ...one, kind: reason === null ? "found" : "refused", reason };
}

const problemFor: Readonly<Record<FindPurpose, (box: BoxRow) => Reason | null>> = {
  order: orderProblem,
  return: returnProblem,
  pickup: pickupProblem,
  label: ({ code, state }) =>
    state === BoxState.destroyed ? refused.boxIs(showBoxCode(code), boxStateText[state]) : null,
  any: () => null,
};

const foreign = ({ code, customer_code, customer_name }: BoxRow) =>
  boxOfOther(showBoxCode(code), showCustomer({ code: customer_code, name: customer_name }));

/**
 * Returns the customers whose numbers are meant: the named one, else all that a customer's user sees. Null means everybody, where staff name none.
 */
function customersFor({ isStaff, customerIds }: Scope, customer: number | undefined): readonly number[] | null {
  if (customer === undefined) return isStaff ? null : customerIds;
  return isStaff || customerIds.includes(customer) ? [customer] : [];
}

/** The customers that the caller sees, one after the other: `c`. */
const seenRows = (scope: Scope): Sql =>
  scope.isStaff ? sql`customers c` : ownRows("customers", sql`id, code, name`, scope.customerIds, sql`c`);

const boxFields = {
  ...fromTable("b", "id", "code", "number", "state"),
  customer_id: "c.id",
  customer_code: "c.code",
  customer_name: "c.name",
  delivery: sql`(select d.code from delivery_boxes l join deliveries d on d.id = l.delivery_id
    where l.open and l.box_id = b.id)`,
  ordered_contents: sql`(select count(*) from contents i
    where i.box_id = b.id and i.state = ${sql.lit(ContentState.ordered)})`,
};
const boxRow = selectList<BoxRow>(boxFields);
const numberedRow = selectList<NumberedRow>({ ...boxFields, key: "n.key" });

/** The boxes with these codes, and those of the named customers with these numbers: customer by customer. */
async function boxesOf(
  db: Reader,
  scope: Scope,
  whose: readonly number[] | null,
  mentions: readonly Mention[],
): Promise<readonly BoxRow[]> {
  const codes = [...new Set(mentions.flatMap(({ code }) => code ?? []))];
  const owners = codes.map((code) => Number(code.slice(0, 4)));
  const numbers = codes.map((code) => Number(code.slice(4)));
  const plain = whose === null ? [] : [...new Set(mentions.flatMap(({ number }) => number ?? []))];
  if (codes.length + plain.length === 0) return [];
  const wanted = sql`array(
    select w.number from unnest(${owners}::int[], ${numbers}::int[]) w(owner, number) where w.owner = c.code
    union select p.number from unnest(${plain}::int[]) p(number) where c.id = any(${whose ?? []}::bigint[]))`;
  const boxes = sql<BoxRow>`
    select ${boxRow} from ${seenRows(scope)} cross join lateral (
      select id, code, number, state from boxes where customer_id = c.id and number = any(${wanted}) offset 0) b
    where c.code = any(${owners}::int[]) or c.id = any(${whose ?? []}::bigint[])`;
  return db.list(scope.isStaff ? "boxes-to-find" : "own-boxes-to-find", boxes);
}

/** The boxes that other people call so: customer by customer along an index of its own. */
async function boxesCalled(
  db: Reader,
  scope: Scope,
  whose: readonly number[] | null,
  mentions: readonly Mention[],
): Promise<readonly NumberedRow[]> {
  const keys = [...new Set(mentions.flatMap((each) => each.keys))];
  if (keys.length === 0) return [];
  const boxes = sql<NumberedRow>`
    select ${numberedRow} from ${seenRows(scope)} cross join lateral (
      select box_id, key from box_numbers where customer_id = c.id and key = any(${keys}::text[]) offset 0) n
    cross join lateral ${joinById("boxes", sql`id, code, number, state`, sql`n.box_id`)} b
    where ${whose}::bigint[] is null or c.id = any(${whose}::bigint[])`;
  return db.list(scope.isStaff ? "boxes-called" : "own-boxes-called", boxes);
}
