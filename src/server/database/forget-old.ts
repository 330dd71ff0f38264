import { sql } from "kysely";
import { codeWindow } from "#rules/access/login-limits.ts";
import type { Transaction } from "./database.ts";
import { forgetAnswers } from "./kept-answers.ts";
import { deleteDeadTokens } from "#server/database/tokens/tokens.ts";

/** Deletes what ended by itself: sessions, answers that were kept, tries that do not count any more, addresses that nobody signed in from for long. */
export async function forgetOld(tx: Transaction): Promise<void> {
  await deleteDeadTokens(tx);
  await forgetAnswers(tx);
  await sql`delete from login_failures where at < now() - make_interval(mins => ${codeWindow})`.execute(tx);
  await sql`delete from known_addresses where used < now() - interval '400 days'`.execute(tx);
}
