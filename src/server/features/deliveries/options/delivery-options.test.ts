import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import {
  copyDeliveryOptions,
  createDeliveryOption,
  deleteDeliveryOption,
  editDeliveryOption,
  nextDelivery,
} from "#contract/calls/deliveries/delivery-options.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { nextDeliveryDay } from "#rules/deliveries/delivery-date.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const whole = {
  description: "Montags und freitags",
  days: "1,5",
  from: "08:00",
  to: "16:00",
  prior: 2,
  window: 4,
  price: "12.50",
};
let staff: Client;
let owner: Customer;

beforeAll(async () => {
  staff = await server.asStaff();
  owner = await a.customer();
});

// no customer has the same option twice
beforeEach(() => db.write((tx) => tx.deleteFrom("delivery_options").execute()));

/** Creates an option of which something is sent otherwise. */
const create = (changes: object = {}) =>
  staff.send("POST", "/api/v1/deliveries/options/", { ...whole, customer: owner.id, ...changes });
const edit = (id: number, changes: object) => staff.send("PATCH", `/api/v1/deliveries/options/${id}/`, changes);
const optionsOf = async (id: number) => (await staff.call(getCustomer, { path: { id } })).deliveryoptions;

describe("a new delivery option", () => {
  test("is kept as agreed, and shown with its customer", async () => {
    const { status, body } = await create();
    const { from, ...kept } = { ...whole, id: expect.any(Number), customer: owner.id, fr: "08:00", rush: false };
    expect([status, body]).toEqual([201, kept]);
    expect(from).toBe(kept.fr);
    expect(await optionsOf(owner.id)).toEqual([body]);
    await staff.call(deleteDeliveryOption, { path: { id: (body as { id: number }).id } });
  });

  test("may name the from time `from` or `fr`, and the customer by id or as an object", async () => {
    for (const names of [{ from: undefined, fr: "07:30" }, { from: "07:30" }, { from: "07:30", fr: "09:00" }]) {
      const { id } = await a.customer();
      const { status, body } = await create({ ...names, customer: { id } });
      expect([status, body]).toMatchObject([201, { fr: "07:30", customer: id }]);
    }
    expect((await create({ from: undefined })).body).toEqual({ from: ["Bitte ausfüllen"] });
  });

  test.each([
    ["5,1", "1,5"],
    ["7,6,5,4,3,2,1", "1,2,3,4,5,6,7"],
    ["3", "3"],
  ])("is delivered on the days %s, which read %s", async (sent, kept) => {
    expect((await create({ days: sent })).body).toMatchObject({ days: kept });
  });

  test.each([
    ["0.10", "0.10"],
    ["0.1", "0.10"],
    ["0", "0.00"],
    [0, "0.00"],
    [12.5, "12.50"],
    [0.29, "0.29"],
    ["12345678.99", "12345678.99"],
  ])("costs exactly %j: %s", async (sent, kept) => {
    expect((await create({ price: sent })).body).toMatchObject({ price: kept });
  });

  test.each([
    ["00:00", "23:59"],
    ["08:00:00", "16:00:00"],
  ])("is driven from %s to %s", async (from, to) => {
    expect((await create({ from, to })).body).toMatchObject({ fr: from.slice(0, 5), to: to.slice(0, 5) });
  });

  const range = ["Ungültig"];
  const required = ["Bitte ausfüllen"];
  test.each([
    ["description", "", required],
    ["description", "  ", required],
    ["description", undefined, required],
    ["description", "x".repeat(201), ["Höchstens 200 Zeichen"]],
    ["days", undefined, ["Bitte auswählen"]],
    ["days", null, ["Bitte auswählen"]],
    ["days", "", ["Bitte einen Tag auswählen", "Ungültig"]],
    ["days", "0", range],
    ["days", "8", range],
    ["days", "1,1", range],
    ["days", "1,2,1", range],
    ["days", "1;2", range],
    ["days", "1,", range],
    ["days", [1, 2], range],
    ["to", undefined, required],
    ["to", "24:00", range],
    ["to", "8:00", range],
    ["to", "16.00", range],
    ["to", "08:00", ["„Bis“ muss nach „Von“ liegen."]],
    ["to", "07:59:59", ["„Bis“ muss nach „Von“ liegen."]],
    ["from", "12:60", range],
    ["fr", "morgens", range],
    ["prior", undefined, required],
    ["prior", -1, range],
    ["prior", 1.5, range],
    ["prior", "2,5", range],
    ["window", undefined, required],
    ["window", -1, range],
    ["window", 8761, range],
    ["price", undefined, required],
    ["price", "", range],
    ["price", "12,5", range],
    ["price", "1.234", range],
    ["price", "-1", range],
    ["price", -0.01, range],
    ["price", 1.005, range],
    ["price", "1e3", range],
    ["customer", undefined, ["Bitte auswählen"]],
    ["customer", 2_000_000_000, ["Diesen Kunden gibt es nicht."]],
    ["customer", { id: 2_000_000_000 }, ["Diesen Kunden gibt es nicht."]],
    ["customer", "eins", range],
  ])("is refused with %s %j: %j", async (field, value, messages) => {
    const { status, body } = await create({ [field]: value });
    expect([status, body]).toEqual([400, { [field]: messages }]);
  });
});

