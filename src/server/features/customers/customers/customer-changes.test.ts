import { beforeAll, describe, expect, test } from "vitest";
import { createCustomer, deleteCustomer, editCustomer, getCustomer } from "#contract/calls/customers/customers.ts";
import type { Body } from "#contract/route.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let one: Client;
let other: Client;

beforeAll(async () => {
  one = await server.asStaff();
  other = await server.asStaff();
});

const edit = (client: Client, id: number, body: Body<typeof editCustomer>) =>
  client.ask(editCustomer, { path: { id }, body });
const meanwhile = (value: string) => [`Inzwischen hat jemand anders das geändert: „${value}“.`];

describe("a customer", () => {
  const hasBoxes = { non_field_errors: ["Nur Kunden ohne Boxen können gelöscht werden."] };
  const remove = (id: number) => one.ask(deleteCustomer, { path: { id } });

  test("without boxes is deleted with options and assignments; the people and everybody else stay", async () => {
    const [gone, kept] = [await a.customer(), await a.customer()];
    const user = await a.user({ customers: [gone, kept] });
    await a.option({ owner: gone });
    await a.option({ owner: kept });
    const client = await server.as(user);
    expect((await remove(gone.id)).status).toBe(204);
    expect((await remove(gone.id)).status).toBe(404);
    expect((await one.ask(getCustomer, { path: { id: gone.id } })).status).toBe(404);
    expect((await edit(one, gone.id, { name: "Weg" })).status).toBe(404);
    const left = (table: "delivery_options" | "customer_users") =>
      db.read.selectFrom(table).select("customer_id").where("customer_id", "in", [gone.id, kept.id]).execute();
    expect([await left("delivery_options"), await left("customer_users")]).toEqual(
      Array.from({ length: 2 }, () => [{ customer_id: kept.id }]),
    );
    expect((await client.raw("GET", "/api/v1/customers/")).body).toMatchObject({
      count: 1,
      results: [{ id: kept.id }],
    });
  });

  test("with a box in any state stays whole, and can be deleted when the last box is", async () => {
    for (const state of [0, 1, 2, 3, 4, 5, 6, 7] as const) {
      const owner = await a.customer();
      const box = await a.box({ owner, state });
      await a.option({ owner });
      const { status, body } = await remove(owner.id);
      expect([status, body]).toEqual([400, hasBoxes]);
      expect(await one.call(getCustomer, { path: { id: owner.id } })).toMatchObject({
        count_boxes: 1,
        count_deliveryoptions: 1,
      });
      if (state !== 0) continue;
      expect((await one.raw("DELETE", `/api/v1/boxes/${box.id}/`)).status).toBe(204);
      expect((await remove(owner.id)).status).toBe(204);
    }
  });

  test("gets another code that is free, as long as none is on a box", async () => {
    const [owner, neighbour] = [await a.customer({ code: 4711 }), await a.customer({ code: 4712 })];
    const recode = async (code: unknown) => {
      const { status, body } = await one.send("PATCH", `/api/v1/customers/${owner.id}/`, { code });
      return [status, body];
    };
    expect(await recode(neighbour.code)).toEqual([400, { code: ["customer with this code already exists."] }]);
    expect(await recode(null), "an old client says nothing by it").toMatchObject([200, { code: 4711 }]);
    for (const empty of ["", " "]) expect(await recode(empty)).toEqual([400, { code: ["Bitte ausfüllen"] }]);
    expect(await recode(10_000)).toEqual([400, { code: ["Ungültig"] }]);
    expect(await recode("0815")).toMatchObject([200, { code: 815, name: owner.name }]);
    const box = await a.box({ owner: { ...owner, code: 815 } });
    expect(await recode(816)).toEqual([
      400,
      { code: ["Der Code steht auf den Boxen: Nur ohne Boxen kann er geändert werden."] },
    ]);
    expect(await recode(815)).toMatchObject([200, { code: 815, count_boxes: 1 }]);
    expect(box.code).toBe("0815000001");
  });

  test("that gets another code or a box at the same moment has boxes with its code", async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await a.customer();
      const code = 6000 + round;
      const [made, edited] = await Promise.all([
        other.send("POST", "/api/v1/boxes/", { owner: id }),
        edit(one, id, { code }),
      ]);
      expect([made.status, [200, 400].includes(edited.status)]).toEqual([201, true]);
      const [box] = made.body as { code: string; owner: { code: number } }[];
      const now = await one.call(getCustomer, { path: { id } });
      expect(box?.code.slice(0, 4)).toBe(String(now.code).padStart(4, "0"));
    }
  });

  test("is not lost under a box that is made at the same moment", async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await a.customer();
      const [made, gone] = await Promise.all([other.send("POST", "/api/v1/boxes/", { owner: id }), remove(id)]);
      expect([`${made.status} ${gone.status}`]).toEqual([expect.stringMatching(/^(201 400|40[04] 204)$/)]);
    }
  });
});

