import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { deleteBox, editMeta, getBox } from "#contract/calls/stock/boxes.ts";
import { previewMeta, undoMeta } from "#contract/calls/stock/meta.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { boxStates } from "#rules/stock/box-state.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

type Body = Parameters<typeof staff.call<typeof editMeta>>[1]["body"];
const edit = (owner: Customer, body: Omit<Body, "customer">) =>
  staff.call(editMeta, { body: { customer: { id: owner.id }, ...body } });
const boxesOf = async (owner: Customer, count: number) => {
  const made = [];
  for (let number = 1; number <= count; number++) made.push(await a.box({ owner, number }));
  return made;
};
const detail = (id = 0) => staff.call(getBox, { path: { id } });
const entries = async (id = 0) =>
  (await detail(id)).history.slice(1).map(({ state, meta }) => [state, meta?.from, meta?.to]);

describe("meta data of many boxes", () => {
  test("are set field by field, with one entry for each that really changes", async () => {
    const owner = await a.customer();
    const [first, second] = await boxesOf(owner, 2);
    const everything = {
      meta_year: 2019,
      meta_destroy_year: 2030,
      meta_first_delivery_customer: "2019-12-24",
      size: 330,
    };
    expect(await edit(owner, { meta_year: 2018, to: 1 })).toMatchObject({ boxes: 1, changed: 1 });
    expect(await edit(owner, everything)).toMatchObject({ boxes: 2, changed: 8 });
    expect(await edit(owner, everything)).toEqual({ boxes: 2, changed: 0, undo: null });
    expect(await detail(first?.id)).toMatchObject(everything);
    const rest = [
      [12, null, 2030],
      [14, null, "2019-12-24"],
      [16, 400, 330],
    ];
    expect(await entries(first?.id)).toEqual([[10, null, 2018], [10, 2018, 2019], ...rest]);
    expect(await entries(second?.id)).toEqual([[10, null, 2019], ...rest]);
    expect((await detail(first?.id)).history.at(-1)?.user).toEqual({ first_name: "Erika", last_name: "Muster" });
  });

  test.each([
    ["reset_year", 11, { meta_year: 2019 }, "meta_year", 2019],
    ["reset_destroy_year", 13, { meta_destroy_year: 2030 }, "meta_destroy_year", 2030],
    [
      "reset_first_delivery_customer",
      15,
      { meta_first_delivery_customer: "2019-12-24" },
      "meta_first_delivery_customer",
      "2019-12-24",
    ],
  ] as const)("are taken back by %s", async (action, kind, given, field, value) => {
    const owner = await a.customer();
    const [box] = await boxesOf(owner, 2);
    await edit(owner, { ...given, to: 1 });
    expect(await edit(owner, { action })).toMatchObject({ boxes: 2, changed: 1 });
    expect((await detail(box?.id))[field]).toBeNull();
    expect((await entries(box?.id)).at(-1)).toEqual([kind, value, null]);
    expect(await edit(owner, { action })).toMatchObject({ boxes: 2, changed: 0 });
  });

  test("are set and taken back in one call", async () => {
    const owner = await a.customer();
    const [box] = await boxesOf(owner, 1);
    await edit(owner, { meta_year: 2019, meta_destroy_year: 2030 });
    // what is reset is not set as well
    expect(
      await edit(owner, { meta_year: 2000, meta_destroy_year: 2031, size: 1, action: "reset_year" }),
    ).toMatchObject({
      boxes: 1,
      changed: 3,
    });
    expect((await entries(box?.id)).slice(2)).toEqual([
      [12, 2030, 2031],
      [16, 400, 1],
      [11, 2019, null],
    ]);
  });

  expensive("six boxes changed by range, each read again")(
    "reach only the customer's boxes of the range, both ends included",
    async () => {
      const [owner, other] = [await a.customer(), await a.customer()];
      const boxes = await boxesOf(owner, 5);
      const [foreign] = await boxesOf(other, 1);
      expect(await edit(owner, { from: 2, to: 4, meta_year: 2001 })).toMatchObject({ boxes: 3, changed: 3 });
      expect(await edit(owner, { from: 4, meta_year: 2002 })).toMatchObject({ boxes: 2, changed: 2 });
      expect(await edit(owner, { to: 1, meta_year: 2003 })).toMatchObject({ boxes: 1, changed: 1 });
      expect(await edit(owner, { from: 6, to: 999_999, meta_year: 2004 })).toMatchObject({ boxes: 0, changed: 0 });
      const years = await Promise.all([...boxes, foreign].map(async (box) => (await detail(box?.id)).meta_year));
      expect(years).toEqual([2003, 2001, 2001, 2002, 2002, null]);
    },
  );

  test("reach boxes in every state and change none of them", async () => {
    const owner = await a.customer();
    for (const state of boxStates) await a.box({ owner, state });
    expect(await edit(owner, { size: 200, meta_year: 2020 })).toMatchObject({ boxes: 8, changed: 16 });
    const boxes = await db.read
      .selectFrom("boxes")
      .select(["state", "size"])
      .where("customer_id", "=", owner.id)
      .orderBy("number")
      .execute();
    expect(boxes).toEqual(boxStates.map((state) => ({ state, size: 200 })));
    expect(await runChecks(db)).toEqual([]); // stored metres, too
  });

  test("are refused where nothing is asked, the range is empty, or the customer unknown", async () => {
    const owner = await a.customer();
    const nothing = { non_field_errors: ["Bitte geben Sie an, was geändert werden soll."] };
    const customer = { id: owner.id };
    const cases: [Body, object][] = [
      [{ customer }, nothing],
      [{ customer, meta_year: null, size: null, action: null }, nothing],
      [{ customer, from: 5, to: 4, size: 1 }, { to: ["Der Bereich ist leer: „von“ ist größer als „bis“."] }],
      [{ customer, from: 5, to: 0, size: 1 }, { to: ["Der Bereich ist leer: „von“ ist größer als „bis“."] }],
      [{ customer: { id: 2_000_000_000 }, size: 1 }, { customer: ["Diesen Kunden gibt es nicht."] }],
      [{ customer, size: 0 }, { size: ["Kleiner als 1 nicht erlaubt"] }],
      [{ customer, meta_destroy_year: 1899 }, { meta_destroy_year: ["Ungültig"] }],
      [{ customer, meta_destroy_year: 2101 }, { meta_destroy_year: ["Ungültig"] }],
      [{ customer, meta_year: 99 }, { meta_year: ["Ungültig"] }],
      [{ customer, meta_first_delivery_customer: "2026-02-30" }, { meta_first_delivery_customer: ["Ungültig"] }],
      [{ customer, to: 1_000_000, size: 1 }, { to: ["Ungültig"] }],
    ];
    for (const [body, fields] of cases) expect(await staff.refusal(editMeta, { body })).toEqual(fields);
  });
});

