import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { id, instant, listOf } from "#contract/schemas/shapes.ts";

export const Session = z.object({
  id,
  created: instant,
  used: instant,
  address: z.string(),
  device: z.string(),
  current: z.boolean(),
  /** True where the session was opened from where the user had never signed in, and the user has not confirmed it since. */
  is_new: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = {
  scope: null,
  summary: "Where the caller is signed in, the last 100 used, latest first; `used` is noted once an hour at most",
  reply: listOf(Session),
} satisfies Shapes;

export const endSession = {
  scope: null,
  summary: "End one of the caller's sessions",
  reply: null,
} satisfies Shapes;

export const listUserSessions = {
  scope: null,
  summary: "Where a user is signed in, as `/sessions/` tells the caller of themselves",
  reply: listOf(Session),
} satisfies Shapes;

export const endUserSession = {
  scope: null,
  summary: "End a session of a user, of a lost phone for one; what it has not sent waits on it for that user",
  reply: null,
} satisfies Shapes;

export const knowSessions = {
  scope: null,
  summary: "Say that all of the caller's sessions are theirs; not from a session that `is_new`",
  reply: null,
} satisfies Shapes;

export const endOtherSessions = {
  scope: null,
  summary: "End all of the caller's sessions but the one that the call was made with",
  reply: null,
} satisfies Shapes;
