import * as z from "zod/mini";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, instant } from "#contract/schemas/shapes.ts";

/** Microseconds since 1970: the moment of a collective destruction, under which each of its boxes has its history entry. */
const moment = z.string().check(z.regex(/^\d{1,16}$/, invalid.range));
const at = z.object({ moment });

const User = z.object({ first_name: z.string(), last_name: z.string() });

export const Destruction = z.object({
  moment,
  created: instant,
  user: z.nullable(User),
  boxes: count,
  customers: count,
});
export type Destruction = z.infer<typeof Destruction>;

/** Its customers by code; `back` of their boxes were reactivated since. */
export const DestructionDetail = z.extend(Destruction, {
  owners: z.array(z.object({ id, code: count, name: z.string(), boxes: count, back: count })),
});
export type DestructionDetail = z.infer<typeof DestructionDetail>;

export const listDestructions = {
  scope: "read",
  summary: "The latest collective destructions",
  reply: z.object({ results: z.array(Destruction) }),
} satisfies Shapes;

export const getDestruction = {
  scope: "read",
  summary: "A collective destruction by its moment, with the customers whose boxes were destroyed",
  query: at,
  reply: DestructionDetail,
} satisfies Shapes;

export const destructionLists = {
  scope: "read",
  summary: "The destroy lists of a collective destruction, one for each customer, as a zip of unknown length",
  query: at,
  reply: "application/zip",
} satisfies Shapes;

export const destructionList = {
  scope: "read",
  summary: "What a collective destruction destroyed of one customer, by its id, on paper",
  query: z.object({ moment, customer: id }),
  reply: "application/pdf",
} satisfies Shapes;
