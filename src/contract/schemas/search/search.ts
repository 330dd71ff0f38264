import * as z from "zod/mini";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { searchKinds, type SearchKind } from "#rules/search/search-kinds.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Shapes } from "#contract/route.ts";
import { metaYear } from "#contract/fields/box.ts";
import { integer } from "#contract/fields/numbers.ts";
import { searchText } from "#contract/fields/texts.ts";
import { maxSearchResults } from "#contract/limits.ts";
import { staff } from "#contract/schemas/audience.ts";
import { sheetFormat, sheetReply } from "#contract/schemas/list-query.ts";
import { Position } from "#contract/schemas/stock/boxes.ts";
import { count, id, selection } from "#contract/schemas/shapes.ts";

const kind = z.enum(searchKinds);
const isKind = (name: string): name is SearchKind => (searchKinds as readonly string[]).includes(name);
const kinds = z.pipe(
  z.string().check(z.refine((names) => names.split(",").every(isKind), invalid.range)),
  z.transform((names: string) => names.split(",").filter(isKind)),
);

/** A box, a content, a customer, a delivery or a row: `title` says what it is, `highlight` where the words stand in it. */
export const SearchResult = z.object({
  id,
  title: z.string(),
  highlight: z.array(z.array(count)),
  box: z.nullable(z.object({ id, code: z.string(), state: z.enum(BoxState) })),
  owner: z.nullable(z.object({ id, code: count, name: z.string() })),
  /** State of a box, a content or a delivery, as each of them has it. */
  state: z.nullable(count),
  position: staff(z.nullable(Position)),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** Results of one kind; `more` is true where there are more than `count`, which ends at 1000. */
export const SearchGroup = z.object({ kind, count, more: z.boolean(), results: z.array(SearchResult) });
export type SearchGroup = z.infer<typeof SearchGroup>;

/** Search text, and the options that narrow the search. */
const asked = {
  q: z._default(searchText, ""),
  kinds: z.optional(kinds),
  customer: z.optional(integer(0, maxCustomerCode)),
  state: z.optional(z.enum(BoxState)),
  year: z.optional(metaYear),
};

export const search = {
  scope: "read",
  summary:
    "Looks for codes, names and texts, in every spelling; `q` may carry `kunde:42`, `jahr:2019`, `status:eingelagert` and phrases in quotes, or be a list of codes; `corrected` is what was probably meant where nothing is found, `late` are the kinds that took too long",
  query: z.object({
    ...asked,
    limit: z._default(integer(1, maxSearchResults), 20),
    ...selection,
  }),
  reply: z.object({
    groups: z.array(SearchGroup),
    corrected: z.nullable(z.string()),
    late: z.array(kind),
    hint: z.nullable(z.string()),
  }),
} satisfies Shapes;

export const sheetOfSearch = {
  scope: "read",
  summary: "Everything that the search finds as a spreadsheet or CSV, at most 20,000 of each kind; columns by role",
  query: z.object({ ...asked, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;
