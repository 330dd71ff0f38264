import { beforeEach, describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import type { FullRoute } from "#contract/route.ts";
import { scopeText, tokenScopes } from "#rules/access/token-scopes.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { type Answer, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf, successOf } from "#test/contract/examples.ts";
import { type Person, peopleOf, submit } from "#test/contract/people.ts";
import { asProgram, programOf, wantedScopes } from "./token-clients.ts";

const { db } = await testDatabase();
const server = await testServer(db, { REQUIRE_TOTP: "staff" });
const { a } = server;
const noRights = {
  may_order: false,
  may_store: false,
  may_manage: false,
  may_approve_destruction: false,
  may_see_invoices: false,
};
const staff = peopleOf(server, () => ({ isStaff: true }));

// nobody has more than fifty
beforeEach(() => db.write((tx) => tx.deleteFrom("api_tokens").execute()));

const closed = calls.filter(([, { access }]) => access !== "open");
const codeOf = ({ headers }: Answer) => headers.get(codeHeader);
const ofUser = ({ userId: id }: Person) => ({ id });

async function asWritten(name: string, route: FullRoute, caller: Person) {
  return asProgram(route, await exampleOf(name, a, caller));
}

describe("the call", () => {
  test.each(walked(closed))(
    "%s wants its scope of a program's token, and a token with it is good for it",
    async (name, route) => {
      const caller = await staff(name);
      const sent = await asWritten(name, route, caller);
      const wanted = wantedScopes(route, sent.body);
      if (wanted === null) {
        const answer = await submit(await programOf(server, ofUser(caller)), route, sent);
        expect([answer.status, codeOf(answer), answer.body]).toEqual([
          403,
          "not_by_token",
          { detail: accessRefused.notByToken.message },
        ]);
        return;
      }
      for (const missing of wanted) {
        const scopes = tokenScopes.filter((scope) => scope !== missing);
        const answer = await submit(await programOf(server, ofUser(caller), { scopes }), route, sent);
        expect([answer.status, codeOf(answer), answer.body]).toEqual([
          403,
          "token_scope",
          { detail: `Diesem Token fehlt die Berechtigung „${scopeText[missing]}“.` },
        ]);
      }
      const answer = await submit(await programOf(server, ofUser(caller), { scopes: wanted }), route, sent);
      expect(answer.status, answer.text).toBe(successOf(route));
    },
  );
});

describe("a customer's user", () => {
  const forToken = walked(closed.filter(([, { scope }]) => scope !== null));
  const [callers, others] = [peopleOf(server, () => ({})), peopleOf(server, () => ({}))];

  test.each(forToken)("is refused %s by a token wherever they are refused it themselves", async (name, route) => {
    const [caller, other] = [await callers(name), await others(name)];
    const plain = await server.as(ofUser(caller));
    const program = await programOf(server, ofUser(caller));
    for (const whose of [other, caller]) {
      const sent = await asWritten(name, route, whose);
      await db.write((tx) =>
        tx.updateTable("customer_users").set(noRights).where("user_id", "=", caller.userId).execute(),
      );
      const own = await submit(plain, route, sent);
      if (own.status < 300) continue;
      const answer = await submit(program, route, sent);
      expect([answer.status, answer.text, codeOf(answer)]).toEqual([own.status, own.text, codeOf(own)]);
    }
  });
});
describe("a token for one of two customers", () => {
  const forUsers = walked(closed.filter(([, { scope, access }]) => scope !== null && access === "user"));
  const most = { may_order: true, may_store: true, may_manage: true, may_approve_destruction: true };
  const allRights = { ...most, may_see_invoices: false }; // the examples of invoices give it
  const [ofOne, ofOther, ofBoth] = [
    peopleOf(server, () => ({})),
    peopleOf(server, () => ({})),
    peopleOf(server, () => ({})),
  ];

  test.each(forUsers)(
    "does with %s what a user of that one does, to the other one's things, too",
    async (name, route) => {
      const [caller, other, single] = [await ofBoth(name), await ofOther(name), await ofOne(name)];
      const one = { ...caller, owner: single.owner };
      const users = [caller, other, single].map(({ userId }) => userId);
      await db.write(async (tx) => {
        const both = [other.owner, single.owner].map(({ id }) => ({ user_id: caller.userId, customer_id: id }));
        await tx
          .insertInto("customer_users")
          .values(both)
          .onConflict((met) => met.doNothing())
          .execute();
        await tx.updateTable("customer_users").set(allRights).where("user_id", "in", users).execute();
      });
      const program = await programOf(server, ofUser(caller), { customer: single.owner });
      const sent = await asWritten(name, route, other);
      const isAboutOneself = sent.path?.["id"] === other.userId || sent.path === undefined;
      const [answer, expected] = [await submit(program, route, sent), await submit(single.client, route, sent)];
      if (expected.status >= 300) expect([answer.status, answer.text]).toEqual([expected.status, expected.text]);
      else expect(isAboutOneself, name).toBe(true);
      expect(answer.text).not.toContain(other.owner.name);
      const own = await submit(program, route, await asWritten(name, route, one));
      expect(own.status, own.text).toBe(successOf(route));
    },
  );
});

test("every kind of change wants more than to read, and what destroys, gives rights or sets prices its own scope", () => {
  const openRights = Object.entries(all)
    .filter(([, { writes, scope, method }]) => writes && method !== "GET" && scope === "read")
    .map(([name]) => name);
  expect(openRights).toEqual([]);
  const proof = ["destruction", "users", "billing", null]; // by no program
  const unproven = Object.entries(all)
    .filter(([, { confirms, scope, scopeWith }]) => {
      const marks = [scope, ...(scopeWith ?? []).map(([more]) => more)];
      return confirms && scope !== null && !marks.some((mark) => proof.includes(mark));
    })
    .map(([name]) => name);
  expect(unproven).toEqual([]);
});

test("no token reaches passwords, second factors, sessions and tokens", () => {
  const reached = Object.entries(all).filter(
    ([, { path, secret, scope, scopeWith }]) =>
      (/\/(sessions?|second-factor|password|reset-password|tokens|service-accounts)\//.test(path) || secret === true) &&
      scope !== null &&
      !(scopeWith ?? []).some(([more]) => more === null),
  );
  expect(reached.map(([name]) => name)).toEqual([]);
});
