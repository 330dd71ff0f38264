import type { Senders } from "./send-messages.ts";

/** Who sends what on this server: a kind that is not configured is sent by nobody. */
export function messageSenders(): Senders {
  return {};
}
