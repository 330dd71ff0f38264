import { describe, expect, test } from "vitest";
import { createAddress, deleteAddress, editAddress, listAddresses } from "#contract/calls/customers/addresses.ts";
import { createDelivery, deliveryNote, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const north = {
  name: "Werk Nord",
  street: "Hafenstraße 12",
  postcode: "01097",
  city: "Dresden",
  contact: "Frau Lehmann",
  phone: "0351 1234",
  hours: "8 – 15 Uhr",
  note: "Tor 2",
};
const add = (owner: Customer, wish: object = {}) =>
  staff.call(createAddress, { path: { id: owner.id }, body: { ...north, ...wish } });
const addresses = async (owner: Customer, client = staff) =>
  (await client.call(listAddresses, { path: { id: owner.id } })).results;
const defaults = async (owner: Customer) =>
  (await addresses(owner)).filter(({ is_default }) => is_default).map(({ name }) => name);

async function ordered(owner: Customer, wish: object = {}, client = staff) {
  const option = await a.option({ owner, ...anyDay });
  const box = await a.box({ owner, state: 1 });
  const body = { customer: owner.id, delivery_option: option.id, boxes: [box.id], ...wish };
  return client.ask(createDelivery, { body });
}

describe("the addresses of a customer", () => {
  test("have one default at every moment: the first, another one that is made it, the oldest where it goes", async () => {
    const owner = await a.customer();
    const first = await add(owner);
    expect(first).toEqual({ id: expect.any(Number), ...north, is_default: true });
    const second = await add(owner, { name: "Werk Süd" });
    expect(await defaults(owner)).toEqual(["Werk Nord"]);
    await staff.call(editAddress, { path: { id: second.id }, body: { is_default: true } });
    expect(await defaults(owner)).toEqual(["Werk Süd"]);
    await add(owner, { name: "Werk West", is_default: true });
    expect(await defaults(owner)).toEqual(["Werk West"]);
    const [west] = await addresses(owner);
    const none = { path: { id: west?.id ?? 0 }, body: { is_default: false } };
    expect((await staff.ask(editAddress, none)).body).toEqual({
      is_default: ["Eine Adresse ist immer die Standardadresse. Bitte machen Sie eine andere dazu."],
    });
    await staff.call(deleteAddress, { path: { id: west?.id ?? 0 } });
    expect(await defaults(owner)).toEqual(["Werk Nord"]);
    await Promise.all([1, 2, 3].map((number) => add(owner, { name: `Neu ${number}`, is_default: true })));
    expect(await defaults(owner)).toHaveLength(1);
  });

  test("have names of their own", async () => {
    const owner = await a.customer();
    const [first, second] = [await add(owner), await add(owner, { name: "Werk Süd" })];
    const text = { name: ["Eine Adresse „Werk Nord“ hat der Kunde schon."] };
    const body = { name: "Werk Nord" };
    expect((await staff.ask(createAddress, { path: { id: owner.id }, body })).body).toEqual(text);
    expect((await staff.ask(editAddress, { path: { id: second.id }, body })).body).toEqual(text);
    expect((await staff.ask(editAddress, { path: { id: first.id }, body })).status).toBe(200);
    expect(await addresses(await a.customer())).toEqual([]);
  });

  test("stand in the order of a German list, below the default one, whatever the database's own order is", async () => {
    const owner = await a.customer();
    const names = ["Zentrale", "Lager 10", "ämter", "Lager 2", "Archiv", "Österreich", "Zürich"];
    for (const name of names) await add(owner, { name });
    const inOrder = ["Zentrale", "ämter", "Archiv", "Lager 2", "Lager 10", "Österreich", "Zürich"];
    expect((await addresses(owner)).map(({ name }) => name)).toEqual(inOrder);
  });

  test("are read by the customer's users and changed by staff alone; foreign ones are not there", async () => {
    const owner = await a.customer();
    const { id } = await add(owner);
    const [user, stranger] = [await server.asCustomer(owner), await server.asCustomer(await a.customer())];
    expect(await addresses(owner, user)).toHaveLength(1);
    expect((await stranger.ask(listAddresses, { path: { id: owner.id } })).status).toBe(404);
    for (const client of [user, stranger]) {
      expect((await client.ask(editAddress, { path: { id }, body: { city: "Ulm" } })).status).toBe(403);
      expect((await client.ask(deleteAddress, { path: { id } })).status).toBe(403);
    }
  });
});

describe("an order", () => {
  test("goes to the address that was chosen, else to the default one, else where it always went", async () => {
    const owner = await a.customer();
    expect((await ordered(owner)).body).toMatchObject({ address: null });
    await add(owner);
    const { id } = await add(owner, { name: "Werk Süd" });
    const user = await server.asCustomer(owner);
    expect((await ordered(owner, {}, user)).body).toMatchObject({ address: north });
    expect((await ordered(owner, { address: id }, user)).body).toMatchObject({
      address: { ...north, name: "Werk Süd" },
    });
  });

  expensive("a delivery note on paper, after its address was changed")(
    "keeps and prints the address as it was, whatever becomes of it",
    async () => {
      const owner = await a.customer();
      const { id: address } = await add(owner);
      const { id } = (await ordered(owner)).body as { id: number };
      await staff.call(editAddress, { path: { id: address }, body: { street: "Neue Gasse 1" } });
      await staff.call(deleteAddress, { path: { id: address } });
      expect((await staff.call(getDelivery, { path: { id } })).address).toEqual(north);
      const { bytes } = await staff.download(deliveryNote, { path: { id } });
      const text = textOf(bytes).replace(/\s+/g, " ");
      for (const part of ["Werk Nord", "Hafenstraße 12", "01097 Dresden", "Frau Lehmann", "Tor 2"])
        expect(text).toContain(part);
      expect(text).not.toContain("Neue Gasse");
    },
  );

  test("takes no address of another customer, no more than one that there is not", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const { id } = await add(other);
    const unknown = { address: ["Diese Adresse gibt es nicht."] };
    const user = await server.asCustomer(owner);
    for (const address of [id, 2_000_000_000]) expect((await ordered(owner, { address }, user)).body).toEqual(unknown);
  });
});
