import type { ContentState } from "#rules/content-state.ts";
import { BoxState } from "#rules/box-state.ts";
import { Builder } from "#server/database/box-filter.ts";
import type { Reader } from "#server/database/database.ts";
import { contentsOf } from "#server/database/scope.ts";
import type { PlaceColumns } from "#server/database/positions.ts";
import {
  joinConditions,
  boxColumns,
  boxPlace,
  type SearchResult,
  hasFolded,
  hasWords,
  mostCounted,
  narrowedBoxes,
  ownerColumns,
  readFound,
  type SearchFor,
} from "./search-for.ts";
import { frequencyOf } from "./word-choices.ts";

export interface OwnerColumns {
  readonly owner_id: number;
  readonly owner_code: number;
  readonly owner_name: string;
}
export interface BoxColumns extends PlaceColumns {
  readonly box_id: number;
  readonly box_code: string;
  readonly box_state: BoxState;
}
export interface ContentRecord extends BoxColumns, OwnerColumns {
  readonly id: number;
  readonly text: string;
  readonly state: ContentState;
}

/** A word that so many contents have is not ranked: the newest are shown, if the newest have it. */
const frequent = 20_000;
const newest = 5000;

const joins = `join boxes b on b.id = f.box_id join customers o on o.id = b.customer_id ${boxPlace}`;
const columns = `f.id, f.text, f.state, ${boxColumns}, ${ownerColumns}`;

/** Contents with every word: those first whose box is there, that have the words whole, that say little else, that are new. */
export async function findContents(db: Reader, given: SearchFor): Promise<SearchResult<ContentRecord>> {
  if (given.words.length === 0) return { rows: [], count: 0 };
  if (await isFrequent(db, given)) {
    const rows = await findNewest(db, given);
    if (rows.length >= given.limit) return { rows, count: mostCounted + 1 };
  }
  const b = new Builder();
  const whole = given.words.map((word) => `(f.folded ~ ('\\m' || ${b.bind(word, "text")} || '\\M'))::int`);
  const idsSql = given.customers === null ? amongAll(given, b) : amongTheirs(given, given.customers, b);
  const detailsSql = `
    select ${columns} from found f ${joins}
    order by b.state = ${BoxState.destroyed}, ${whole.join(" + ")} desc, length(f.text), f.id desc limit ${b.bind(given.limit, "int")}`;
  return readFound(db, { found: idsSql, shown: detailsSql }, b);
}

function amongAll(given: SearchFor, b: Builder): string {
  const boxConditions = narrowedBoxes(given, b);
  return `
    select c.id, c.box_id, c.text, c.state, search_text(c.text) as folded
    from contents c ${boxConditions.length > 0 ? "join boxes b on b.id = c.box_id" : ""}
    where ${joinConditions([...hasWords("c.text", given, b), ...boxConditions])} limit ${mostCounted + 1}`;
}

/** Customer by customer, by the index of their own texts. */
function amongTheirs(given: SearchFor, customers: readonly number[], b: Builder): string {
  const boxConditions = narrowedBoxes(given, b);
  const trigrams = given.trigrams.length > 0 ? b.bind(given.trigrams, "text[]") : null;
  const contents = contentsOf("id, box_id, text, state, search_text(text) as folded", "mine.customer", trigrams);
  const boxes = `cross join lateral (select from boxes b where b.id = c.box_id and ${joinConditions(boxConditions)} offset 0) b`;
  return `
    select c.id, c.box_id, c.text, c.state, c.folded
    from unnest(${b.bind(customers, "bigint[]")}) mine(customer) cross join lateral ${contents} c ${boxConditions.length > 0 ? boxes : ""}
    where ${joinConditions(hasFolded("c.folded", given, b))} limit ${mostCounted + 1}`;
}

async function isFrequent(db: Reader, given: SearchFor): Promise<boolean> {
  const { customers, words, shortWords, boxStates, year } = given;
  const [word = "", ...more] = words;
  const isPlain = more.length + shortWords.length === 0 && boxStates === undefined && year === undefined;
  return customers === null && isPlain && (await frequencyOf(db, word)) >= frequent;
}

async function findNewest(db: Reader, given: SearchFor): Promise<ContentRecord[]> {
  const b = new Builder();
  const idsSql = `
    select * from (select id, box_id, text, state from contents order by id desc limit ${newest}) c
    where ${joinConditions(hasWords("c.text", given, b))} order by id desc limit ${b.bind(given.limit, "int")}`;
  const detailsSql = `select ${columns} from found f ${joins} order by f.id desc`;
  return (await readFound<ContentRecord>(db, { found: idsSql, shown: detailsSql }, b)).rows;
}
