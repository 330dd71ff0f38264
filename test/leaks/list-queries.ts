import { sql } from "kysely";
import type { FullRoute } from "#contract/route.ts";
import type { Database, Sql } from "#server/database/database.ts";
import { type Field, fieldsOf, jsonSchemaOf } from "#test/contract/hostile.ts";

/** Amount of questions that are asked. */
export interface Extent {
  /** So many ids are asked for that do not exist yet. */
  readonly spare: number;
  /** So many foreign ids are asked for of each call, evenly from all over, and so many own ones. */
  readonly foreign: number;
  readonly own: number;
  /** So many numbers and texts for a filter, at most. */
  readonly values: number;
  /** So many questions for each list, evenly from all filters, orders and mixtures. */
  readonly queries: number;
  /** So many questions with several filters at once, for each list. */
  readonly mixtures: number;
  /** Every order is asked with each of these limits and offsets. */
  readonly limits: readonly number[];
  readonly offsets: readonly number[];
  /** So many things, own and other, of which each field is selected alone; with none of them a list's fields are not selected either. */
  readonly selected: number;
}

/** Word in the names and texts of everything that the changes add. */
export const newcomer = "Neuankömmling";

/** Chance that is the same in every run. */
function dice(seed: number) {
  let state = seed;
  return <T>(values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((state / 2_147_483_648) * values.length)] as T;
  };
}

/** `count` of the values, evenly from all over. */
export function spread<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, index) => values[Math.floor((index * values.length) / count)] as T);
}

export interface Words {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

export async function wordsOf(db: Database, userId: number, { spare, values }: Extent): Promise<Words> {
  const column = async (query: Sql) => {
    const { rows } = await sql<{ word: string }>`${query}`.execute(db.read);
    return rows.map(({ word }) => word);
  };
  const highest = Number((await column(sql`select max(id) as word from customers`))[0] ?? 0);
  const codes = (await column(sql`select code as word from customers order by 1`)).map(Number);
  const boxCodes = await column(sql`select code as word from boxes order by 1`);
  const customers = sql`(select customer_id from customer_users where user_id = ${userId})`;
  const ownCodes = await column(sql`select code as word from boxes where customer_id in ${customers} order by 1`);
  const contents = await column(sql`select distinct text as word from contents order by 1`);
  const names = await column(sql`select name as word from customers union select name from areas order by 1`);
  const people = await column(sql`select last_name as word from users union select email from users order by 1`);
  const ids = Array.from({ length: highest + spare }, (_, index) => index + 1);
  return {
    numbers: [...new Set([0, 1, 2, 9999, 999_999, 2_147_483_647, ...spread([...codes, ...ids], values)])],
    texts: [
      newcomer,
      "",
      "%",
      "0",
      "a",
      "MAGAZIN:ROW:1",
      "MAGAZIN:ROW:999",
      ...spread(boxCodes, values),
      ...spread(ownCodes, 3 * values),
      ...spread(boxCodes, Math.min(5, values)).map(
        (code) => `${code.slice(0, 4)}.${code.slice(4, 7)}.${code.slice(7)}`,
      ),
      ...spread(boxCodes, Math.min(5, values)).map((code) => code.slice(0, 5)),
      ...[contents, names, people].flatMap((some) => spread(some, Math.ceil(values / 3))),
    ],
  };
}

function valuesOf({ enum: entries, type, anyOf }: Field["schema"], { numbers, texts }: Words): readonly unknown[] {
  if (entries) return entries;
  if (anyOf?.[0]) return valuesOf(anyOf[0], { numbers, texts });
  if (type === "boolean") return [true, false];
  return type === "string" ? texts : numbers;
}

/** Every field of a reply as a selection of it alone, `{owner{code}}`. */
export function selectionsOf({ reply }: FullRoute): string[] {
  if (reply === null || typeof reply === "string") return [];
  const paths = fieldsOf(jsonSchemaOf(reply)).map(({ path }) => path.filter((step) => typeof step === "string"));
  const isList = paths.some(([first]) => first === "count_pages");
  const fields = isList ? paths.flatMap(([first, ...rest]) => (first === "results" ? [rest] : [])) : paths;
  const written = fields
    .filter((path) => path.length > 0)
    .map((path) => `{${path.join("{")}${"}".repeat(path.length)}`);
  return [...new Set(written)];
}

export type Query = Record<string, unknown>;

/** Fields are selected of a reply that is already whole. */
const fewFields = 3;

/** Each value of each filter alone, every order with pages, every selection, and mixtures of all of it. */
export function queriesOf(
  route: FullRoute,
  words: Words,
  { mixtures, limits, offsets, selected: each }: Extent,
): Query[] {
  if (!route.query) return [{}];
  const fields = fieldsOf(jsonSchemaOf(route.query)).filter(({ path }) => path.length === 1);
  const named = new Map(fields.map(({ path, schema }) => [String(path[0]), schema]));
  const paged = named.has("limit") && named.has("offset");
  const filters = [...named].filter(([name]) => !["limit", "offset", "order_by", "query"].includes(name));
  const given = filters.map(([name, schema]) => [name, valuesOf(schema, words)] as const);
  const alone = given.flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  const orders = [undefined, ...(named.get("order_by")?.enum ?? [])];
  const pages = paged ? limits.flatMap((limit) => offsets.map((offset) => ({ limit, offset }))) : [{}];
  const ordered = orders.flatMap((order_by) => pages.map((page) => ({ order_by, ...page })));
  const selections = named.has("query") ? selectionsOf(route).map((query) => ({ query })) : [];
  const selected = each > 0 ? selections : spread(selections, fewFields);
  const pick = dice(20_240_203);
  const mixed = Array.from({ length: given.length > 0 ? mixtures : 0 }, () => {
    const some = given.filter(() => pick([true, false])).map(([name, values]) => [name, pick(values)]);
    return {
      ...Object.fromEntries(some),
      order_by: pick(orders),
      ...(paged && { limit: pick([2, 7, 30]), offset: pick([0, 0, 2, 30]) }),
    };
  });
  return [{}, ...alone, ...ordered, ...selected, ...mixed];
}
