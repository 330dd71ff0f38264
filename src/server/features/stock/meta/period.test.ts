import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { boxRetention } from "#contract/calls/destruction/retention.ts";
import { checkImport, commitImport, createImport, importErrors, undoImport } from "#contract/calls/exchange/imports.ts";
import { editMeta, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { previewMeta, undoMeta } from "#contract/calls/stock/meta.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

type Body = Parameters<typeof staff.call<typeof editMeta>>[1]["body"];
const edit = (owner: Customer, body: Omit<Body, "customer">) =>
  staff.call(editMeta, { body: { customer: { id: owner.id }, ...body } });
const set = (owner: Customer, period_from: string | null, period_to: string | null, number?: number) =>
  edit(owner, { period_from, period_to, ...(number !== undefined && { from: number, to: number }) });
const periodOfBox = async ({ id }: Pick<Box, "id">) => {
  const { period_from, period_to } = await staff.call(getBox, { path: { id } });
  return [period_from, period_to];
};
const periods = (owner: Customer) =>
  db.read
    .selectFrom("boxes")
    .select(["meta_year", "period_from", "period_to"])
    .where("customer_id", "=", owner.id)
    .orderBy("number")
    .execute();

describe("the period of a box", () => {
  test("is kept as it was said, whole or half, recorded in the history, and taken back at once", async () => {
    const owner = await a.customer();
    const [first, second] = [await a.box({ owner, number: 1 }), await a.box({ owner, number: 2 })];
    expect(await set(owner, "2015", "2019-03-31", 1)).toMatchObject({ boxes: 1, changed: 1 });
    const customer = { id: owner.id };
    const body = { customer, period_from: "2016", meta_year: 2016 };
    expect(await staff.call(previewMeta, { body: { customer, period_from: "2015", period_to: "2019-03-31" } })).toEqual(
      {
        boxes: 2,
        unchanged: 1,
      },
    );
    const { undo, changed } = await staff.call(editMeta, { body });
    expect(changed).toBe(4);
    expect(await periodOfBox(first)).toEqual(["2016", null]);
    expect(await runChecks(db)).toEqual([]);
    await staff.call(undoMeta, { body: { customer, undo: undo ?? "" } });
    expect([await periodOfBox(first), await periodOfBox(second)]).toEqual([
      ["2015", "2019-03-31"],
      [null, null],
    ]);
    expect(await edit(owner, { action: "reset_period" })).toMatchObject({ changed: 1 });
    const { history } = await staff.call(getBox, { path: { id: first.id } });
    const marked = history.filter(({ state }) => state === 43);
    expect(marked.map(({ meta }) => [meta?.from, meta?.to])).toEqual([
      [null, "2015/2019-03-31"],
      ["2015/2019-03-31", "2016/"],
      ["2016/", "2015/2019-03-31"],
      ["2015/2019-03-31", null],
    ]);
    expect(await runChecks(db)).toEqual([]);
  });

  test.each([
    [{ period_from: "2019", period_to: "2018" }, { period_to: ["Die Laufzeit endet vor ihrem Beginn."] }],
    [{ period_from: "2019-03-02", period_to: "2019-03-01" }, { period_to: ["Die Laufzeit endet vor ihrem Beginn."] }],
    [{ period_from: "19" }, { period_from: ["Ungültig"] }],
    [{ period_to: "2019-02-30" }, { period_to: ["Ungültig"] }],
    [{ period_from: "2019-03" }, { period_from: ["Ungültig"] }],
    [{ period_from: "", period_to: null }, { non_field_errors: ["Bitte geben Sie an, was geändert werden soll."] }],
  ])("is refused where it is none: %j", async (period, fields) => {
    const owner = await a.customer();
    await a.box({ owner });
    expect(await staff.refusal(editMeta, { body: { customer: { id: owner.id }, ...period } })).toEqual(fields);
  });

  test("is refused by the database, too, where it ends before it begins or is no day", async () => {
    const box = await a.box();
    for (const [from, to, message] of [
      ["2019", "2018-12-31", "boxes_period"],
      ["2019-02-30", null, "date field value out of range"],
      ["19", null, "boxes_period_from_check"],
      [null, "2019-3-1", "boxes_period_to_check"],
    ] as const)
      await expect(
        db.write((tx) =>
          sql`update boxes set period_from = ${from}, period_to = ${to} where id = ${box.id}`.execute(tx),
        ),
      ).rejects.toThrow(message);
  });

  test("finds the boxes with papers of a year, for staff and for the customer's own people alone", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const boxes = [];
    for (let number = 1; number <= 6; number++) boxes.push(await a.box({ owner, number }));
    const foreign = await a.box({ owner: other, number: 1 });
    await set(owner, "2015", "2019", 1);
    await set(owner, "2019-12-31", "2019-12-31", 2);
    await set(owner, "2020", null, 3);
    await set(owner, null, "2018-06-30", 4);
    await set(owner, "2015", "2016", 5);
    await set(other, "2015", "2019");
    const user = await server.as(await a.user({ customers: [owner] }));
    const found = async (period: number, client = staff) => {
      const { results, count } = await client.call(listBoxes, { query: { owner: owner.code, period } });
      expect(results).toHaveLength(count);
      return results.map(({ code }) => Number(code.slice(4)));
    };
    for (const client of [staff, user]) {
      expect(await found(2019, client)).toEqual([1, 2]);
      expect(await found(2020, client)).toEqual([3]);
      expect(await found(2018, client)).toEqual([1, 4]);
      expect(await found(2016, client)).toEqual([1, 4, 5]);
    }
    const { results } = await user.call(listBoxes, { query: { period: 2017 } });
    expect(results.map(({ id }) => id)).not.toContain(foreign.id);
    expect(await user.call(getBox, { path: { id: boxes[0]?.id ?? 0 } })).toMatchObject({ period_to: "2019" });
    await expect(user.call(getBox, { path: { id: foreign.id } })).rejects.toThrow("404");
    await expect(user.call(editMeta, { body: { customer: { id: owner.id }, period_from: "2001" } })).rejects.toThrow(
      "403",
    );
  });
});

