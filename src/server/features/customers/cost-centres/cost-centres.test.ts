import { describe, expect, test } from "vitest";
import { listBoxes, getBox, editMeta, setCostCentre } from "#contract/calls/stock/boxes.ts";
import { undoMeta } from "#contract/calls/stock/meta.ts";
import { listCostCentres, setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { createDelivery, getDelivery, listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { checkImport, createImport, importErrors } from "#contract/calls/exchange/imports.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const list = (owner: Customer, ...cost_centres: string[]) =>
  staff.call(setCostCentres, { path: { id: owner.id }, body: { cost_centres } });
const set = (boxes: readonly { id: number }[], cost_centre: string, client = staff) =>
  client.call(setCostCentre, { body: { boxes: boxes.map(({ id }) => id), cost_centre } });
const message = (name: string) => `„${name}“ ist keine Kostenstelle dieses Kunden.`;

describe("the cost centre of a box", () => {
  test("is any text while the customer has no list, and one of the list afterwards", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner });
    expect(await set([box], "Einkauf")).toEqual({ changed: 1 });
    expect((await list(owner, "4712", "4711")).cost_centres).toEqual(["4711", "4712"]);
    await expect(set([box], "Vertrieb")).rejects.toThrow(message("Vertrieb"));
    expect(await staff.call(getBox, { path: { id: box.id } })).toMatchObject({ cost_centre: "Einkauf" });
    expect(await set([box], "4711")).toEqual({ changed: 1 });
    expect(await set([box], "")).toEqual({ changed: 1 });
    const { history } = await staff.call(getBox, { path: { id: box.id } });
    expect(history.slice(1).map(({ state, meta }) => [state, meta?.from, meta?.to])).toEqual([
      [42, "", "Einkauf"],
      [42, "Einkauf", "4711"],
      [42, "4711", ""],
    ]);
  });

  test("is set at many boxes, all of them or none, and never at a destroyed one", async () => {
    const owner = await a.customer();
    const boxes = [await a.box({ owner }), await a.box({ owner })];
    const destroyed = await a.box({ owner, state: 6 });
    await expect(set([...boxes, destroyed], "4711")).rejects.toThrow("vernichtet");
    await expect(set([...boxes, { id: 999_999_999 }], "4711")).rejects.toThrow("Diese Box gibt es nicht.");
    expect(await set(boxes, "4711")).toEqual({ changed: 2 });
    const body = { customer: { id: owner.id }, cost_centre: "4712", meta_year: 2001 };
    expect(await staff.call(editMeta, { body })).toMatchObject({ boxes: 3, changed: 5 });
    expect(await staff.call(getBox, { path: { id: destroyed.id } })).toMatchObject({
      cost_centre: "",
      meta_year: 2001,
    });
  });

  test("that many boxes got at once is what it was before when that is taken back", async () => {
    const owner = await a.customer();
    const [first, second] = [await a.box({ owner }), await a.box({ owner })];
    await set([first], "4711");
    const customer = { id: owner.id };
    const { undo, changed } = await staff.call(editMeta, { body: { customer, cost_centre: "4712" } });
    expect(changed).toBe(2);
    await staff.call(undoMeta, { body: { customer, undo: undo ?? "" } });
    expect(await staff.call(getBox, { path: { id: first.id } })).toMatchObject({ cost_centre: "4711" });
    expect(await staff.call(getBox, { path: { id: second.id } })).toMatchObject({ cost_centre: "" });
  });

  test("is set by a customer's user with the right to store, at their own boxes", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const [box, foreign] = [await a.box({ owner }), await a.box({ owner: other })];
    const user = await a.user({ customers: [owner] });
    const client = await server.as(user);
    await expect(set([box], "4711", client)).rejects.toThrow("Dafür fehlt Ihnen das Recht");
    expect(await client.call(listCostCentres, { path: { id: owner.id } })).toMatchObject({ may_set: false });
    await a.storer(user, owner);
    expect(await set([box], "4711", client)).toEqual({ changed: 1 });
    await expect(set([foreign], "4711", client)).rejects.toThrow("Diese Box gibt es nicht.");
    await expect(client.call(listCostCentres, { path: { id: other.id } })).rejects.toThrow("404");
  });

  test("finds it in the list, in capitals or not, and stands at an order", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner, state: 1 });
    await a.box({ owner });
    await set([box], "Einkauf");
    const user = await server.as(await a.user({ customers: [owner] }));
    for (const client of [staff, user]) {
      const { results } = await client.call(listBoxes, { query: { owner: owner.code, cost_centre: "einkauf" } });
      expect(results.map(({ id }) => id)).toEqual([box.id]);
    }
    const option = await a.option({ owner });
    await list(owner, "Einkauf");
    const body = { customer: owner.id, delivery_option: option.id, boxes: [box.id] };
    await expect(user.call(createDelivery, { body: { ...body, cost_centre: "Vertrieb" } })).rejects.toThrow(
      message("Vertrieb"),
    );
    const { id } = await user.call(createDelivery, { body: { ...body, cost_centre: "Einkauf" } });
    for (const client of [staff, user]) {
      const { results } = await client.call(listDeliveries, { query: { cost_centre: "EINKAUF" } });
      expect(results.map((delivery) => delivery.id)).toContain(id);
      expect((await client.call(listDeliveries, { query: { cost_centre: "Vertrieb" } })).count).toBe(0);
    }
  });
});

