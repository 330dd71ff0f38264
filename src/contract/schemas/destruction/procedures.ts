import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { day } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { count, id, instant } from "#contract/schemas/shapes.ts";
import { withOneOf } from "#contract/fields/one-of.ts";

const procedureStep = z.object({ by: z.string(), at: instant });
const action = z.nullable(z.string());

/**
 * A customer's procedure is switched off, or its waiting time shortened: `text` says so to people. It takes effect after `from_day` began and
 * another person than who asked has agreed. `by` is `Archiv` for the archive's people where a customer asks.
 */
export const ProcedureChange = z.object({
  id,
  customer: z.object({ id, code: count, name: z.string() }),
  switches_off: z.boolean(),
  /** The shorter waiting time; null where it stays. */
  waiting_days: z.nullable(count),
  asked: procedureStep,
  agreed: z.nullable(procedureStep),
  from_day: day,
  done: z.nullable(instant),
  text: z.string(),
  /** Why the caller may not do it, as a sentence; null where they may. */
  actions: z.object({ agree: action, withdraw: action }),
});
export type ProcedureChange = z.infer<typeof ProcedureChange>;

/** Way in which a customer's boxes are destroyed: 0 by the person who marks them, 1 by batches that the customer approves. */
const settings = {
  destruction_procedure: integer(0, 1),
  waiting_days: integer(0, 90),
  protection_class: integer(1, 3),
  security_level: integer(1, 7),
};

/** With what is asked for and does not hold yet, and what took effect last. */
export const Procedure = z.object({
  ...settings,
  change: z.nullable(ProcedureChange),
  last_change: z.nullable(ProcedureChange),
});
export type Procedure = z.infer<typeof Procedure>;

export const getProcedure = {
  scope: "read",
  summary: "How a customer's boxes are destroyed",
  reply: Procedure,
} satisfies Shapes;

export const changeProcedure = {
  status: 200,
  confirms: true,
  personal: true,
  scope: "destruction",
  summary:
    "Say how a customer's boxes are destroyed. Switching the procedure off and shortening its waiting time are asked for by it: `change` says from when they hold, and who must agree",
  body: withOneOf(
    z.partial(z.object(settings)),
    "destruction_procedure",
    "waiting_days",
    "protection_class",
    "security_level",
  ),
  reply: Procedure,
} satisfies Shapes;

export const listProcedureChanges = {
  scope: "read",
  summary: "What is asked for of customers' procedures, and what took effect within thirty days, the newest first",
  reply: z.object({ results: z.array(ProcedureChange) }),
} satisfies Shapes;

export const agreeToChange = {
  right: "may_approve_destruction",
  status: 200,
  confirms: true,
  personal: true,
  scope: "destruction",
  summary:
    "Agree to a change as another person than who asked for it, whose access they neither made nor reset: staff, or a customer's user who may approve",
  reply: ProcedureChange,
} satisfies Shapes;

export const withdrawChange = {
  right: "may_approve_destruction",
  status: 200,
  scope: "destruction",
  summary: "Withdraw a change that has not taken effect: what holds goes on holding",
  reply: ProcedureChange,
} satisfies Shapes;
