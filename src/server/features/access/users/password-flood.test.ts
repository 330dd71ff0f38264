import { afterAll, expect } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { changePassword, editUser } from "#contract/calls/access/users.ts";
import { Database } from "#server/database/database.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const asServed = new Database(connection); // with as many connections as a server has
afterAll(() => asServed.close());
const server = await testServer(asServed);
const { a } = server;

expensive("300 wrong passwords at once, beside others who work")(
  "300 wrong passwords that one customer user sends at once stop nobody else",
  async () => {
    const customer = await a.customer();
    const flooding = await server.as(await a.user({ password: "passwort1", customers: [customer] }));
    const [other, staff] = [await server.asCustomer(customer), await server.asStaff()];
    const longAgo = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const answers: string[] = [];
    const body = { old_password: "falsch-falsch", new_password: "Quittenbaum-17" };
    const flood = Array.from({ length: 300 }, async () => {
      const { status, headers } = await flooding.ask(changePassword, { path: { id: flooding.userId }, body });
      answers.push(`flood ${status}${headers.has("retry-after") ? " with the time to wait" : ""}`);
    });
    for (let count = 0; count < 5; count++) {
      // a token that was not used for long: noting its use needs a connection that writes
      await db.write((tx) =>
        tx.updateTable("tokens").set({ used: longAgo }).where("user_id", "=", other.userId).execute(),
      );
      answers.push(`list ${(await other.ask(listBoxes, {})).status}`);
      const phone = { path: { id: other.userId }, body: { phone1: `${count}` } };
      answers.push(`edit ${(await staff.ask(editUser, phone)).status}`);
    }
    await Promise.all(flood);
    const beside = answers.filter((answer) => !answer.startsWith("flood"));
    expect(beside).toEqual(Array.from({ length: 5 }, () => ["list 200", "edit 200"]).flat());
    expect(answers.at(-1), "the others did not have to wait for the flood's end").toMatch(/^flood/);
    const floodAnswers = answers.filter((answer) => answer.startsWith("flood")).sort();
    const limited = Array.from({ length: 290 }, () => "flood 429 with the time to wait");
    expect(floodAnswers).toEqual([...Array.from({ length: 10 }, () => "flood 400"), ...limited]);
  },
);
