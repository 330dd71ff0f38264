import { sql } from "kysely";
import { expect, test } from "vitest";
import { sheetOfBoxes } from "#contract/calls/stock/boxes.ts";
import { archiveList } from "#contract/calls/paper/services.ts";
import { sheetOfUsers } from "#contract/calls/access/users.ts";
import type { Input, Route } from "#contract/route.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { locked } from "#test/support/locks.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
let minutes = 0;
const server = await testServer(db, {}, { now: () => new Date(Date.now() + minutes * 60_000) });
const { a } = server;

/** Asks for a file that is not ready before something has happened meanwhile, a minute later. */
async function meanwhile<R extends Route>(
  client: Client,
  [route, input, table]: readonly [R, Input<R>, string],
  happen: () => Promise<unknown>,
) {
  const release = await locked(db, (tx) => sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx));
  const asked = client.download(route, input);
  await expect
    .poll(
      async () =>
        (
          await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks where not granted`.execute(
            db.read,
          )
        ).rows,
    )
    .toEqual([{ waiting: 1 }]);
  await happen();
  minutes += 1;
  await release();
  return asked;
}

const deactivate = (id: number) =>
  db.write((tx) => tx.updateTable("users").set({ active: false }).where("id", "=", id).execute());
const takeCustomers = (id: number) =>
  db.write((tx) => tx.deleteFrom("customer_users").where("user_id", "=", id).execute());

test("a list as a file is not handed out to whoever has lost the right to it while it was made", async () => {
  const staff = await server.asStaff();
  const lost = await meanwhile(staff, [sheetOfUsers, {}, "customer_users"], () => deactivate(staff.userId));
  expect([lost.status, lost.bytes.toString()]).toEqual([403, JSON.stringify({ detail: "Bitte melden Sie sich an." })]);
  const other = await server.asStaff();
  expect((await meanwhile(other, [sheetOfUsers, {}, "customer_users"], async () => undefined)).status).toBe(200);
});

test("a file that a program waits for is not handed out once its token was ended", async () => {
  const user = await a.user({ isStaff: true });
  const { id, token } = await a.apiToken(user);
  const program = new Client(server.url, token, user.id);
  const ended = await meanwhile(program, [sheetOfUsers, {}, "customer_users"], () =>
    db.write((tx) => tx.updateTable("api_tokens").set({ ended: sql`now()` }).where("id", "=", id).execute()),
  );
  expect(ended.status).toBe(403);
});

expensive("four downloads set while rights are taken")(
  "a document and a list of a customer go only to whoever may still see the customer",
  async () => {
    const { owner } = await a.box({ state: 1 });
    for (const wanted of [
      [sheetOfBoxes, {}, "boxes"],
      [archiveList, { path: { id: owner.id } }, "boxes"],
    ] as const) {
      const client = await server.asCustomer(owner);
      const lost = await meanwhile(client, wanted as never, () => takeCustomers(client.userId));
      expect(lost.status).toBe(403);
      const other = await server.asCustomer(owner);
      expect((await meanwhile(other, wanted as never, async () => undefined)).status).toBe(200);
    }
  },
);
