import { tmpdir } from "node:os";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { listChanges } from "#contract/calls/exchange/changes.ts";
import { Database } from "#server/database/database.ts";
import { storesIn } from "#server/storage/stores.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { copyOf, testDatabase } from "#test/support/database.ts";
import { factories } from "#test/support/factories.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";

const { connection } = await testDatabase();
const before = new Database(connection);
const a = factories(before, storesIn(tmpdir()).pictures); // makes no picture
const user = await a.user({ isStaff: true });
const [listed, other] = [await a.box(), await a.box()];
await before.close();

/** The archive, and as it is after its machine was set back to this moment: nothing in it says so. */
const [archive, setBack] = [new Database(connection), new Database(await copyOf(connection))];
afterAll(() => Promise.all([archive.close(), setBack.close()]));
const [staff, afterwards] = [
  await (await testServer(archive)).as(user),
  await (await testServer(setBack)).as(user),
] as const;

const grow = (of: Database, id: number) =>
  of.write((tx) => sql`update boxes set size = size + 1 where id = ${id}`.execute(tx));
async function changes(by: Client, of: Database, since?: string) {
  await waitForOldTransactions(of);
  return by.call(listChanges, { query: since === undefined ? {} : { since } });
}

test("who received what a machine has forgotten that was set back begins anew, whatever was written there since; others go on", async () => {
  const early = (await changes(staff, archive)).next;
  await grow(archive, listed.id);
  const late = (await changes(staff, archive, early)).next;
  for (let turn = 0; turn < 5; turn++) await grow(setBack, other.id); // by now its transactions have higher numbers
  expect(await changes(staff, archive, late)).toMatchObject({ changes: [], full: false });
  expect(await changes(afterwards, setBack, late)).toMatchObject({ changes: [], full: true, code: "ahead" });
  expect(await changes(afterwards, setBack, early)).toMatchObject({
    full: false,
    changes: [{ kind: "box", id: other.id }],
  });
});
