import { describe, expect, test } from "vitest";
import {
  createCustomer,
  customerSummary,
  editCustomer,
  getCustomer,
  listCustomers,
} from "#contract/calls/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

describe("a customer's code", () => {
  test("is the next free one when none is given, also for several at the same moment", async () => {
    await a.customer({ code: 500 });
    const first = await staff.call(createCustomer, { body: { name: "Erste" } });
    expect(first.code).toBe(501);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        staff.call(createCustomer, { body: { name: `Kunde ${index}`, code: "" } }),
      ),
    );
    expect(made.map(({ code }) => code).sort((x, y) => x - y)).toEqual(
      Array.from({ length: 20 }, (_, index) => 502 + index),
    );
  });

  test("may be chosen, as text or number, and is taken then", async () => {
    expect((await staff.call(createCustomer, { body: { name: "Null", code: "0" } })).code).toBe(0);
    expect((await staff.call(createCustomer, { body: { name: "Zahl", code: 7 } })).code).toBe(7);
    expect((await staff.call(createCustomer, { body: { name: "Text", code: "0042" } })).code).toBe(42);
    expect(await staff.refusal(createCustomer, { body: { name: "Noch einmal", code: "42" } })).toEqual({
      code: ["customer with this code already exists."],
    });
  });

  test("has four digits at most", async () => {
    expect(await staff.refusal(createCustomer, { body: { name: "Groß", code: "10000" } })).toEqual({
      code: ["Maximal 4 Zahlen"],
    });
    expect(await staff.refusal(createCustomer, { body: { name: "Minus", code: "-1" } })).toEqual({
      code: ["Ungültig"],
    });
    expect(await staff.refusal(createCustomer, { body: { name: "Wort", code: "abc" } })).toEqual({
      code: ["Ungültig"],
    });
    expect(await staff.refusal(createCustomer, { body: { name: "Minus", code: -1 } })).toEqual({ code: ["Ungültig"] });
  });
});

describe("a customer's postcode", () => {
  const edit = async (address_postcode: string) => {
    const { id } = await a.customer();
    return staff.ask(editCustomer, { path: { id }, body: { address_postcode } });
  };

  test.each(["", "10000", "28195", "99999", "01067", "09999"])("may be %j", async (postcode) => {
    const { status, body } = await edit(postcode);
    expect([status, body.address_postcode]).toEqual([200, postcode]);
  });

  test.each([
    ["100000", "PLZ nicht größer als 99999"],
    ["9999", "Ungültig"],
    ["1067", "Ungültig"],
    ["00123", "Ungültig"],
    ["00000", "Ungültig"],
    ["D-281", "Ungültig"],
    ["2819 5", "Ungültig"],
    ["abcde", "Ungültig"],
  ])("is refused as %j: %s", async (postcode, message) => {
    const { status, body } = await edit(postcode);
    expect([status, body]).toEqual([400, { address_postcode: [message] }]);
  });
});

