import * as z from "zod/mini";
import { name } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { id } from "#contract/schemas/shapes.ts";
import { withOneOf } from "#contract/fields/one-of.ts";
import { invalid } from "#rules/texts/form-texts.ts";

export const may = {
  may_approve_destruction: z.boolean(),
  may_order: z.boolean(),
  may_store: z.boolean(),
  may_manage: z.boolean(),
  may_invite: z.boolean(),
  may_see_invoices: z.boolean(),
};

/** Cost centres that the user is to see; with none, a user sees nothing. */
const centreNames = z.array(name).check(z.minLength(1, invalid.required), z.maxLength(100, invalid.range));

/**
 * Permissions of a customer's user besides looking; `may_manage` sets and releases holds. `cost_centres` are those that the user sees; null means
 * everything.
 */
export const CustomerRights = z.object({
  user: z.object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    /** True where the user can sign in: neither deactivated nor a program's. */
    may_sign_in: z.boolean(),
  }),
  ...may,
  cost_centres: z.nullable(z.array(z.string())),
});
export type CustomerRights = z.infer<typeof CustomerRights>;

export const listRights = {
  scope: "users",
  summary: "What the users of a customer may do",
  reply: z.object({ results: z.array(CustomerRights) }),
} satisfies Shapes;

export const changeRights = {
  status: 200,
  confirms: true,
  managers: true,
  scope: null,
  summary:
    "Give a user of a customer rights, or take them. Who sees only `cost_centres` reads boxes and deliveries of these and may order, and nothing else",
  body: withOneOf(
    z.object({
      user: id,
      ...z.partial(z.object(may)).shape,
      cost_centres: z.optional(z.nullable(centreNames)),
    }),
    "may_approve_destruction",
    "may_order",
    "may_store",
    "may_manage",
    "may_invite",
    "may_see_invoices",
    "cost_centres",
  ),
  reply: CustomerRights,
} satisfies Shapes;
