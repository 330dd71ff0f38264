import { describe, expect, test } from "vitest";
import { boxBarcode, boxesOverview, createBoxes, deleteBox, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { editImage } from "#contract/calls/stock/images.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { boxStates } from "#rules/stock/box-state.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const behind = await testServer(db, { PUBLIC_URL: "https://archiv.example/" });
const staff = await server.asStaff();

const codes = (owner: number, count = 1000) =>
  staff.call(listBoxes, { query: { owner, limit: count } }).then(({ results }) => results.map(({ code }) => code));

describe("creating boxes", () => {
  test("continues after the customer's highest number, with the defaults of the form", async () => {
    const owner = await a.customer({ code: 42 });
    const [first] = await staff.call(createBoxes, { body: { owner: owner.id } });
    expect(first).toMatchObject({
      code: "0042000001",
      state: 0,
      size: 400,
      owner,
      position: null,
      content_count: 0,
      image_count: 0,
    });
    await a.box({ owner, number: 500 });
    const made = await staff.call(createBoxes, { body: { owner: owner.id, start: 0, amount: 3, size: 330 } });
    expect(made.map(({ code, size }) => [code, size])).toEqual([
      ["0042000501", 330],
      ["0042000502", 330],
      ["0042000503", 330],
    ]);
  });

  test("takes the owner by id, as an object or as owner_id", async () => {
    const owner = await a.customer();
    for (const body of [{ owner: owner.id }, { owner: { id: owner.id } }, { owner_id: owner.id }]) {
      expect((await staff.call(createBoxes, { body }))[0]?.owner.id).toBe(owner.id);
    }
    expect(await staff.refusal(createBoxes, { body: {} })).toEqual({ owner: ["Bitte auswählen"] });
    expect(await staff.refusal(createBoxes, { body: { owner: 2_000_000_000 } })).toEqual({
      owner: ["Diesen Kunden gibt es nicht."],
    });
  });

  test("takes exactly the numbers that were asked for, or none: the first taken one is named", async () => {
    const owner = await a.customer({ code: 77 });
    const made = await staff.call(createBoxes, { body: { owner: owner.id, start: 100, amount: 5 } });
    expect(made.map(({ code }) => code)).toEqual([
      "0077000100",
      "0077000101",
      "0077000102",
      "0077000103",
      "0077000104",
    ]);
    for (const start of [96, 100, 102]) {
      const refusal = await staff.refusal(createBoxes, { body: { owner: owner.id, start, amount: 10 } });
      expect(refusal).toEqual({ start: [`Box 0077.000.${Math.max(start, 100)} gibt es bereits.`] });
    }
    expect(await codes(77)).toEqual(made.map(({ code }) => code));
    expect((await staff.ask(createBoxes, { body: { owner: owner.id, start: 90, amount: 10 } })).status).toBe(201);
  });

  test("never goes beyond number 999999, and names the first number that does, never a code that cannot be", async () => {
    const owner = await a.customer({ code: 78 });
    const [last] = await staff.call(createBoxes, { body: { owner: owner.id, start: 999_999 } });
    expect(last?.code).toBe("0078999999");
    for (const [body, first] of [
      [{ start: 0 }, 1_000_000],
      [{ start: 999_998, amount: 3 }, 1_000_000],
      [{ start: 1_000_000 }, 1_000_000],
      [{ start: 2_147_483_647, amount: 10_000 }, 2_147_483_647],
    ] as const) {
      const refusal = await staff.refusal(createBoxes, { body: { owner: owner.id, ...body } });
      expect(refusal).toEqual({ start: [`Boxnummer ${first} liegt über der höchsten Boxnummer 999999.`] });
    }
    expect((await codes(78)).length).toBe(1);
  });

  expensive("10,000 boxes in one request")("makes 10,000 at once and no more", async () => {
    const owner = await a.customer({ code: 79 });
    const make = (amount: number) => staff.ask(createBoxes, { body: { owner: owner.id, amount } });
    const tooMany = await make(10_001);
    expect([tooMany.status, tooMany.body]).toEqual([400, { amount: ["Ungültig"] }]);
    expect((await staff.call(getCustomer, { path: { id: owner.id } })).count_boxes).toBe(0);
    const { status, body } = await make(10_000);
    expect([status, body.length, body.at(-1)?.code]).toEqual([201, 10_000, "0079010000"]);
    expect((await staff.call(getCustomer, { path: { id: owner.id } })).count_boxes).toBe(10_000);
  });

  test.each([
    [{ start: -1 }, { start: ["Kleiner als 0 nicht erlaubt"] }],
    [{ amount: 0 }, { amount: ["Kleiner als 1 nicht erlaubt"] }],
    [{ size: 0 }, { size: ["Kleiner als 1 nicht erlaubt"] }],
  ])("with %j is refused with the form's own sentence", async (wrong, refusal) => {
    const owner = await a.customer();
    expect(await staff.refusal(createBoxes, { body: { owner: owner.id, ...wrong } })).toEqual(refusal);
  });

  expensive("200 requests for boxes at the same moment")(
    "by 200 requests at the same moment gives 2,000 distinct consecutive codes and no failure",
    async () => {
      const owner = await a.customer({ code: 4711 });
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => staff.ask(createBoxes, { body: { owner: owner.id, amount: 10 } })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      for (const { body } of answers) {
        const numbers = body.map(({ code }) => Number(code.slice(4)));
        expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => (numbers[0] ?? 0) + index));
      }
      const made = answers.flatMap(({ body }) => body.map(({ code }) => code)).toSorted();
      expect(made).toEqual(Array.from({ length: 2000 }, (_, index) => `4711${String(index + 1).padStart(6, "0")}`));
      expect((await staff.call(getCustomer, { path: { id: owner.id } })).count_boxes).toBe(2000);
    },
  );

  test("at the same moment with the same start: one wins, the others are refused", async () => {
    const owner = await a.customer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => staff.ask(createBoxes, { body: { owner: owner.id, start: 5, amount: 5 } })),
    );
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([201, ...Array(9).fill(400)]);
  });
});

