import { sql } from "kysely";
import type { ContentState } from "#rules/stock/content-state.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { contentsOf } from "#server/database/scope.ts";
import type { PlaceColumns } from "#server/database/positions.ts";
import { hasFolded, hasPieces, hasUnproven, hasWords } from "./has-words.ts";
import {
  joinConditions,
  boxColumns,
  boxPlace,
  cutAt,
  isWithinOne,
  type SearchResult,
  mostCounted,
  narrowedBoxes,
  ownerColumns,
  readFound,
  type SearchFor,
  waysOf,
} from "./search-for.ts";
import { textsFoundBy } from "./searched-texts.ts";
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

const textOfContent = textsFoundBy("words", "contents", "c");

/** A word that so many contents have is not ranked: the newest are shown, if the newest have it. */
const frequent = 20_000;
const newest = 5000;

const joins = sql`join boxes b on b.id = f.box_id join customers o on o.id = b.customer_id ${boxPlace}`;
const columns = sql`f.id, f.text, f.state, ${boxColumns}, ${ownerColumns}`;

/** How many of the words a content `f` has whole. */
export const wholeWords = ({ words }: SearchFor): Sql =>
  words.length === 0
    ? sql`0::int`
    : sql.join(
        words.map((word) => sql`(f.folded ~ ('\\m' || ${word}::text || '\\M'))::int`),
        sql` + `,
      );

/** Contents with every word: those first whose box is there, that have the words whole, that say little else, that are new. */
export async function findContents(db: Reader, given: SearchFor): Promise<SearchResult<ContentRecord>> {
  const idsSql = contentsFoundBy(given);
  if (idsSql === null) return { rows: [], count: 0 };
  if (await isFrequent(db, given)) {
    const rows = await findNewest(db, given);
    if (rows.length >= given.limit) return { rows, count: mostCounted + 1 };
  }
  const detailsSql = sql`
    select ${columns} from found f ${joins}
    order by b.state = ${sql.lit(BoxState.destroyed)}, ${wholeWords(given)} desc, length(f.text), f.id desc limit ${given.limit}::int`;
  return readFound(db, { found: idsSql, shown: detailsSql });
}

/** Contents that have all the words, or those that the names of their customers leave: `id`, `box_id`, `customer_id`, `text`, `state`, `folded`. */
export function contentsFoundBy(given: SearchFor): Sql | null {
  const ways = waysOf(given).filter(
    (way) => way.words.length > 0 || (isWithinOne(way) && way.digits === null && way.shortWords.length > 0),
  );
  if (ways.length === 0) return null;
  const among = ways.map((way) => (way.customers === null ? amongAll(way) : amongTheirs(way, way.customers)));
  if (among.length === 1) return sql`${among[0]}`;
  return sql.join(
    among.map((way) => sql`(${way})`),
    sql` union `,
  );
}

/** Folded once: that takes as long as the rest of a look at a text. */
function amongAll(given: SearchFor): Sql {
  const boxConditions = narrowedBoxes(given);
  return sql`
    select c.id, c.box_id, c.customer_id, c.text, c.state, c.folded from (
      select c.*, search_text(c.text) as folded from contents c
      where ${joinConditions(hasPieces(textOfContent, given))} offset 0) c
    ${boxConditions.length > 0 ? sql`join boxes b on b.id = c.box_id` : sql``}
    where ${joinConditions([...hasUnproven(sql`c.folded`, given), ...boxConditions])} ${cutAt(given)}`;
}

/** Customer by customer, by the index of their own texts. */
function amongTheirs(given: SearchFor, customers: readonly number[]): Sql {
  const boxConditions = narrowedBoxes(given);
  const contents = contentsOf(
    sql`id, box_id, customer_id, text, state, search_text(text) as folded`,
    sql`mine.customer`,
    given.trigrams,
  );
  const boxes = sql`cross join lateral (select from boxes b where b.id = c.box_id and ${joinConditions(boxConditions)} offset 0) b`;
  return sql`
    select c.id, c.box_id, c.customer_id, c.text, c.state, c.folded
    from unnest(${customers}::bigint[]) mine(customer) cross join lateral ${contents} c ${boxConditions.length > 0 ? boxes : sql``}
    where ${joinConditions(hasFolded(sql`c.folded`, given))} ${cutAt(given)}`;
}

async function isFrequent(db: Reader, given: SearchFor): Promise<boolean> {
  const { customers, words, shortWords, boxStates, year, named, most } = given;
  const [word = "", ...more] = words;
  const isPlain =
    more.length + shortWords.length + named.length === 0 &&
    most !== null &&
    boxStates === undefined &&
    year === undefined;
  return customers === null && isPlain && (await frequencyOf(db, word)) >= frequent;
}

async function findNewest(db: Reader, given: SearchFor): Promise<ContentRecord[]> {
  const idsSql = sql`
    select * from (select id, box_id, text, state from contents order by id desc limit ${sql.lit(newest)}) c
    where ${joinConditions(hasWords(textOfContent, given))} order by id desc limit ${given.limit}::int`;
  const detailsSql = sql`select ${columns} from found f ${joins} order by f.id desc`;
  return (await readFound<ContentRecord>(db, { found: idsSql, shown: detailsSql })).rows;
}
