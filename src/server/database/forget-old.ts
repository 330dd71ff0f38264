import { sql } from "kysely";
import { codeWindow } from "#rules/access/login-limits.ts";
import type { Transaction } from "./database.ts";
import { forgetAnswers } from "./kept-answers.ts";
import { sumCounts } from "./summed-counts.ts";
import { forgetPasswordLinks } from "#server/database/messages/password-links.ts";
import { forgetMessages } from "#server/database/messages/message-leases.ts";
import { deleteDeadApiTokens } from "#server/database/tokens/api-tokens.ts";
import { deleteDeadTokens } from "#server/database/tokens/tokens.ts";

/** Scans that one round forgets: more wait for the next one, so that none takes long. */
const scansAtOnce = 20_000;

/** Deletes what ended by itself: sessions, answers that were kept, messages that were sent, tries that do not count any more, addresses and devices that nobody signed in from for long. Counts that are kept as entries are summed up. */
export async function forgetOld(tx: Transaction): Promise<void> {
  await deleteDeadTokens(tx);
  await deleteDeadApiTokens(tx);
  await forgetAnswers(tx);
  await forgetMessages(tx);
  await forgetPasswordLinks(tx);
  await sql`delete from login_failures where at < now() - make_interval(mins => ${codeWindow})`.execute(tx);
  await sql`delete from known_addresses where used < now() - interval '400 days'`.execute(tx);
  await sql`delete from known_devices where used < now() - interval '400 days'`.execute(tx);
  await forgetScans(tx);
  await sumCounts(tx);
}

/** Reduces a scan that was answered long ago to its id: it is never carried out again. */
async function forgetScans(tx: Transaction): Promise<void> {
  await sql`
    update scans set user_id = null, hash = null, result = '{}', device = null, app = null, seq = null, at = null, happened = null,
      kind = null, box = null, batch = null
    where id in (
      select id from scans where user_id is not null and created < now() - interval '400 days' order by created limit ${scansAtOnce})`.execute(
    tx,
  );
}