describe("two who edit a customer at the same time", () => {
  const shown = { name: "Alt", notes: "alt", address_city: "Bremen", meter_price: "1.50" };
  const customer = async () => (await one.call(createCustomer, { body: shown })).id;
  const nowOf = (id: number) => one.call(getCustomer, { path: { id } });

  test("both keep what they changed in different fields", async () => {
    const id = await customer();
    expect((await edit(one, id, { name: "Neu", before: shown })).status).toBe(200);
    expect((await edit(other, id, { address_city: "Emden", meter_price: "2", before: shown })).status).toBe(200);
    expect(await nowOf(id)).toMatchObject({ name: "Neu", notes: "alt", address_city: "Emden", meter_price: "2.00" });
  });

  test("both keep them also at the same moment", async () => {
    const id = await customer();
    const answers = await Promise.all([
      edit(one, id, { notes: "eins", before: shown }),
      edit(other, id, { address_city: "zwei", before: shown }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await nowOf(id)).toMatchObject({ notes: "eins", address_city: "zwei" });
  });

  test.each([
    ["name", "Eins", "Zwei", "Eins"],
    ["notes", "", "zwei", ""],
    ["address_city", "Eutin", "Zwickau", "Eutin"],
    ["meter_price", "2", "3.00", "2.00"],
  ] as const)(
    "the second learns of %s, and nothing of the second change is stored",
    async (field, first, second, now) => {
      const id = await customer();
      expect((await edit(one, id, { [field]: first, before: shown })).status).toBe(200);
      const stored = await nowOf(id);
      const { status, body } = await edit(other, id, { [field]: second, address_street: "Neu", before: shown });
      expect([status, body]).toEqual([400, { [field]: meanwhile(now) }]);
      expect(await nowOf(id)).toEqual(stored);
      expect((await edit(other, id, { [field]: second, before: { [field]: now } })).status, "having seen it").toBe(200);
    },
  );

  test("exactly one gets through when both change the same field at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await customer();
      const answers = await Promise.all([
        edit(one, id, { name: "Eins", before: shown }),
        edit(other, id, { name: "Zwei", before: shown }),
      ]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 400]);
      expect((await nowOf(id)).name).toBe(["Eins", "Zwei"][winner]);
    }
  });

  test("agree when they change it to the same", async () => {
    const id = await customer();
    for (const client of [one, other])
      expect((await edit(client, id, { name: "Gleich", before: shown })).status).toBe(200);
  });

  test("overwrite each other only when they do not say what they saw", async () => {
    const id = await customer();
    for (const [client, name] of [
      [one, "Eins"],
      [other, "Zwei"],
    ] as const)
      await edit(client, id, { name });
    expect((await nowOf(id)).name).toBe("Zwei");
  });

  test("the second learns of the people, by their addresses, and nothing is stored", async () => {
    const id = await customer();
    const [anna, bert, carl] = [
      await a.user({ email: "anna@x.de" }),
      await a.user({ email: "bert@x.de" }),
      await a.user(),
    ];
    const before = { ...shown, user_ids: [anna.id] };
    await edit(one, id, { user_ids: [anna.id] });
    expect((await edit(one, id, { user_ids: [bert.id, anna.id], before })).status).toBe(200);
    const stored = await nowOf(id);
    const { status, body } = await edit(other, id, { name: "Neu", user_ids: [anna.id, carl.id], before });
    expect([status, body]).toEqual([400, { user_ids: meanwhile("anna@x.de, bert@x.de") }]);
    expect(await nowOf(id)).toEqual(stored);
    const seen = { ...before, user_ids: [bert.id, anna.id] };
    expect((await edit(other, id, { user_ids: [carl.id], before: seen })).body.users).toMatchObject([{ id: carl.id }]);
    expect((await edit(other, id, { name: "Neu", before })).status, "only the name is changed").toBe(200);
  });
});

test("people who are refused leave a customer as it was", async () => {
  const [user, admin] = [await a.user(), await a.user({ isStaff: true })];
  const { id } = await one.call(createCustomer, { body: { name: "Kunde", user_ids: [user.id] } });
  const stored = await one.call(getCustomer, { path: { id } });
  for (const wrong of [admin.id, 2_000_000_000]) {
    const { status, body } = await edit(one, id, { name: "Neu", user_ids: [user.id, wrong] });
    expect([status, body]).toEqual([400, { user_ids: ["Diesen User des Kunden gibt es nicht."] }]);
    const created = await one.ask(createCustomer, { body: { name: "Nie da", user_ids: [wrong] } });
    expect([created.status, created.body]).toEqual([400, { user_ids: ["Diesen User des Kunden gibt es nicht."] }]);
  }
  expect(await one.call(getCustomer, { path: { id } })).toEqual(stored);
  expect((await one.raw("GET", "/api/v1/customers/?name=Nie%20da")).body).toMatchObject({ count: 0 });
});
