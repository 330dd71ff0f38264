import * as z from "zod/mini";
import { BoxState } from "#rules/stock/box-state.ts";
import { type CaseAction, caseActions, CaseKind, CaseStage, CaseState } from "#rules/stocktake/case-state.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import { caseList } from "#contract/lists/cases.ts";
import type { Shapes } from "#contract/route.ts";
import { day } from "#contract/fields/day.ts";
import { filledReadText, filledText } from "#contract/fields/texts.ts";
import { listQuery } from "#contract/schemas/list-query.ts";
import { count, detailQuery, id, instant, listOf } from "#contract/schemas/shapes.ts";
import { Staffer } from "./stocktakes.ts";

const action = z.nullable(z.string());
/** Why it cannot be done, as a sentence; null where it can. */
const actions = z.object(
  Object.fromEntries(caseActions.map((each) => [each, action])) as Record<CaseAction, typeof action>,
);

/** Something that is wrong with a box until people say that it is not. */
export const Case = z.object({
  id,
  /** `K-000012` */
  number: z.string(),
  kind: z.enum(CaseKind),
  state: z.enum(CaseState),
  /** The box's code, or what was scanned where no box has it. */
  code: z.string(),
  box: z.nullable(z.object({ id, state: z.enum(BoxState), owner: z.object({ id, code: count, name: z.string() }) })),
  text: z.string(),
  opened: instant,
  opened_by: Staffer,
  closed: z.nullable(instant),
  assignee: z.nullable(Staffer),
  /** From these days on it is a second person's, and whoever leads. */
  due_1: day,
  due_2: day,
  stage: z.enum(CaseStage),
  stocktake: z.nullable(z.object({ id, number: z.string() })),
  /** It was scanned since: the case may be closed. */
  asks: z.nullable(z.object({ at: instant, who: z.string(), text: z.string() })),
});
export type Case = z.infer<typeof Case>;

/** Somewhere to look: `where` says how it lies to where the box was seen last. */
export const CaseNeighbour = z.object({
  where: z.string(),
  row: id,
  part: count,
  height: count,
  place: z.string(),
  box: z.nullable(z.object({ id, code: z.string() })),
});
export type CaseNeighbour = z.infer<typeof CaseNeighbour>;

export const CaseDetail = z.extend(Case, {
  /** The last place that history records before the case was opened. */
  last_seen: z.nullable(
    z.object({
      place: z.string(),
      row: z.nullable(id),
      part: count,
      height: count,
      at: instant,
      who: z.string(),
    }),
  ),
  neighbours: z.array(CaseNeighbour),
  contents: z.array(z.string()),
  /** The log of the case, the oldest first. */
  events: z.array(z.object({ kind: count, at: instant, who: z.string(), text: z.nullable(z.string()) })),
  /** Events of the box, the newest first, at most 50. */
  history: z.array(z.object({ at: instant, who: z.string(), text: z.string() })),
  actions,
});
export type CaseDetail = z.infer<typeof CaseDetail>;

export const listCases = {
  scope: "read",
  summary: "Cases, those first that are due first; `people` are those who may be asked to look after one",
  query: listQuery(caseList),
  reply: z.extend(listOf(Case), { people: z.array(Staffer) }),
} satisfies Shapes;

export const getCase = {
  scope: "read",
  summary: "A case with its log",
  query: detailQuery,
  reply: CaseDetail,
} satisfies Shapes;

export const createCase = {
  scope: "stock",
  summary: "Open a case about a box, or about a code that no box has; there is one open case of a code at most",
  body: z.object({
    kind: z.enum(CaseKind),
    code: filledReadText(nameLength),
    text: filledText(textLength),
    assignee: z.optional(id),
  }),
  reply: CaseDetail,
} satisfies Shapes;

export const noteCase = {
  status: 200,
  scope: "stock",
  summary: "Write into the log of a case",
  body: z.object({ text: filledText(textLength) }),
  reply: CaseDetail,
} satisfies Shapes;

export const assignCase = {
  status: 200,
  scope: "stock",
  summary: "Ask a member of staff to look after a case; it is searched from then on",
  body: z.object({ assignee: id, text: z.optional(filledText(textLength)) }),
  reply: CaseDetail,
} satisfies Shapes;

export const foundCase = {
  status: 200,
  scope: "stock",
  summary: "Say where and how what was missing was found; its place is not changed by this",
  body: z.object({ text: filledText(textLength) }),
  reply: CaseDetail,
} satisfies Shapes;

export const loseCase = {
  status: 200,
  personal: true,
  scope: "stock",
  summary: "Tell the loss of what was searched in vain: the decision of a person, repeated by the case's `number`",
  body: z.object({ number: filledText(nameLength), text: filledText(textLength) }),
  reply: CaseDetail,
} satisfies Shapes;

export const closeCase = {
  status: 200,
  scope: "stock",
  summary: "Close a case; it stays on record",
  body: z.object({ text: filledText(textLength) }),
  reply: CaseDetail,
} satisfies Shapes;

export const caseLetter = {
  scope: "read",
  summary: "The letter that tells the customer what is missing: since when, where it was seen last, and its contents",
  reply: "application/pdf",
} satisfies Shapes;
