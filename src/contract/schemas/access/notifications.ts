import * as z from "zod/mini";
import { mailTopicNames } from "#rules/access/mail-topics.ts";
import type { Shapes } from "#contract/route.ts";
import { id } from "#contract/schemas/shapes.ts";

const topic = z.enum(mailTopicNames);

/** About what a user of a customer gets mails. */
export const Notifications = z.object({
  user: z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() }),
  topics: z.array(z.object({ topic, wanted: z.boolean() })),
});
export type Notifications = z.infer<typeof Notifications>;

export const listNotifications = {
  scope: "users",
  summary: "About what the users of a customer get mails, and whether mails are sent at all; users see their own only",
  reply: z.object({ sends_mails: z.boolean(), results: z.array(Notifications) }),
} satisfies Shapes;

export const changeNotifications = {
  scope: "users",
  status: 200,
  summary:
    "Say whether a user of a customer gets mails about a topic: users for themselves, staff for others but for what belongs to the contract (`approvals`, `certificates`, `losses`)",
  body: z.object({ user: id, topic, wanted: z.boolean() }),
  reply: Notifications,
} satisfies Shapes;