describe("a change of many boxes' meta data", () => {
  const undo = (owner: Customer, by: string | null, client = staff) =>
    client.call(undoMeta, { body: { customer: { id: owner.id }, undo: by ?? "" } });
  const refusal = (owner: Customer, by: string | null, client = staff) =>
    client.refusal(undoMeta, { body: { customer: { id: owner.id }, undo: by ?? "" } });

  test("says before how many boxes it is about, and how many are so already", async () => {
    const owner = await a.customer();
    await boxesOf(owner, 5);
    await edit(owner, { to: 2, meta_year: 2022 });
    const preview = (body: Omit<Body, "customer">) =>
      staff.call(previewMeta, { body: { customer: { id: owner.id }, ...body } });
    expect(await preview({ meta_year: 2022 })).toEqual({ boxes: 5, unchanged: 2 });
    expect(await preview({ meta_year: 2022, from: 2, to: 3 })).toEqual({ boxes: 2, unchanged: 1 });
    expect(await preview({ meta_year: 2022, size: 500 })).toEqual({ boxes: 5, unchanged: 0 });
    expect(await preview({ action: "reset_year" })).toEqual({ boxes: 5, unchanged: 3 });
    expect((await edit(owner, { meta_year: 2022 })).changed).toBe(3);
  });

  test("is taken back whole within a minute: each box gets what it had before, and says so", async () => {
    const owner = await a.customer();
    const [first, second, third] = await boxesOf(owner, 3);
    await edit(owner, { to: 1, meta_year: 2018, meta_first_delivery_customer: "2018-01-31" });
    const everything = { meta_year: 2019, meta_first_delivery_customer: "2019-12-24", size: 330 };
    const change = await edit(owner, { to: 2, ...everything });
    expect(await undo(owner, change.undo)).toEqual({ boxes: 2, changed: 6 });
    expect(await detail(first?.id)).toMatchObject({
      meta_year: 2018,
      meta_first_delivery_customer: "2018-01-31",
      size: 400,
    });
    expect(await detail(second?.id)).toMatchObject({ meta_year: null, meta_first_delivery_customer: null, size: 400 });
    expect((await entries(first?.id)).slice(-3)).toEqual([
      [10, 2019, 2018],
      [14, "2019-12-24", "2018-01-31"],
      [16, 330, 400],
    ]);
    expect((await entries(second?.id)).slice(-3)).toEqual([
      [11, 2019, null],
      [15, "2019-12-24", null],
      [16, 330, 400],
    ]);
    expect(await entries(third?.id)).toEqual([]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("is not taken back where a box has moved on, not twice, not by somebody else, and not later", async () => {
    const owner = await a.customer();
    const [first, second] = await boxesOf(owner, 2);
    const nothing = { non_field_errors: ["Es gibt nichts rückgängig zu machen."] };
    const change = await edit(owner, { meta_year: 2019 });
    expect(await refusal(owner, change.undo, await server.asStaff())).toEqual(nothing);
    expect(await refusal(await a.customer(), change.undo)).toEqual(nothing);
    await edit(owner, { from: 2, meta_year: 2020 });
    await edit(owner, { from: 2, meta_year: 2019 }); // it looks as after the change, and is not
    const moved = `Box ${showBoxCode(second?.code ?? "")} wurde inzwischen geändert. Nichts wurde rückgängig gemacht.`;
    expect(await refusal(owner, change.undo)).toEqual({ non_field_errors: [moved] });
    expect((await detail(first?.id)).meta_year).toBe(2019);
    const [other, deleted] = await boxesOf(await a.customer(), 2);
    const their = { id: other?.owner.id ?? 0 } as Customer;
    const { undo: by } = await edit(their, { meta_year: 2019 });
    await edit(their, { size: 300 }); // another field
    await staff.call(deleteBox, { path: { id: deleted?.id ?? 0 } });
    expect(await undo(their, by)).toEqual({ boxes: 1, changed: 1 });
    expect(await refusal(their, by)).toHaveProperty("non_field_errors");
    const late = { non_field_errors: ["Das lässt sich nur eine Minute lang rückgängig machen."] };
    const aMinute = 61_000_000; // microseconds
    const later = (moment: string | null, more: number) => String(Number(moment) + more);
    expect(await refusal(owner, later(change.undo, -aMinute))).toEqual(late);
    expect(await refusal(owner, later(change.undo, aMinute))).toEqual(late);
  });
});
