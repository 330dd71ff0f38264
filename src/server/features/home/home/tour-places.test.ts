import { expect, test } from "vitest";
import { home } from "#contract/calls/home/home.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

test("home says where each delivery goes, by its own address or the customer's, and until when; nobody drives for a return", async () => {
  const owner = await a.customer({ postcode: "28195" });
  const seat = { address_street: "Lange Straße 5", address_city: "Bremen" };
  await db.write((tx) => tx.updateTable("customers").set(seat).where("id", "=", owner.id).execute());
  const option = await a.option({ owner, to: "13:00" });
  const stock = async () => ({ owner, boxes: [await a.box({ owner, state: 1 })] });
  const [toOwn, toBranch] = [await a.delivery(await stock()), await a.delivery(await stock())];
  await a.delivery({ owner, kind: 1, boxes: [await a.box({ owner, state: 2 })] });
  const branch = { name: "Filiale", street: "Am Hafen 1", postcode: "27568", city: "Bremerhaven" };
  const address = { ...branch, contact: "", phone: "", hours: "", note: "" };
  const change = (id: number, values: object) =>
    db.write((tx) => tx.updateTable("deliveries").set(values).where("id", "=", id).execute());
  await change(toOwn.id, { option_id: option.id });
  await change(toBranch.id, { address: JSON.stringify(address) });
  const { tour } = await (await server.asCustomer(owner)).call(home, {});
  expect(tour.deliveries.map((stop) => [stop.address, stop.until])).toEqual([
    ["Lange Straße 5, 28195 Bremen", "13:00"],
    ["Am Hafen 1, 27568 Bremerhaven", null],
    ["", null],
  ]);
});