describe("an edited delivery option", () => {
  test("changes in what was sent and in nothing else", async () => {
    const { body: made } = (await create()) as { body: { id: number } };
    for (const [changes, shown] of [
      [
        { description: "Täglich", days: "5,4,3,2,1" },
        { description: "Täglich", days: "1,2,3,4,5" },
      ],
      [{ from: "09:15" }, { fr: "09:15" }],
      [{ fr: "06:45" }, { fr: "06:45" }],
      [
        { price: "0.10", prior: 0, window: 0 },
        { price: "0.10", prior: 0, window: 0 },
      ],
      [{ rush: true }, { rush: true }],
      [{}, {}],
    ]) {
      Object.assign(made, shown);
      const { status, body } = await edit(made.id, changes ?? {});
      expect([status, body]).toEqual([200, made]);
    }
  });

  test("stays as it was when something is wrong, and with its customer", async () => {
    const { body: made } = (await create()) as { body: { id: number } };
    for (const [changes, message] of [
      [{ description: "" }, { description: ["Bitte ausfüllen"] }],
      [{ description: "Neu", days: "1,1" }, { days: ["Ungültig"] }],
      [{ price: "12,5" }, { price: ["Ungültig"] }],
      [{ to: "" }, { to: ["Ungültig"] }],
    ]) {
      const { status, body } = await edit(made.id, changes ?? {});
      expect([status, body]).toEqual([400, message]);
    }
    for (const name of ["customer", "customer_id"]) {
      const answer = await edit(made.id, { [name]: (await a.customer()).id });
      expect([answer.status, answer.body]).toEqual([400, { [name]: ["Kann nicht geändert werden."] }]);
      expect((await edit(made.id, { [name]: owner.id })).body).toEqual(made);
    }
    expect((await staff.ask(editDeliveryOption, { path: { id: 2_000_000_000 }, body: {} })).status).toBe(404);
  });
});

describe("the delivery options of another customer", () => {
  const copy = async (to: { id: number }, from: { id: number }) => {
    const { status, body } = await staff.ask(copyDeliveryOptions, { body: { customer: to.id, from: from.id } });
    return { status, body };
  };

  test("are all taken over, and as they are", async () => {
    const [from, to] = [await a.customer(), await a.customer()];
    await create({ customer: from.id });
    await create({ customer: from.id, description: "Eiltour", rush: true, price: "80.00" });
    const { status, body } = await copy(to, from);
    const made = await optionsOf(to.id);
    expect([status, body]).toEqual([201, made]);
    const bare = (options: typeof made) => options.map(({ id: _id, customer: _customer, ...rest }) => rest);
    expect(bare(made)).toEqual(bare(await optionsOf(from.id)));
    expect(made.map(({ customer }) => customer)).toEqual([to.id, to.id]);
  });

  test("are taken over all or none", async () => {
    const [from, to] = [await a.customer(), await a.customer()];
    await create({ customer: from.id });
    await create({ customer: from.id, description: "Zweite" });
    await create({ customer: to.id, description: "Zweite" });
    const { status, body } = await copy(to, from);
    expect([status, body]).toEqual([400, { description: [expect.stringContaining("Zweite")] }]);
    expect((await optionsOf(to.id)).map(({ description }) => description)).toEqual(["Zweite"]);
  });

  test("are taken over once where two are equal, as they could be once", async () => {
    const [from, to] = [await a.customer(), await a.customer()];
    for (let n = 0; n < 2; n++) await a.option({ owner: from });
    expect((await copy(to, from)).status).toBe(201);
    expect(await optionsOf(to.id)).toHaveLength(1);
  });

  test("are none where the other customer has none, or is not there", async () => {
    const to = await a.customer();
    const none = { from: ["Dieser Kunde hat keine Lieferoption."] };
    expect(await copy(to, await a.customer())).toEqual({ status: 400, body: none });
    expect(await copy(to, { id: 2_000_000_000 })).toEqual({ status: 400, body: none });
    await create();
    expect((await copy({ id: 2_000_000_000 }, owner)).body).toHaveProperty("customer");
  });
});

