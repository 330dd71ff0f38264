import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { id } from "#contract/schemas/shapes.ts";
import { withOneOf } from "#contract/fields/one-of.ts";

export const may = {
  may_approve_destruction: z.boolean(),
  may_order: z.boolean(),
  may_store: z.boolean(),
  may_manage: z.boolean(),
  may_invite: z.boolean(),
};

/** What a user of a customer may do beside looking; `may_manage` sets and releases holds. */
export const CustomerRights = z.object({
  user: z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() }),
  ...may,
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
  scope: "users",
  summary: "Give a user of a customer rights, or take them",
  body: withOneOf(
    z.object({ user: id, ...z.partial(z.object(may)).shape }),
    "may_approve_destruction",
    "may_order",
    "may_store",
    "may_manage",
    "may_invite",
  ),
  reply: CustomerRights,
} satisfies Shapes;