describe("a customer", () => {
  test("keeps what was sent and changes only that", async () => {
    const sent = {
      name: "Müller & Söhne",
      notes: "Ruft montags an",
      address_name: "Poststelle",
      address_postcode: "01067",
      address_city: "Dresden",
      address_street: "Am Zwinger 1",
      meter_price: "1.5",
    };
    const { id, ...made } = await staff.call(createCustomer, { body: sent });
    expect(made).toMatchObject({
      ...sent,
      meter_price: "1.50",
      count_boxes: 0,
      count_meters: 0,
      users: [],
      deliveryoptions: [],
    });
    const edited = await staff.call(editCustomer, { path: { id }, body: { notes: "" } });
    expect(edited).toMatchObject({ ...sent, meter_price: "1.50", notes: "" });
    expect(await staff.refusal(editCustomer, { path: { id }, body: { name: " " } })).toEqual({
      name: ["Bitte ausfüllen"],
    });
    expect(await staff.refusal(createCustomer, { body: {} as never })).toEqual({ name: ["Bitte ausfüllen"] });
  });

  test("pays exact money", async () => {
    const { id } = await a.customer();
    for (const [sent, kept] of [
      ["0.1", "0.10"],
      ["12345678.99", "12345678.99"],
      [0.29, "0.29"],
      [12345678.99, "12345678.99"],
    ] as const) {
      const { meter_price } = await staff.call(editCustomer, { path: { id }, body: { meter_price: sent } });
      expect(meter_price).toBe(kept);
    }
    for (const wrong of ["-1", "1,50", "1.234", "abc", "1e3", -1, 1e12, 1.005, 0.1 + 0.2, 1e-7]) {
      expect(await staff.refusal(editCustomer, { path: { id }, body: { meter_price: wrong } })).toEqual({
        meter_price: ["Ungültig"],
      });
    }
  });

  test("is given customer users, never staff, all or none of them", async () => {
    const { id } = await a.customer();
    const [first, second, admin] = [
      await a.user({ lastName: "Zander" }),
      await a.user({ lastName: "Ätzold" }),
      await a.user({ isStaff: true }),
    ];
    const assign = (...user_ids: number[]) => staff.ask(editCustomer, { path: { id }, body: { user_ids } });
    const { body } = await assign(first.id, second.id, second.id);
    expect(body.users?.map((user) => user.id)).toEqual([second.id, first.id]);
    for (const wrong of [admin.id, 2_000_000_000]) {
      const refusal = await assign(first.id, wrong);
      expect([refusal.status, refusal.body]).toEqual([400, { user_ids: ["Diesen User des Kunden gibt es nicht."] }]);
    }
    const { users } = await staff.call(getCustomer, { path: { id } });
    expect(users?.length).toBe(2);
    expect((await assign()).body.users).toEqual([]);
  });

  test("counts boxes, contents, images and options, and metres of the boxes on a place", async () => {
    const owner = await a.customer();
    for (const size of [400, 330, 405]) await a.box({ owner, state: 1, size });
    const out = await a.box({ owner, state: 2, size: 5000 });
    await a.box({ owner, state: 7, size: 100 });
    await a.content({ box: out });
    await a.content({ box: out });
    await a.image({ box: out });
    await a.option({ owner });
    const counts = {
      count_boxes: 5,
      count_meters: 1.24, // 400 + 330 + 405 + 100 mm
      count_boxcontents: 2,
      count_boximages: 1,
      count_deliveryoptions: 1,
    };
    const detail = await staff.call(getCustomer, { path: { id: owner.id } });
    expect(detail).toMatchObject(counts);
    expect(detail.deliveryoptions).toMatchObject([
      { days: "1,3,5", fr: "08:00", to: "16:00", prior: 2, window: 4, price: "12.50", customer: owner.id },
    ]);
    const { results } = await staff.call(listCustomers, { query: { code: owner.code } });
    expect(results).toMatchObject([{ id: owner.id, ...counts }]);
  });
});

describe("the counts of a range of boxes", () => {
  const countsOf = async (client: typeof staff, code: number, query: { boxes_from?: number; boxes_to?: number }) => {
    const { results } = await client.call(listCustomers, { query: { code, ...query } });
    return results.map((one) => [one.count_boxes, one.count_meters, one.count_boximages, one.count_boxcontents]);
  };

  test("are those of its boxes alone, both ends included, for a customer user too", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    for (const [number, state, size] of [
      [1, 1, 400],
      [2, 2, 5000],
      [3, 7, 330],
      [7, 0, 90],
      [999_999, 1, 105],
    ] as const) {
      const box = await a.box({ owner, number, state, size });
      for (let count = 0; count < number % 4; count++) await a.content({ box });
      if (number > 1) await a.image({ box });
    }
    await a.content({ box: await a.box({ owner: other, number: 3, state: 1 }) });
    for (const client of [staff, await server.asCustomer(owner)]) {
      const counts = (query: Parameters<typeof countsOf>[2]) => countsOf(client, owner.code, query);
      expect(await counts({})).toEqual([[5, 0.84, 4, 12]]);
      expect(await counts({ boxes_from: 0, boxes_to: 999_999 })).toEqual(await counts({}));
      expect(await counts({ boxes_from: 2, boxes_to: 3 })).toEqual([[2, 0.33, 2, 5]]);
      expect(await counts({ boxes_from: 3 })).toEqual([[3, 0.44, 3, 9]]);
      expect(await counts({ boxes_to: 1 })).toEqual([[1, 0.4, 0, 1]]);
      expect(await counts({ boxes_from: 4, boxes_to: 6 })).toEqual([[0, 0, 0, 0]]);
      expect(await counts({ boxes_to: 0 })).toEqual([[0, 0, 0, 0]]);
    }
    expect(await countsOf(await server.asCustomer(other), owner.code, { boxes_to: 3 })).toEqual([]);
  });

  test("are those that the list is ordered by, and the same sums as in the whole", async () => {
    const names = { name: "Spanne" };
    for (const boxes of [3, 1, 2]) {
      const owner = await a.customer({ name: `Spanne ${boxes}` });
      for (let number = 1; number <= boxes; number++) await a.box({ owner, number: 10 - number });
    }
    const order_by = "-count_boxes" as const;
    const { results } = await staff.call(listCustomers, { query: { ...names, boxes_to: 8, order_by } });
    expect(results.map(({ name, count_boxes }) => [name, count_boxes])).toEqual([
      ["Spanne 3", 2],
      ["Spanne 2", 1],
      ["Spanne 1", 0],
    ]);
  });

  test("need a range that is not upside down", async () => {
    const empty = "Der Bereich ist leer: „von“ ist größer als „bis“.";
    expect(await staff.refusal(listCustomers, { query: { boxes_from: 3, boxes_to: 2 } })).toEqual({
      boxes_to: [empty],
    });
    expect(await staff.refusal(listCustomers, { query: { boxes_from: 1, boxes_to: 0 } })).toEqual({
      boxes_to: [empty],
    });
    expect(await staff.refusal(listCustomers, { query: { boxes_to: 1_000_000 } })).toEqual({ boxes_to: ["Ungültig"] });
  });
});