const sent = async (owner: Customer, list: string) => {
  const body = { customer: owner.id, name: "Liste.csv", file: new Blob([list]) } as { customer: number; name: string };
  const { id } = await staff.call(createImport, { body });
  return staff.call(checkImport, { path: { id } });
};
const commit = async (owner: Customer, list: string) => {
  const { id } = await sent(owner, list);
  await staff.call(commitImport, { path: { id }, body: { again: false } });
  return id;
};

describe("a list of boxes", () => {
  expensive("two lists, each read in its own process")(
    "says periods in one column or in two, and what is taken over is taken back",
    async () => {
      const owner = await a.customer();
      await a.box({ owner, number: 1 });
      await set(owner, "2001", "2002-06-30");
      const id = await commit(owner, "Box;Laufzeit\n1;2000–2005\n2;1.3.2015-31.12.2019\n3;ab 2015\n4;2019\n");
      expect((await periods(owner)).map((box) => [box.period_from, box.period_to])).toEqual([
        ["2000", "2005"],
        ["2015-03-01", "2019-12-31"],
        ["2015", null],
        ["2019", "2019"],
      ]);
      expect(await sent(owner, "Box;von;bis\n1;2000;2005\n2;01.03.2015;31.12.2019\n3;2015;\n")).toMatchObject({
        errors: 0,
        unchanged: 3,
      });
      expect(await runChecks(db)).toEqual([]);
      await staff.call(undoImport, { path: { id } });
      expect(await periods(owner)).toEqual([{ meta_year: null, period_from: "2001", period_to: "2002-06-30" }]);
      expect(await runChecks(db)).toEqual([]);
    },
  );

  expensive("a list that a process of its own reads")(
    "that ends a box's period before it begins, also together with what is there, is not taken over",
    async () => {
      const owner = await a.customer();
      await a.box({ owner, number: 1 });
      await set(owner, "2015", null);
      const { id, errors } = await sent(owner, "Box;von;bis\n1;;2014\n2;2019;2018\n");
      expect(errors).toBe(2);
      const { results } = await staff.call(importErrors, { path: { id } });
      expect(results.map(({ sentence }) => sentence)).toEqual([
        "Zeile 2, Spalte bis: Die Laufzeit endet vor ihrem Beginn.",
        "Zeile 3, Spalte bis: Die Laufzeit endet vor ihrem Beginn.",
      ]);
    },
  );

  expensive("two whole imports, each in its own process")(
    "with a year and no period says both, of boxes that have none yet",
    async () => {
      const owner = await a.customer();
      for (const number of [1, 2]) await a.box({ owner, number });
      await set(owner, "2001", "2005", 1);
      await edit(owner, { meta_year: 2001, from: 2, to: 2 });
      const id = await commit(owner, "Box;Jahrgang\n1;2005\n2;2001\n3;2007\n");
      expect(await periods(owner)).toEqual([
        { meta_year: 2005, period_from: "2001", period_to: "2005" },
        { meta_year: 2001, period_from: null, period_to: null }, // nothing of it is said anew
        { meta_year: 2007, period_from: "2007", period_to: "2007" },
      ]);
      await staff.call(undoImport, { path: { id } });
      await commit(owner, "Box;Jahrgang;von;bis\n3;2007;;\n");
      expect((await periods(owner))[2]).toEqual({ meta_year: 2007, period_from: null, period_to: null });
    },
  );
});

describe("how long a box is kept", () => {
  const begins = async ({ id }: Pick<Box, "id">) => (await staff.call(boxRetention, { path: { id } })).begins;

  test("counts from the end of its period, and from its year where it has none", async () => {
    const owner = await a.customer();
    const [year, period, day, running] = [
      await a.box({ owner, number: 1 }),
      await a.box({ owner, number: 2 }),
      await a.box({ owner, number: 3 }),
      await a.box({ owner, number: 4 }),
    ];
    await edit(owner, { meta_year: 2010 });
    await set(owner, "2010", "2014", 2);
    await set(owner, null, "2015-03-31", 3);
    await set(owner, "2010", null, 4);
    const boxes = [year, period, day, running];
    await a.kept({ owner, boxes, key: "ao-briefe", begins: null });
    expect(await Promise.all(boxes.map(begins))).toEqual(["2010-12-31", "2014-12-31", "2015-03-31", null]);
    // what was assigned stays
    await set(owner, "2010", "2018");
    expect(await begins(period)).toBe("2014-12-31");
  });

  expensive("a whole import in a process of its own")(
    "counts so by a list, too, that says the class and no day",
    async () => {
      const owner = await a.customer();
      await commit(owner, "Box;Jahrgang;Laufzeit;Klasse\n1;2001;2001–30.06.2004;ao-briefe\n2;2001;;ao-briefe\n");
      const boxes = await db.read
        .selectFrom("boxes")
        .select("retention_from")
        .where("customer_id", "=", owner.id)
        .orderBy("number")
        .execute();
      expect(boxes.map(({ retention_from }) => retention_from)).toEqual(["2004-06-30", "2001-12-31"]);
    },
  );
});