describe("a box", () => {
  test("shows everything of the specification to staff", async () => {
    const place = await a.place();
    const box = await a.box({ state: 1, place, size: 330, author: { id: staff.userId } });
    const content = await a.content({ box, text: "Akte" });
    const image = await a.image({ box });
    const detail = await staff.call(getBox, { path: { id: box.id } });
    expect(detail).toMatchObject({
      id: box.id,
      code: box.code,
      state: 1,
      size: 330,
      owner: box.owner,
      destroyed: null,
      meta_year: null,
      meta_destroy_year: null,
      meta_first_delivery_customer: null,
      content_count: 1,
      image_count: 1,
      barcode: { id: box.id, image: `${server.url}${urlOf(boxBarcode, { path: { id: box.id } })}` },
      position: {
        part: place.part,
        height: place.height,
        row: { id: place.row.id, number: place.row.number, area: place.row.area },
      },
      content: [{ id: content.id, text: "Akte", state: 0, box: box.id }],
      images: [{ id: image.id, viewed: false }],
    });
    expect(detail.history.map(({ id, state }) => [id, state])).toEqual([
      [1, 0],
      [2, 1],
      [3, 23],
      [4, 25],
    ]);
    expect(detail.history[1]).toMatchObject({
      user: { first_name: "Erika", last_name: "Muster" },
      meta: { area: place.row.area.name, row: place.row.number, part: place.part, height: place.height },
    });
  });

  test("has a barcode picture", async () => {
    const { id } = await a.box();
    const picture = await staff.raw("GET", urlOf(boxBarcode, { path: { id } }));
    expect([picture.status, picture.headers.get("content-type"), picture.text.slice(1, 4)]).toEqual([
      200,
      "image/png",
      "PNG",
    ]);
    expect(picture.headers.get("cache-control")).toMatch(/^private/);
  });

  test("gives absolute links that follow PUBLIC_URL", async () => {
    const { id } = await a.box();
    const { barcode } = await (await behind.asStaff()).call(getBox, { path: { id } });
    expect(barcode.image).toBe(`https://archiv.example/api/v1/boxes/${id}/barcode/`);
  });

  test("answers only the chosen fields, nested, in lists and details", async () => {
    const box = await a.box({ state: 1 });
    const ask = (path: string, query: string) =>
      staff.raw("GET", `/api/v1${path}${path.includes("?") ? "&" : "?"}query=${encodeURIComponent(query)}`);
    expect((await ask(`/boxes/${box.id}/`, "{id,code,owner{name}}")).body).toEqual({
      id: box.id,
      code: box.code,
      owner: { name: box.owner.name },
    });
    expect((await ask(`/boxes/${box.id}/`, " { code , history { state } } ")).body).toEqual({
      code: box.code,
      history: [{ state: 0 }, { state: 1 }],
    });
    const list = await ask(`/boxes/?owner_id=${box.owner.id}`, "{code,position{row{area{name}}}}");
    expect(list.body).toEqual({
      count: 1,
      count_pages: 1,
      current_page: 1,
      results: [{ code: box.code, position: { row: { area: { name: box.place?.row.area.name } } } }],
    });
    expect((await ask("/boxes/overview/", "{boxes_created_count}")).body).toHaveProperty("boxes_created_count");
  });

  test("is deleted only in state created, with its contents, and stays on record", async () => {
    for (const state of boxStates) {
      const box = await a.box({ state });
      const answer = await staff.ask(deleteBox, { path: { id: box.id } });
      if (state === 0) {
        expect(answer.status).toBe(204);
        continue;
      }
      expect([answer.status, answer.body]).toEqual([
        400,
        { non_field_errors: ["Nur Boxen mit dem Status „erstellt“ können gelöscht werden."] },
      ]);
    }
    const box = await a.box();
    await a.content({ box, text: "Akte" });
    expect((await staff.ask(deleteBox, { path: { id: box.id } })).status).toBe(204);
    expect((await staff.ask(getBox, { path: { id: box.id } })).status).toBe(404);
    expect((await staff.ask(deleteBox, { path: { id: box.id } })).status).toBe(404);
    expect((await staff.call(getCustomer, { path: { id: box.owner.id } })).count_boxcontents).toBe(0);
  });
});

