import { describe, expect, test } from "vitest";
import { listDocuments } from "#contract/calls/paper/documents.ts";
import { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const staffId = (await a.user({ isStaff: true })).id;
const owner = await a.customer();
const other = await a.customer();
const reader = await server.asCustomer(owner);

for (const customer of [owner, other, owner]) {
  const boxes = [await a.box({ owner: customer, state: 1 })];
  await a.proof(await a.delivery({ owner: customer, boxes, state: DeliveryState.completed }), { id: staffId });
  await a.import({ owner: customer, by: { id: staffId }, committed: true });
  await a.batch({ owner: customer, boxes: [await a.box({ owner: customer, state: 7 })], until: "certified" });
}

const kindsOf = (results: readonly { kind: string }[]) => results.map(({ kind }) => kind).sort();

describe("the documents that are kept", () => {
  test("are listed once each and the oldest first, however few a page holds", async () => {
    const { results, after } = await staff.call(listDocuments, { query: { limit: 1000 } });
    expect([results.length >= 9, after]).toEqual([true, null]);
    const created = results.map((document) => document.created);
    expect(created).toEqual([...created].sort());
    const listed: typeof results = [];
    for (let place: string | null = ""; place !== null; ) {
      const page: { results: typeof results; after: string | null } = await staff.call(listDocuments, {
        query: { limit: 2, ...(place === "" ? {} : { after: place }) },
      });
      listed.push(...page.results);
      place = page.after;
    }
    expect(listed).toEqual(results);
  });

  test("are a customer's user's own; what staff imported and letters that staff keep are staff's", async () => {
    const { results } = await reader.call(listDocuments, {});
    expect(new Set(results.map(({ customer }) => customer.id))).toEqual(new Set([owner.id]));
    expect(kindsOf(results)).toEqual(["certificate", "certificate", "proof", "proof"]);
    expect((await reader.call(listDocuments, { query: { owner_id: other.id } })).results).toEqual([]);
  });

  expensive("seven documents or more, each downloaded")(
    "are narrowed by kind and customer, and each is where it says",
    async () => {
      const query = { kind: "proof", owner: owner.code } as const;
      const { results } = await staff.call(listDocuments, { query });
      expect(kindsOf(results)).toEqual(["proof", "proof"]);
      const all = await staff.call(listDocuments, { query: { owner_id: owner.id } });
      for (const { address } of all.results) {
        const answer = await staff.raw("GET", new URL(address).pathname);
        expect([address, answer.status]).toEqual([address, 200]);
      }
    },
  );

  test("a place that is none is refused", async () => {
    for (const after of ["x", "1-proof", "1-note-1", "-1-proof-1"])
      expect((await staff.ask(listDocuments, { query: { after } })).status).toBe(400);
  });
});
