import { sql } from "kysely";
import { mostFound } from "#rules/lists/paging.ts";
import type { ContentState } from "#rules/stock/content-state.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { contentsOf } from "#server/database/scope.ts";
import type { PlaceColumns } from "#server/database/positions.ts";
import { hasEvery, hasPieces, hasUnproven, hasWholeWord, type Patterns, type Words } from "./has-words.ts";
import {
  joinConditions,
  boxFields,
  boxPlace,
  cutAt,
  isWithinOne,
  type SearchResult,
  mostCounted,
  narrowedBoxes,
  ownerFields,
  readFound,
  type SearchFor,
  waysOf,
} from "./search-for.ts";
import { textsFoundBy } from "./searched-texts.ts";
import { frequencyOf } from "./word-choices.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

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

const textOfContent = textsFoundBy("words", "contents", "c");

/** Number of the newest contents. Frequent words are not ranked: the newest contents are shown, if the newest of all have the words. */
const newest = 5000;

const joins = sql`join boxes b on b.id = f.box_id join customers o on o.id = b.customer_id ${boxPlace}`;
const contentRecord = selectList<ContentRecord>({
  ...fromTable("f", "id", "text", "state"),
  ...boxFields,
  ...ownerFields,
});

/** Returns SQL for the number of words that a content `f` has whole. */
export const wholeWords = ({ words }: SearchFor): Sql =>
  words.length === 0
    ? sql`0::int`
    : sql.join(
        words.map((word) => sql`(${hasWholeWord(sql`f.text`, word)})::int`),
        sql` + `,
      );

/**
 * Contents with every word: those first whose box is there, that have the words whole, that say little else, that are new. `ask` says whether all the words
 * are frequent (`areAllFrequent`).
 */
export async function findContents(
  db: Reader,
  given: SearchFor,
  ask = () => areAllFrequent(db, given),
): Promise<SearchResult<ContentRecord>> {
  const isFrequent = await ask();
  const idsSql = isFrequent ? amongTheirs(given, sql`(select id from customers)`) : contentsFoundBy(given);
  if (idsSql === null) return { rows: [], count: 0 };
  if (isFrequent && given.words.length === 1 && narrowedBoxes(given).length === 0) {
    const rows = await findNewest(db, given);
    if (rows.length >= given.limit) return { rows, count: mostCounted + 1 };
  }
  const detailsSql = sql<ContentRecord>`
    select ${contentRecord} from found f ${joins}
    order by b.state = ${sql.lit(BoxState.destroyed)}, ${wholeWords(given)} desc, length(f.text), f.id desc limit ${given.limit}::int`;
  return readFound(db, { found: idsSql, shown: detailsSql });
}

/** Contents that have all the words, or those that the names of their customers leave: `id`, `box_id`, `customer_id`, `text`, `state`. */
export function contentsFoundBy(given: SearchFor): Sql | null {
  const ways = waysOf(given).filter(
    (way) => way.words.length > 0 || (isWithinOne(way) && way.digits === null && way.shortWords.length > 0),
  );
  if (ways.length === 0) return null;
  const among = ways.map((way) =>
    way.customers === null ? amongAll(way) : amongTheirs(way, sql`unnest(${way.customers}::bigint[])`),
  );
  if (among.length === 1) return sql`${among[0]}`;
  return sql.join(
    among.map((way) => sql`(${way})`),
    sql` union `,
  );
}

function amongAll(given: SearchFor): Sql {
  const boxConditions = narrowedBoxes(given);
  return sql`
    select c.id, c.box_id, c.customer_id, c.text, c.state from (
      select c.* from contents c where ${joinConditions(hasPieces(textOfContent, given))} offset 0) c
    ${boxConditions.length > 0 ? sql`join boxes b on b.id = c.box_id` : sql``}
    where ${joinConditions([...hasUnproven(sql`c.text`, given), ...boxConditions])} ${cutAt(given)}`;
}

/** Customer by customer, whose ids are rows of SQL, by the index of their own texts: of frequent words no more is read than is counted. */
function amongTheirs(given: SearchFor, customers: Sql): Sql {
  const boxConditions = narrowedBoxes(given);
  const contents = contentsOf(sql`id, box_id, customer_id, text, state`, sql`mine.customer`, given.trigrams);
  const boxes = sql`cross join lateral (select from boxes b where b.id = c.box_id and ${joinConditions(boxConditions)} offset 0) b`;
  return sql`
    select c.id, c.box_id, c.customer_id, c.text, c.state
    from ${customers} mine(customer) cross join lateral ${contents} c ${boxConditions.length > 0 ? boxes : sql``}
    where ${joinConditions(hasEvery(sql`c.text`, given))} ${cutAt(given)}`;
}

/** The boxes of one customer, whose id is in SQL, with a content that has all the words. */
export const boxesOfContents = (customer: Sql, words: Patterns): Sql => sql`
  select c.box_id from ${contentsOf(sql`box_id, text`, customer, words.trigrams)} c
  where ${joinConditions(hasEvery(sql`c.text`, words))}`;

/** Says whether everybody's contents have each of some words so often that no list counts them to the end (decision 139). */
export async function areFrequent(db: Reader, { words, shortWords }: Words): Promise<boolean> {
  if (words.length === 0 || shortWords.length > 0) return false;
  const counts = await Promise.all(words.map((word) => frequencyOf(db, word)));
  return counts.every((count) => count > mostFound);
}

/** Says whether everybody's things are searched, up to what is counted, for words that are all frequent. */
export async function areAllFrequent(db: Reader, given: SearchFor): Promise<boolean> {
  const { customers, named, most } = given;
  return customers === null && named.length === 0 && most !== null && (await areFrequent(db, given));
}

async function findNewest(db: Reader, given: SearchFor): Promise<ContentRecord[]> {
  const idsSql = sql`
    select * from (select id, box_id, text, state from contents order by id desc limit ${sql.lit(newest)}) c
    where ${joinConditions(hasEvery(sql`c.text`, given))} order by id desc limit ${given.limit}::int`;
  const detailsSql = sql<ContentRecord>`select ${contentRecord} from found f ${joins} order by f.id desc`;
  return (await readFound(db, { found: idsSql, shown: detailsSql })).rows;
}