describe("a cost centre that is renamed", () => {
  const rename = (owner: Customer, cost_centres: string[], ...renamed: { from: string; to: string }[]) =>
    staff.call(setCostCentres, { path: { id: owner.id }, body: { cost_centres, renamed } });
  const carried = async (owner: Customer) =>
    (await staff.call(listCostCentres, { path: { id: owner.id }, query: { carried: "true" } })).carried;

  test("takes along boxes, deliveries and what users see", async () => {
    const owner = await a.customer();
    const [box, other] = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
    await list(owner, "Einkauf", "Vertrieb");
    await set([box], "Einkauf");
    await set([other], "Vertrieb");
    const option = await a.option({ owner });
    const order = { customer: owner.id, delivery_option: option.id, boxes: [box.id], cost_centre: "Einkauf" };
    const { id } = await staff.call(createDelivery, { body: order });
    const user = await a.user({ customers: [owner] });
    await db.write((tx) =>
      tx
        .updateTable("customer_users")
        .set({ cost_centres: ["Einkauf"] })
        .where("user_id", "=", user.id)
        .execute(),
    );
    const department = await server.as(user);
    expect(await carried(owner)).toEqual([
      { name: "Einkauf", boxes: 1, deliveries: 1, services: 0, users: 1 },
      { name: "Vertrieb", boxes: 1, deliveries: 0, services: 0, users: 0 },
    ]);

    await rename(owner, ["Beschaffung", "Vertrieb"], { from: "Einkauf", to: "Beschaffung" });

    expect(await carried(owner)).toEqual([
      { name: "Beschaffung", boxes: 1, deliveries: 1, services: 0, users: 1 },
      { name: "Vertrieb", boxes: 1, deliveries: 0, services: 0, users: 0 },
    ]);
    for (const client of [staff, department]) {
      const { cost_centre, history } = await client.call(getBox, { path: { id: box.id } });
      expect([cost_centre, history.at(-1)?.meta]).toEqual(["Beschaffung", { from: "Einkauf", to: "Beschaffung" }]);
      const { cost_centre: paid, events } = await client.call(getDelivery, { path: { id } });
      expect(paid).toBe("Beschaffung");
      expect(events.at(-1)).toMatchObject({ kind: "cost_centre", from: "Einkauf", to: "Beschaffung" });
    }
    await expect(department.call(getBox, { path: { id: other.id } })).rejects.toThrow("404");
    const { results } = await staff.call(listAudit, { query: { customer: owner.code } });
    expect(results.filter(({ text }) => text.includes("heißt jetzt")).map(({ text }) => text)).toEqual([
      "Kostenstellen festgelegt: „Einkauf“ heißt jetzt „Beschaffung“",
      "Kostenstellen festgelegt: „Einkauf“ heißt jetzt „Beschaffung“ (1 Box, 1 Lieferung)",
    ]);
  });

  test("must be gone from the list, and becomes none that there is already: its users would see more", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner });
    await list(owner, "Einkauf", "Vertrieb");
    await set([box], "Einkauf");
    const renaming = { from: "Einkauf", to: "Vertrieb" };
    await expect(rename(owner, ["Vertrieb"], renaming)).rejects.toThrow("Die Kostenstelle „Vertrieb“ gibt es schon");
    await expect(rename(owner, ["Einkauf", "Neu"], { from: "Einkauf", to: "Neu" })).rejects.toThrow(
      "„Einkauf“ steht noch in der Liste",
    );
    await expect(rename(owner, ["Neu"], { from: "Lager", to: "Neu" })).rejects.toThrow(message("Lager"));
    await expect(rename(owner, ["Neu"], { from: "Einkauf", to: "Alt" })).rejects.toThrow(message("Alt"));
    const twice = [
      { from: "Einkauf", to: "Neu" },
      { from: "Vertrieb", to: "Neu" },
    ];
    await expect(rename(owner, ["Neu"], ...twice)).rejects.toThrow("steht doppelt");
    expect(await staff.call(getBox, { path: { id: box.id } })).toMatchObject({ cost_centre: "Einkauf" });
    expect((await staff.call(listCostCentres, { path: { id: owner.id } })).cost_centres).toEqual([
      "Einkauf",
      "Vertrieb",
    ]);
  });

  test("gets its old name back in the same way, and is taken off the list without one", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner });
    await set([box], "Einkauf");
    await rename(owner, ["EINKAUF"], { from: "Einkauf", to: "EINKAUF" });
    await rename(owner, ["Einkauf"], { from: "EINKAUF", to: "Einkauf" });
    await list(owner, "Vertrieb");
    expect(await carried(owner)).toEqual([{ name: "Einkauf", boxes: 1, deliveries: 0, services: 0, users: 0 }]);
  });
});

test("a list of cost centres has each of them once", async () => {
  const owner = await a.customer();
  await expect(list(owner, "Einkauf", "EINKAUF")).rejects.toThrow(
    "Die Kostenstelle „EINKAUF“ steht doppelt in der Liste.",
  );
  expect((await list(owner)).cost_centres).toEqual([]);
});

expensive("a list that a process of its own reads")(
  "a list of boxes names a cost centre of the customer's list, or the one that the box has already",
  async () => {
    const owner = await a.customer();
    const box = await a.box({ owner, number: 1 });
    await set([box], "4710");
    await list(owner, "4711");
    const file = new Blob(["Boxnummer;Kostenstelle\n1;4710\n2;4711\n3;4712\n"]);
    const body = { customer: owner.id, name: "Liste.csv", file } as { customer: number; name: string };
    const { id } = await staff.call(createImport, { body });
    expect(await staff.call(checkImport, { path: { id } })).toMatchObject({ errors: 1 });
    const { results } = await staff.call(importErrors, { path: { id } });
    expect(JSON.stringify(results)).toContain(message("4712"));
  },
);
