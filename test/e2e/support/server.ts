import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { berlinDay } from "#rules/dates.ts";
import { openAlways } from "#rules/deliveries/closed-days.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { messageSenders } from "#server/messages/message-senders.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { offerWaiting } from "#server/database/deliveries/offer-waiting.ts";
import { copyArchive, makeArchive } from "./archive.ts";
import { breakAreas, failureLog, forgetProofs } from "./failure.ts";
import { providerSettings } from "#test/support/provider.ts";
import { openCompany } from "#test/support/company/company.ts";
import { customerLogin, staffLogin } from "./stock.ts";

// Counterpart of Playwright's browsers: the real server on a small archive that is gone afterwards.
const dataDir = mkdtempSync(join(tmpdir(), "magazin-e2e-"));
const { E2E_PORT: PORT = "28080", E2E_BESIDE: beside, ...env } = process.env;
const { REQUIRE_TOTP, STOCKTAKE_SECOND_PERSON, SMTP_URL, MAIL_FROM, PUBLIC_URL } = env;
const asked = { REQUIRE_TOTP, STOCKTAKE_SECOND_PERSON, SMTP_URL, MAIL_FROM, PUBLIC_URL };
const config = readConfig({ DATA_DIR: dataDir, PORT, LOG_LEVEL: "silent", ...providerSettings, ...asked });

const archive = await (beside === undefined ? makeArchive(dataDir, PORT) : copyArchive(dataDir, beside));
const { superuser, connection } = archive;
const db = new Database(connection, { mails: config.mail !== undefined });
await breakAreas(superuser, connection.database);
if (process.env["OLD_SESSIONS"] !== undefined) await forgetProofs(superuser, connection.database);
mkdirSync(dirname(failureLog), { recursive: true });
let origin = "";
const company = process.env["COMPANY"] === undefined ? undefined : await openCompany();
company?.hire("anna", { email: staffLogin.email, email_verified: true });
company?.hire("karl", { email: customerLogin.email, email_verified: true });
company?.hire("niemand", { email: "niemand@example.com", email_verified: true });
// it leads back to where this server listens, which is known then
if (company) Object.defineProperty(company.signIn, "redirectUri", { get: () => `${origin}/login` });
const app = await buildApp(
  { db, config: { ...config, companySignIn: company?.signIn }, now: () => new Date() },
  { level: "error", file: failureLog },
);
// where mails are sent, who waits for a box hears of it within a second instead of a minute
const press = new PdfWorkers({ processes: 1 });
const endMailing = config.mail && sendMessages(db, messageSenders(db, config, press), () => undefined);
const offers =
  config.mail && setInterval(() => void db.write((tx) => offerWaiting(tx, berlinDay(new Date()), openAlways)), 1_000);

async function stop(): Promise<void> {
  company?.close();
  clearInterval(offers);
  await endMailing?.();
  await press.close();
  await app.close();
  await db.close();
  await archive.end();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());

origin = await app.listen({ port: config.port, host: config.host });
await company?.open();
console.log(`ready: ${origin}`);