describe("the list of customers", () => {
  test("is sorted, paged and filtered as the plain data says", async () => {
    for (const name of [
      "Ärztehaus 10",
      "Ärztehaus 2",
      "Oel GmbH",
      "Öl GmbH",
      "Straße & Co",
      "STRASSE 2",
      "100 % Papier",
      "Unter_strich",
      "Rück\\schlag",
    ]) {
      const owner = await a.customer({ name });
      for (let count = name.length % 4; count > 0; count--) await a.content({ box: await a.box({ owner }) });
    }
    const { results: all, count, count_pages } = await staff.call(listCustomers, {});
    expect([count, count_pages]).toEqual([all.length, 1]);
    const { compare } = new Intl.Collator("de", { numeric: true });
    type Entry = (typeof all)[number];
    const orders = {
      name: (x: Entry, y: Entry) => compare(x.name, y.name),
      code: (x: Entry, y: Entry) => x.code - y.code,
      count_boxes: (x: Entry, y: Entry) => x.count_boxes - y.count_boxes,
      count_boxcontents: (x: Entry, y: Entry) => x.count_boxcontents - y.count_boxcontents,
      count_boximages: (x: Entry, y: Entry) => x.count_boximages - y.count_boximages,
    };
    for (const [column, order] of Object.entries(orders) as [keyof typeof orders, (typeof orders)["name"]][]) {
      for (const order_by of [column, `-${column}`] as const) {
        const sorted = [...all].sort((x, y) => (order_by.startsWith("-") ? -order(x, y) : order(x, y)) || x.id - y.id);
        const page = await staff.call(listCustomers, { query: { order_by, limit: 7, offset: 7 } });
        expect(
          page.results.map(({ id }) => id),
          order_by,
        ).toEqual(sorted.slice(7, 14).map(({ id }) => id));
        expect(page.current_page).toBe(2);
      }
    }
  });

  test.each([
    ["ärzte", ["Ärztehaus 2", "Ärztehaus 10"]],
    ["ARZTE", ["Ärztehaus 2", "Ärztehaus 10"]],
    ["strasse", ["Straße & Co", "STRASSE 2"]],
    ["straße", ["Straße & Co", "STRASSE 2"]],
    ["%", ["100 % Papier"]],
    ["_", ["Unter_strich"]],
    ["\\", ["Rück\\schlag"]],
    ["' or 1=1", []],
  ])("finds by name %j: %j", async (name, names) => {
    const { results, count } = await staff.call(listCustomers, { query: { name } });
    expect(results.map((customer) => customer.name).sort()).toEqual([...names].sort());
    expect(count).toBe(names.length);
  });

  test("shows a customer user the own customers only, without notes, price and users", async () => {
    const mine = [await a.customer({ name: "Meine 1", notes: "geheim" }), await a.customer({ name: "Meine 2" })];
    const client = await server.asCustomer(...mine);
    const { results, count } = await client.call(listCustomers, {});
    expect([results.map(({ id }) => id), count]).toEqual([mine.map(({ id }) => id), 2]);
    const detail = await client.call(getCustomer, { path: { id: mine[0]?.id ?? 0 } });
    for (const entry of [...results, detail])
      for (const key of ["notes", "meter_price", "users"]) expect(entry).not.toHaveProperty(key);
    const nobody = await server.asCustomer();
    expect(await nobody.call(listCustomers, {})).toEqual({ count: 0, count_pages: 1, current_page: 1, results: [] });
    const selected = await client.raw("GET", "/api/v1/customers/?query={id,notes,meter_price}");
    expect(selected.text).not.toContain("geheim");
  });
});

