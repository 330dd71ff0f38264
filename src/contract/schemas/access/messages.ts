import * as z from "zod/mini";
import { MessageState } from "#rules/access/message-state.ts";
import { messageList } from "#contract/lists/messages.ts";
import type { Shapes } from "#contract/route.ts";
import { listQuery } from "#contract/schemas/list-query.ts";
import { count, id, instant, listOf } from "#contract/schemas/shapes.ts";

/** A message that was sent, or is to be; what was sent is forgotten after 90 days. */
export const Message = z.object({
  id,
  kind: z.enum(["mail", "hook", "print"]),
  /** The subject of a mail; of a print the labels and the printer. */
  text: z.string(),
  customer: z.nullable(z.object({ id, code: count, name: z.string() })),
  /** The receiver of a mail. */
  user: z.nullable(z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() })),
  state: z.enum(MessageState),
  created: instant,
  done: z.nullable(instant),
  tries: count,
  /** Why it was not sent, at the last try. */
  failure: z.nullable(z.string()),
});
export type Message = z.infer<typeof Message>;

export const listMessages = {
  scope: "users",
  summary:
    "What was sent by mail, to other programs and to label printers in the last 90 days, and what waits or failed, the newest first",
  query: listQuery(messageList),
  reply: listOf(Message),
} satisfies Shapes;

export const sendMessageAgain = {
  scope: "users",
  status: 200,
  summary: "Send a message again that was given up, or a print whose end nobody knows",
  reply: Message,
} satisfies Shapes;

export const dropMessage = {
  scope: "users",
  status: 200,
  summary: "Say that a message which failed, or a print that waits, is of no use any more",
  reply: Message,
} satisfies Shapes;
