import * as z from "zod/mini";
import { invitedFirstName, invitedLastName } from "#contract/fields/colleague.ts";
import { email } from "#contract/fields/user.ts";
import type { Shapes } from "#contract/route.ts";
import { id, reference } from "#contract/schemas/shapes.ts";
import { may } from "./rights.ts";

const Colleague = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  ...may,
  /** Those that they see, where they do not see the whole customer: of them those that the caller sees. */
  cost_centres: z.nullable(z.array(z.string())),
  /** True where the caller may end their access to this customer. */
  may_end: z.boolean(),
});

/** `rights` are the caller's own at this customer: they give no others. */
export const Colleagues = z.object({
  may_invite: z.boolean(),
  rights: z.object(may),
  results: z.array(Colleague),
});

export const listColleagues = {
  scope: null,
  summary:
    "Who of a customer's users has signed in, which `cost_centres` they see (null: the whole customer), and what the caller may do about it",
  reply: Colleagues,
} satisfies Shapes;

export const inviteColleague = {
  confirms: true,
  right: "may_invite",
  scope: null,
  summary:
    "Invite somebody of the own mail domain, with no wider rights than the own ones; the answer is the same whether the address has an account already",
  body: z.object({
    email,
    last_name: invitedLastName,
    first_name: z._default(invitedFirstName, ""),
    ...z.partial(z.object(may)).shape,
  }),
  reply: null,
} satisfies Shapes;

export const endColleague = {
  confirms: true,
  right: "may_invite",
  scope: null,
  summary:
    "End the access of a colleague to a customer; who then sees none is deactivated. Of the own mail domain, and with no wider rights than the own ones",
  body: z.object({ customer: reference }),
  reply: null,
} satisfies Shapes;