describe("the overview", () => {
  test("counts what was created, stored and deleted, state by state", async () => {
    const owner = await a.customer();
    const client = await server.asCustomer(owner);
    for (const state of boxStates) for (let count = 0; count <= state; count++) await a.box({ owner, state });
    await a.content({ box: await a.box({ owner, state: 1 }) });
    expect(await client.call(boxesOverview, {})).toEqual({
      boxcontents_count: 1,
      boxes_created_count: 1,
      boxes_in_stock_count: 3,
      boxes_not_in_stock_count: 3,
      boxes_inconsistent_count: 4,
      boxes_ordered_count: 5,
      boxes_retour_count: 6,
      boxes_destroyed_count: 7,
      boxes_marked_count: 8,
    });
    const created = await client.call(listBoxes, { query: { state: 0 } });
    await staff.call(deleteBox, { path: { id: created.results[0]?.id ?? 0 } });
    expect((await client.call(boxesOverview, {})).boxes_created_count).toBe(0);
    const whole = await staff.call(boxesOverview, {});
    expect(whole.boxes_marked_count).toBeGreaterThanOrEqual(8);
  });

  test("counts the pictures that nobody has worked on yet, which the list finds by their boxes, for each customer their own", async () => {
    const toDo = async () => (await staff.call(boxesOverview, {})).images_to_do_count;
    const before = (await toDo()) ?? 0;
    const [box, other] = [await a.box(), await a.box({ state: 1 })];
    const image = await a.image({ box });
    for (const one of [box, other]) await a.image({ box: one });
    expect(await toDo()).toBe(before + 3);
    const found = async (client = staff) =>
      (await client.call(listBoxes, { query: { pictures: "todo", limit: 1000 } })).results.map(({ id }) => id);
    expect(await found()).toEqual(expect.arrayContaining([box.id, other.id]));
    expect(await found(await server.asCustomer(box.owner))).toEqual([box.id]);
    await staff.call(editImage, { path: { id: image.id }, body: { viewed: true } });
    expect([await toDo(), (await found()).includes(box.id)]).toEqual([before + 2, true]);
    await db.write((tx) => tx.updateTable("images").set({ viewed: true }).where("box_id", "=", box.id).execute());
    expect([await toDo(), (await found()).includes(box.id)]).toEqual([before + 1, false]);
  });
});
