// Run by `npm run demo` before the server starts.
import { readConfig } from "#server/config.ts";
import { demoLogins } from "#server/demo-logins.ts";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { createUser } from "#server/features/access/users/mutations.ts";
import { expectFreePorts } from "#server/free-port.ts";
import { hashPassword } from "#server/http/passwords/passwords.ts";
import { type Archive, openArchive } from "./archive.ts";
import { createCustomerUser } from "#cli/users/create-user.ts";
import type { Database } from "#server/database/database.ts";
import { seedBatches } from "#cli/seed/batches.ts";
import { seedBilling } from "#cli/seed/billing.ts";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { seedPictures } from "#cli/seed/pictures.ts";
import { seedStocktakes } from "#cli/seed/stocktakes.ts";

const boxes = 12_000; // product 10
const pictures = 120;
const config = readConfig(process.env);
const { staff, colleague, customer } = demoLogins;

async function fill({ db, connection, stores }: Archive): Promise<void> {
  const anyCustomer = await db.read.selectFrom("customers").select("id").limit(1).executeTakeFirst();
  if (anyCustomer) return;
  const began = performance.now();
  const say = (text: string) =>
    console.log(`${Math.round((performance.now() - began) / 1000)} s`.padStart(7), "", text);
  console.log(`Making a demo archive of ${boxes.toLocaleString("en")} boxes, once ...`);
  await seedArchive(connection, { boxes, seed: 1, add: false, now: new Date(), say });
  say(`${pictures} pictures`);
  await seedPictures(db, stores.pictures, { amount: pictures, seed: 1 });
  say("destructions and stocktakes");
  await seedBatches(db, config.providerName);
  await seedStocktakes(db);
  say("invoices");
  const billed = await largestCustomers(db);
  await seedBilling(
    db,
    config.provider,
    billed.map(({ id }) => id),
  );
}

/** The two customers of the customer login: those with most boxes, first who approves destructions. */
const largestCustomers = (db: Database) =>
  db.read
    .selectFrom("customer_counts")
    .innerJoin("customers", "customers.id", "customer_counts.customer_id")
    .select(["customers.id", "customers.code"])
    .groupBy(["customers.id", "customers.code", "customers.destruction_procedure"])
    .orderBy("customers.destruction_procedure", "desc")
    .orderBy((of) => of.fn.sum("boxes"), "desc")
    .orderBy("customers.code")
    .limit(2)
    .execute();

async function makeLogins({ db, ...at }: Archive): Promise<void> {
  const emails = db.read
    .selectFrom("users")
    .select("email")
    .where("email", "in", [staff.email, colleague.email, customer.email]);
  const there = await emails.execute();
  const isThere = (email: string) => there.some((user) => user.email === email);
  for (const [{ email, password }, first_name] of [
    [staff, "Dana"],
    [colleague, "Kira"],
  ] as const) {
    if (isThere(email)) continue;
    const user = { email, first_name, last_name: "Demo", is_staff: true, manages_users: true };
    const hash = await hashPassword(password);
    await db.write((tx) => createUser(tx, atTheMachine, user, { hash, initial: false }));
  }
  if (isThere(customer.email)) return;
  const customerCodes = (await largestCustomers(db)).map(({ code }) => code);
  await createCustomerUser(db, { ...customer, firstName: "Käthe", lastName: "Kunde", customerCodes }, at);
  const her = db.read.selectFrom("users").select("id").where("email", "=", customer.email);
  const rights = { may_approve_destruction: true, may_see_invoices: true, may_invite: true };
  await db.write((tx) => tx.updateTable("customer_users").set(rights).where("user_id", "in", her).execute());
}

try {
  await expectFreePorts(config); // or it would be seeded for more than a minute before anybody reads it
  const archive = await openArchive(config);
  try {
    await fill(archive);
    await makeLogins(archive);
  } finally {
    await archive.close();
  }
} catch (error) {
  console.error(`The demo cannot be prepared: ${(error as Error).message}`);
  process.exitCode = 1;
}
