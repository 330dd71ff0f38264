import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import type { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { mailSender } from "#server/messages/mail/send-mail.ts";
import { printSender } from "#server/messages/print/send-print.ts";
import { webhookSender } from "#server/messages/webhooks/send-webhook.ts";
import type { Senders } from "./send-messages.ts";

/** Returns the senders on this server by kind; a kind that is not configured has no sender. */
export function messageSenders(db: Database, config: Config, press: PdfWorkers): Senders {
  const print = printSender(db, config.labelPrinters);
  return {
    hook: webhookSender(db, config),
    print,
    ...(config.mail && { mail: mailSender(db, config.mail, config, press) }),
  };
}