describe("the page of a customer", () => {
  const thisYear = Number(berlinDay(new Date()).slice(0, 4));
  const summary = (owner: { id: number }) => staff.call(customerSummary, { path: { id: owner.id } });

  test("says what is due by year, marked and destroyed, and what was delivered last", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    expect(await summary(owner)).toEqual({ due: [], marked: 0, destroyed: 0, deliveries: [] });
    for (const [state, year] of [
      [1, thisYear - 9],
      [2, thisYear],
      [1, thisYear],
      [1, thisYear + 3],
      [1, thisYear + 4],
      [1, null],
      [6, thisYear - 1],
      [7, thisYear - 1],
    ] as const)
      for (const each of [owner, other]) {
        const box = await a.box({ owner: each, state });
        const set = { meta_destroy_year: year };
        await db.write((tx) => tx.updateTable("boxes").set(set).where("id", "=", box.id).execute());
      }
    const deliveries = [];
    for (let count = 0; count < 6; count++)
      deliveries.unshift(await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })] }));
    const found = await summary(owner);
    expect(found).toMatchObject({ marked: 1, destroyed: 1 });
    expect(found.due).toEqual([
      { year: thisYear - 9, boxes: 1 },
      { year: thisYear, boxes: 2 },
      { year: thisYear + 3, boxes: 1 },
    ]);
    expect(found.deliveries.map(({ id }) => id)).toEqual(deliveries.slice(0, 5).map(({ id }) => id));
    expect(found.deliveries[0]).toMatchObject({ kind: 0, state: 0, boxes_count: 1, boxcontents_count: 0 });
  });

  test("is for staff", async () => {
    const owner = await a.customer();
    const own = await server.asCustomer(owner);
    expect((await own.ask(customerSummary, { path: { id: owner.id } })).status).toBe(403);
    expect((await staff.ask(customerSummary, { path: { id: 2_000_000_000 } })).status).toBe(404);
  });
});

describe("where a customer is", () => {
  test("is Germany where nobody says anything, and its postcodes are those of the specification", async () => {
    const customer = await staff.call(createCustomer, { body: { name: "Werk", address_postcode: "01067" } });
    expect(customer).toMatchObject({ address_country: "DE", address_postcode: "01067" });
    const path = { id: customer.id };
    for (const [address_postcode, message] of [
      ["1010", "Ungültig"],
      ["100000", "PLZ nicht größer als 99999"],
    ] as const)
      expect(await staff.refusal(editCustomer, { path, body: { address_postcode } })).toEqual({
        address_postcode: [message],
      });
    const abroad = { address_country: "AT", address_postcode: "1010" } as const;
    expect(await staff.call(editCustomer, { path, body: abroad })).toMatchObject(abroad);
    expect(
      await staff.refusal(editCustomer, { path, body: { address_country: "DE" } }),
      "the postcode is of Vienna",
    ).toEqual({ address_postcode: ["Ungültig"] });
    expect(await staff.refusal(editCustomer, { path, body: { address_postcode: "75001" } })).toEqual({
      address_postcode: ["Ungültig"],
    });
  });

  test("is one that there is", async () => {
    for (const address_country of ["XX", "Österreich", 49])
      expect(
        await staff.refusal(createCustomer, { body: { name: "Werk", address_country: address_country as never } }),
      ).toEqual({ address_country: ["Ungültig"] });
    const unsaid = await staff.send("POST", "/api/v1/customers/", { name: "Werk", address_country: null });
    expect(unsaid.body).toMatchObject({ address_country: "DE" });
  });
});
