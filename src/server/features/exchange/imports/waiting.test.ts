import { sql } from "kysely";
import { expect } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { createBoxes } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { checkImport, createImport } from "#contract/calls/exchange/imports.ts";
import type { Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { commitImport, undoImport } from "./mutations.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const scope = { userId: staff.userId, isStaff: true, customerIds: [] } as unknown as Scope;

/** Does something when a change has done all but end. */
async function beforeTheEndOf(change: (tx: Transaction) => Promise<void>, meanwhile: () => Promise<void>) {
  const [changed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = db.write(async (tx) => {
    await change(tx);
    changed.resolve();
    await ended.promise;
  });
  await Promise.race([changed.promise, changing]);
  await meanwhile().finally(ended.resolve);
  await changing;
}

expensive("an import taken over and back while others work")(
  "nobody waits for who takes a long list over or back: what others make meanwhile is there before, and all of it is counted",
  async () => {
    const [owner, other, row] = [await a.customer(), await a.customer(), await a.row()];
    const theirs = await a.box({ owner, number: 9 });
    const placed = (number: number) => `${number};Akten;${row.area.name};${row.number};1;${number}\n`;
    const list = `Boxnummer;Inhalt;Bereich;Reihe;Teil;Höhe\n1;Akten;;;;\n${placed(2)}${placed(3)}`;
    const body = { customer: owner.id, name: "Boxen.csv", file: new Blob([list]) };
    const { id } = await staff.call(createImport, { body });
    await staff.call(checkImport, { path: { id } });
    const others = (height: number) => async () => {
      await staff.call(createBoxes, { body: { owner: other.id, start: 0, amount: 1, size: 400 } });
      await a.box({ owner: other, state: 1, place: { row, part: 2, height } });
      await staff.call(createContent, { body: { box_id: theirs.id, text: `Notizen ${height}` } });
    };
    await beforeTheEndOf((tx) => commitImport(tx, scope, id, { again: false }), others(1));
    expect(await runChecks(db)).toEqual([]);
    const made = await db.read
      .selectFrom("boxes")
      .select("id")
      .where("customer_id", "=", owner.id)
      .orderBy("number")
      .execute();
    expect(made.slice(0, 3).map((box) => box.id)).toEqual(made.slice(0, 3).map((_, at) => (made[0]?.id ?? 0) + at));
    await beforeTheEndOf((tx) => undoImport(tx, scope, id), others(2));
    expect(await runChecks(db)).toEqual([]);
    const { rows } = await sql`select from late_counts`.execute(db.read);
    expect(rows).toEqual([]);
  },
);

expensive("a list of fifty boxes, checked and taken over")(
  "who searches reads through few unsorted texts: a list sorts its own in, and nobody else gathers many",
  async () => {
    const owner = await a.customer();
    const lines = Array.from({ length: 50 }, (_, at) => `${at + 1};Rechnungen ${at}\n`);
    const body = { customer: owner.id, name: "Boxen.csv", file: new Blob([`Boxnummer;Inhalt\n${lines.join("")}`]) };
    const { id } = await staff.call(createImport, { body });
    await staff.call(checkImport, { path: { id } });
    await db.write((tx) => commitImport(tx, scope, id, { again: false }));
    const gathered = await db.write((tx) =>
      sql`select gin_clean_pending_list('contents_search') + gin_clean_pending_list('contents_owned') as pages,
      current_setting('gin_pending_list_limit') as most`.execute(tx),
    );
    expect(gathered.rows).toEqual([{ pages: 0, most: "256kB" }]);
  },
);
