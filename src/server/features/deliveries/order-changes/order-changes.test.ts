import { describe, expect, test } from "vitest";
import { createAddress } from "#contract/calls/customers/addresses.ts";
import {
  createDelivery,
  getDelivery,
  setDeliveryAddress,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

/** An open delivery to the works in the north, of a customer who has one in the south, too. */
async function open(kind: 0 | 3 = DeliveryKind.customer) {
  const owner = await a.customer();
  const works = async (name: string, city: string) => {
    const body = { name, street: "Am Wall 1", postcode: "28195", city };
    return staff.call(createAddress, { path: { id: owner.id }, body });
  };
  const [north, south] = [await works("Werk Nord", "Bremen"), await works("Werk Süd", "München")];
  const option = await a.option({ owner });
  const boxes = [(await a.box({ owner, state: 1 })).id];
  const user = await server.asCustomer(owner);
  const body = { kind, customer: owner.id, delivery_option: option.id, boxes };
  const { id } = await user.call(createDelivery, { body });
  return { owner, north, south, id, path: { id }, user };
}
const line = (name: string, city: string) => `${name}, Am Wall 1, 28195 ${city}`;

describe("an open delivery", () => {
  test.each(["staff", "whoever may order"])("is sent to another address by %s, once, and says so", async (who) => {
    const { path, south, user } = await open();
    const client = who === "staff" ? staff : user;
    const sent = await client.call(setDeliveryAddress, { path, body: { address: south.id } });
    expect(sent.address).toMatchObject({ name: "Werk Süd", city: "München" });
    await client.call(setDeliveryAddress, { path, body: { address: south.id } });
    const { events } = await staff.call(getDelivery, { path });
    expect(events.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ["created", null, null],
      ["address", line("Werk Nord", "Bremen"), line("Werk Süd", "München")],
    ]);
  });

  test("stays where somebody else has sent it meanwhile, until that was seen", async () => {
    const { path, north, south, user } = await open();
    const { address: seen } = await user.call(getDelivery, { path });
    await staff.call(setDeliveryAddress, { path, body: { address: south.id, before: { address: seen } } });
    const again = { address: north.id, before: { address: { ...seen!, name: "Werk West" } } };
    expect(await user.refusal(setDeliveryAddress, { path, body: again })).toEqual({
      address: [`Inzwischen hat jemand anders das geändert: „${line("Werk Süd", "München")}“.`],
    });
    const { address: now } = await user.call(getDelivery, { path });
    await user.call(setDeliveryAddress, { path, body: { address: north.id, before: { address: now } } });
  });

  test("goes to no address of another customer, and no other customer's user sends it anywhere", async () => {
    const [{ path, south }, other] = [await open(), await open()];
    const body = { address: other.south.id };
    expect(await staff.refusal(setDeliveryAddress, { path, body })).toEqual({
      address: ["Diese Adresse gibt es nicht."],
    });
    for (const address of [south.id, other.south.id])
      expect((await other.user.ask(setDeliveryAddress, { path, body: { address } })).status).toBe(404);
    const looking = await server.as(await a.user({ customers: [other.owner] }));
    await db.write((tx) =>
      tx.updateTable("customer_users").set({ may_order: false }).where("user_id", "=", looking.userId).execute(),
    );
    expect((await looking.ask(setDeliveryAddress, { path: other.path, body })).status).toBe(400);
    expect((await staff.call(getDelivery, { path: other.path })).address).toMatchObject({ name: "Werk Nord" });
  });

  test("is sent nowhere else once the work on it has begun, nor where nobody drives", async () => {
    const { path, south } = await open();
    await staff.call(startDelivery, { path });
    const body = { address: south.id };
    expect(await staff.refusal(setDeliveryAddress, { path, body })).toEqual({
      non_field_errors: ["Das geht nicht: Die Lieferung hat den Status „In Bearbeitung“."],
    });
    const scans = await open(DeliveryKind.copy);
    const refusal = await staff.refusal(setDeliveryAddress, { path: scans.path, body: { address: scans.south.id } });
    expect(Object.keys(refusal as object)).toEqual(["address"]);
  });
});
