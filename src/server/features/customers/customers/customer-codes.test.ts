import { sql } from "kysely";
import { expect, test } from "vitest";
import { createCustomer } from "#contract/calls/customers/customers.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const codeOfNew = async (name: string) => (await staff.call(createCustomer, { body: { name } })).code;
const inOrder = (codes: number[]) => codes.sort((one, other) => one - other);

test("a customer without a code gets the lowest free one once 9999 is taken, also of several at the same moment", async () => {
  for (const code of [1, 4, 9998]) await a.customer({ code });
  expect(await codeOfNew("Letzte Nummer")).toBe(9999);
  const made = await Promise.all(["Erste", "Zweite", "Dritte", "Vierte"].map(codeOfNew));
  expect(inOrder(made)).toEqual([0, 2, 3, 5]);
});

test("a customer without a code is refused only when all 10,000 are in use", async () => {
  const fill = sql`insert into customers (code, name) select code, 'Kunde' from generate_series(0, 9999) code
    where code <> 77 on conflict do nothing`;
  await db.write((tx) => fill.execute(tx));
  expect(await codeOfNew("Allerletzte Nummer")).toBe(77);
  const usedUp = { code: ["Alle Kundennummern bis 9999 sind vergeben."] };
  expect(await staff.refusal(createCustomer, { body: { name: "Zu viel" } })).toEqual(usedUp);
});