describe("two equal delivery options", () => {
  const twice = {
    description: ["Diese Lieferoption hat der Kunde schon: „Montags und freitags“, MO FR, 08:00 – 16:00 Uhr."],
  };

  test("are refused, however the second is written, also of two at the same moment", async () => {
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual(twice);
    expect((await create({ days: "5,1", from: "08:00:00", price: 12.5 })).body).toEqual(twice);
    for (const other of [{ price: "12.51" }, { days: "1" }, { window: 5 }, { customer: (await a.customer()).id }])
      expect((await create(other)).status).toBe(201);
    expect((await optionsOf(owner.id)).length).toBe(4);
  });

  test("do not come from a change either; what was there before can be sent back whole", async () => {
    const { body: one } = (await create()) as { body: { id: number } };
    const { body: other } = (await create({ prior: 3 })) as { body: { id: number } };
    expect((await edit(other.id, { prior: 2 })).body).toEqual(twice);
    await db.write((tx) =>
      tx.updateTable("delivery_options").set({ prior_hours: 2 }).where("id", "=", other.id).execute(),
    );
    expect((await edit(other.id, { ...one, id: other.id })).status).toBe(200);
    expect((await edit(other.id, { prior: 4 })).status).toBe(200);
    await db.write((tx) =>
      tx.updateTable("delivery_options").set({ to_time: "07:00" }).where("id", "=", one.id).execute(),
    );
    expect((await edit(one.id, { to: "07:00" })).status).toBe(200);
    expect((await edit(one.id, { price: "1" })).body).toEqual({ to: ["„Bis“ muss nach „Von“ liegen."] });
    expect((await edit(one.id, { from: "06:00" })).status).toBe(200);
  });
});

describe("a deleted delivery option", () => {
  test("is gone, for good and alone", async () => {
    const customer = await a.customer();
    const [one, other] = [await a.option({ owner: customer }), await a.option({ owner: customer })];
    const remove = () => staff.ask(deleteDeliveryOption, { path: { id: one.id } });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await edit(one.id, { description: "Weg" })).status).toBe(404);
    expect((await optionsOf(customer.id)).map(({ id }) => id)).toEqual([other.id]);
  });

  test("leaves the deliveries that used it as they are", async () => {
    const customer = await a.customer();
    const { id } = await a.option({ owner: customer });
    const box = await a.box({ owner: customer, state: 4 });
    const used = { option_id: id, price: "12.50" };
    await db.write((tx) => tx.updateTable("deliveries").set(used).where("customer_id", "=", customer.id).execute());
    expect((await staff.ask(deleteDeliveryOption, { path: { id } })).status).toBe(204);
    const deliveries = db.read.selectFrom("deliveries").select(["option_id", "price"]);
    expect(await deliveries.where("customer_id", "=", box.owner.id).execute()).toEqual([
      { option_id: null, price: "12.50" },
    ]);
  });

  test("cannot be made again for a customer who goes at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await a.customer();
      const [made, gone] = await Promise.all([
        staff.ask(createDeliveryOption, { body: { ...whole, customer: id } }),
        staff.raw("DELETE", `/api/v1/customers/${id}/`),
      ]);
      expect(gone.status).toBe(204);
      expect([201, 400, 404]).toContain(made.status);
    }
  });
});

describe("the next day of a delivery option", () => {
  test("is shown by the server's clock, to whoever sees the customer and nobody else", async () => {
    const { id } = (await create()).body as { id: number };
    const [user, stranger] = [await server.asCustomer(owner), await server.asCustomer(await a.customer())];
    const day = nextDeliveryDay({ days: [1, 5], to: "16:00", prior: 2 }, new Date());
    const today = berlinDay(new Date());
    const last = addDays(today, 731);
    for (const client of [staff, user])
      expect(await client.call(nextDelivery, { path: { id } })).toEqual({
        day,
        today,
        last,
        closed: [],
        price: "12.50",
      });
    expect((await stranger.ask(nextDelivery, { path: { id } })).status).toBe(404);
  });
});
