import { sql } from "kysely";
import { expect } from "vitest";
import * as imports from "#contract/calls/exchange/imports.ts";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

expensive("a list of 30,000 rows, given up while checked")(
  "a check that is given up stops, keeps nothing of itself, and can be begun again; meta data changed at once wait for nothing",
  async () => {
    const owner = await a.customer();
    const rows = Array.from({ length: 30_000 }, (_, index) => `${index + 1};Akte ${index}`).join("\n");
    const body = { customer: owner.id, name: "Boxen.csv", file: new Blob([`Boxnummer;Inhalt\n${rows}\n`]) };
    const { id } = await staff.call(imports.createImport, { body });
    const checking = staff.ask(imports.checkImport, { path: { id } });
    await expect
      .poll(async () => (await staff.call(imports.getImport, { path: { id } })).rows, { timeout: 10_000 })
      .toBeGreaterThan(0);
    const box = await a.box();
    await staff.call(editMeta, { body: { customer: { id: box.owner.id }, meta_year: 2001 } });
    await staff.call(imports.discardImport, { path: { id } });
    const answer = await checking;
    expect([answer.status, answer.body]).toEqual([400, { non_field_errors: ["Die Prüfung wurde abgebrochen."] }]);
    const { rows: left } = await sql`select from import_rows where import_id = ${id}::int`.execute(db.read);
    expect(left).toEqual([]);
  },
);
