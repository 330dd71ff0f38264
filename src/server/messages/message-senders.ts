import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import { mailSender } from "./mail/send-mail.ts";
import type { Senders } from "./send-messages.ts";

/** Who sends what on this server: a kind that is not configured is sent by nobody. */
export function messageSenders(db: Database, config: Config): Senders {
  return { ...(config.mail && { mail: mailSender(db, config.mail, config) }) };
}
