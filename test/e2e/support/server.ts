import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { migrate } from "#server/database/migrate.ts";
import { factories } from "#test/support/factories.ts";
import { breakAreas, failureLog, forgetProofs } from "./failure.ts";
import { openCompany } from "#test/support/company/company.ts";
import { customerLogin, staffLogin, stock } from "./stock.ts";
import { storesIn } from "#server/storage/stores.ts";

// What Playwright's browsers talk to: the real server on a small archive that is gone afterwards.
const dataDir = mkdtempSync(join(tmpdir(), "magazin-e2e-"));
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
const { E2E_PORT: PORT = "28080", REQUIRE_TOTP, STOCKTAKE_SECOND_PERSON } = process.env;
const config = readConfig({ DATA_DIR: dataDir, PORT, LOG_LEVEL: "silent", REQUIRE_TOTP, STOCKTAKE_SECOND_PERSON });

const postgres = await startEmbedded({ dataDir, settings });
await migrate(postgres.connection);
const db = new Database(postgres.connection);
const a = factories(db, storesIn(config.dataDir).pictures, storesIn(config.dataDir).packages);
await stock(a);
await a.app({ version: "1.1.1", size: 3_000_000 });
await breakAreas(postgres.superuser, "magazin");
if (process.env["OLD_SESSIONS"] !== undefined) await forgetProofs(postgres.superuser, "magazin");
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

async function stop(): Promise<void> {
  company?.close();
  await app.close();
  await db.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());

origin = await app.listen({ port: config.port, host: config.host });
await company?.open();
console.log(`ready: ${origin}`);
