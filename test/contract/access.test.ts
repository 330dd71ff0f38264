import { describe, expect, test } from "vitest";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { accessPage, keptPage } from "./access-page.ts";
import { calls, exampleOf, successOf } from "./examples.ts";
import { person, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);

test("docs/access.md says what the contract says: `node test/contract/access-page.ts` makes it anew", () => {
  expect(keptPage()).toBe(accessPage());
});

const noRights = {
  may_order: false,
  may_store: false,
  may_manage: false,
  may_invite: false,
  may_see_invoices: false,
  may_approve_destruction: false,
};

describe("without any right at their customer", () => {
  test.each(walked(calls.filter(([, { access }]) => access === "user")))(
    "a customer's user may make the call %s, or the contract names the right",
    async (name, route) => {
      const caller = await person(server);
      const sent = await exampleOf(name, server.a, caller);
      await db.write((tx) =>
        tx.updateTable("customer_users").set(noRights).where("user_id", "=", caller.userId).execute(),
      );
      const refused = await submit(caller.client, route, sent);
      expect([name, refused.status === successOf(route)], refused.text).toEqual([name, route.right === undefined]);
      if (route.right === undefined) return;
      const right = { [route.right]: true };
      await db.write((tx) =>
        tx.updateTable("customer_users").set(right).where("user_id", "=", caller.userId).execute(),
      );
      const allowed = await submit(caller.client, route, sent);
      expect(allowed.status, allowed.text).toBe(successOf(route));
    },
  );
});
