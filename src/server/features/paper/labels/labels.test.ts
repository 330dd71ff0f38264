import { beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#contract/route.ts";
import * as services from "#contract/calls/paper/services.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { pagesOf, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let staff: Client;

beforeAll(async () => {
  staff = await server.asStaff();
});

type Labels = typeof services.printLabels | typeof services.printRowLabels;

/** The text of a sheet, its blanks as one. */
async function paper<R extends Labels>(route: R, input: Input<R>): Promise<string> {
  const { status, bytes } = await staff.download(route, input);
  if (status !== 200) throw new Error(`${route.path} answered ${status}: ${bytes.toString()}`);
  return textOf(bytes).replace(/\s+/g, " ");
}

const codesOf = (text: string) => text.match(/\d{4}\.\d{3}\.\d{3}/g) ?? [];

describe("labels of boxes", () => {
  const labels = (codes: { code: string; amount: number }[], start = 1) =>
    paper(services.printLabels, { body: { codes, start } });

  test("are as many as asked for, in that order, whatever way the codes are written; the same code twice adds up", async () => {
    const owner = await a.customer({ name: "Größenwahn & Söhne" });
    const [first, second] = [await a.box({ owner }), await a.box({ owner, number: 123 })];
    const spaced = `${second.code.slice(0, 4)} ${second.code.slice(4, 7)} ${second.code.slice(7)}`;
    const text = await labels([
      { code: showBoxCode(second.code), amount: 2 },
      { code: first.code, amount: 1 },
      { code: spaced, amount: 3 },
    ]);
    expect(codesOf(text).sort()).toEqual(
      [first, second, second, second, second, second].map((box) => showBoxCode(box.code)),
    );
    expect(text.match(/Größenwahn & Söhne/g)?.length).toBe(6);
  });

  test("begin at the first free label of a part-used sheet", async () => {
    const { code } = await a.box();
    const pages = async (amount: number, start: number) => {
      const { bytes } = await staff.download(services.printLabels, { body: { codes: [{ code, amount }], start } });
      return pagesOf(bytes).map((page) => codesOf(page).length);
    };
    expect(await pages(24, 1)).toEqual([24]);
    expect(await pages(24, 2)).toEqual([23, 1]);
    expect(await pages(25, 24)).toEqual([1, 24]);
  });

  test("are at most 10,000 at once", async () => {
    const [one, two] = [await a.box(), await a.box()];
    const codes = (...amounts: number[]) => [
      { code: one.code, amount: amounts[0] ?? 0 },
      { code: two.code, amount: amounts[1] ?? 0 },
    ];
    const tooMany = { codes: ["Mehr als 10.000 Etiketten auf einmal sind nicht möglich."] };
    expect(await staff.refusal(services.printLabels, { body: { codes: codes(1, 10_000) } })).toEqual(tooMany);
    expect(await staff.refusal(services.printLabels, { body: { codes: codes(5000, 5001) } })).toEqual(tooMany);
    expect((await staff.download(services.printLabels, { body: { codes: codes(1, 9999) } })).status).toBe(200);
  });

  test("are refused for what is no box", async () => {
    const { code, owner } = await a.box();
    const unknown = `${code.slice(0, 4)}999123`;
    const refusal = (codes: { code: string; amount: number }[], start?: number) =>
      staff.refusal(services.printLabels, { body: { codes, ...(start !== undefined && { start }) } });
    const one = (text: string) =>
      refusal([
        { code, amount: 1 },
        { code: text, amount: 1 },
      ]);
    expect(await one(unknown)).toEqual({ codes: [`Box ${showBoxCode(unknown)} gibt es nicht.`] });
    expect(await one("12345")).toEqual({ codes: ["„12345“ ist kein Boxcode."] });
    expect(await one("")).toEqual({ codes: ["„“ ist kein Boxcode."] });
    expect(await refusal([])).toEqual({ codes: ["Bitte auswählen"] });
    expect(await refusal([{ code, amount: 0 }])).toEqual({ codes: ["Kleiner als 1 nicht erlaubt"] });
    expect(await refusal([{ code, amount: 10_001 }])).toEqual({ codes: ["Ungültig"] });
    for (const start of [0, 25, 1.5])
      expect(await refusal([{ code, amount: 1 }], start)).toEqual({ start: ["Ungültig"] });
    const client = await server.asCustomer(owner);
    expect((await client.ask(services.printLabels, { body: { codes: [{ code, amount: 1 }] } })).status).toBe(403);
  });

  test("are saved under a random name of six characters", async () => {
    const { code } = await a.box();
    const names = new Set<string>();
    for (let count = 0; count < 5; count++) {
      const { headers } = await staff.download(services.printLabels, { body: { codes: [{ code, amount: 1 }] } });
      names.add(headers.get("content-disposition") ?? "");
    }
    expect(names.size).toBe(5);
    for (const name of names) expect(name).toMatch(/^attachment; filename\*=UTF-8''[a-z0-9]{6}\.pdf$/);
  });
});

test("labels of rows name area and row, in the order asked for", async () => {
  const area = await a.area({ name: "Halle Süd" });
  const [one, two] = [await a.row({ area, number: 7 }), await a.row({ area, number: 12 })];
  const text = await paper(services.printRowLabels, { body: { rows: [two.id, one.id, two.id], start: 2 } });
  expect(text.match(/Halle Süd · Reihe (7|12)/g)?.sort()).toEqual([
    "Halle Süd · Reihe 12",
    "Halle Süd · Reihe 12",
    "Halle Süd · Reihe 7",
  ]);
  const refusal = (rows: number[]) => staff.refusal(services.printRowLabels, { body: { rows } });
  expect(await refusal([one.id, 2_000_000_000])).toEqual({ rows: ["Diese Reihe gibt es nicht."] });
  expect(await refusal([])).toEqual({ rows: ["Bitte auswählen"] });
  expect((await (await server.asCustomer()).ask(services.printRowLabels, { body: { rows: [one.id] } })).status).toBe(
    403,
  );
});

describe("other sheets and rolls", () => {
  expensive("labels on paper in three sizes")(
    "take their own number of labels, and start at none that they do not have",
    async () => {
      const { code } = await a.box();
      const ask = (body: Omit<Input<typeof services.printLabels>["body"], "codes">) =>
        staff.download(services.printLabels, { body: { codes: [{ code, amount: 22 }], ...body } });
      const pages = async (...asked: Parameters<typeof ask>) =>
        pagesOf((await ask(...asked)).bytes).map((page) => codesOf(page).length);
      expect(await pages({ size: "L7160" })).toEqual([21, 1]);
      expect(await pages({ size: "L7651", start: 65 })).toEqual([1, 21]);
      expect(await pages({ size: "100x50", offset: { x: 1.5, y: -1 } })).toEqual(Array<number>(22).fill(1));
      const refusal = (body: Parameters<typeof ask>[0]) =>
        staff.refusal(services.printLabels, { body: { codes: [{ code, amount: 1 }], ...body } });
      expect(await refusal({ size: "L7160", start: 22 })).toEqual({ start: ["Ungültig"] });
      expect(await refusal({ size: "100x50", start: 2 })).toEqual({ start: ["Ungültig"] });
      expect(await refusal({ offset: { x: 5.1, y: 0 } })).toHaveProperty("offset");
    },
  );

  test("are printed by label printers from ZPL, amounts and all", async () => {
    const owner = await a.customer({ name: "^XZ~JA" });
    const { code } = await a.box({ owner });
    const { headers, bytes } = await staff.download(services.printLabelsZpl, {
      body: { codes: [{ code, amount: 3 }], dpi: 300 },
    });
    expect(headers.get("content-type")).toBe("application/zpl");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''[a-z0-9]{6}\.zpl$/);
    expect(bytes.toString()).toContain(`>;${code}`);
    expect(bytes.toString()).toContain("^PQ3^XZ");
    expect(bytes.toString()).toContain("^FD_5EXZ_7EJA^FS");
    const refusal = await staff.refusal(services.printLabelsZpl, {
      body: { codes: [{ code, amount: 1 }], size: "3474" },
    });
    expect(refusal).toHaveProperty("size");
  });
});

describe("labels of places", () => {
  const heights = { from: 1, to: 2 };

  test("name each place of the parts asked for, part after part, on paper and for a label printer", async () => {
    const area = await a.area({ name: "Halle Ost" });
    const row = await a.row({ area, number: 7 });
    const body = { row: row.id, parts: { from: 3, to: 4 }, heights };
    const { bytes } = await staff.download(services.printPlaceLabels, { body });
    const text = textOf(bytes).replace(/\s+/g, " ");
    expect(text.match(/Halle Ost · Reihe 7/g)).toHaveLength(4);
    expect(text.match(/Teil [34]/g)?.sort()).toEqual(["Teil 3", "Teil 3", "Teil 4", "Teil 4"]);
    const zpl = (await staff.download(services.printPlaceLabelsZpl, { body })).bytes.toString();
    expect(zpl.match(/LREIHE\d+T\d+H\d+/g)).toEqual(
      ["T3H1", "T3H2", "T4H1", "T4H2"].map((place) => `LREIHE${row.id}${place}`),
    );
  });

  test("are refused for no row, for no range, and for more than are printed at once", async () => {
    const row = (await a.row()).id;
    const refusal = (from: number, to: number, of = row) =>
      staff.refusal(services.printPlaceLabels, { body: { row: of, parts: { from, to }, heights } });
    expect(await refusal(1, 5001)).toEqual({
      parts: ["Mehr als 10.000 Etiketten auf einmal sind nicht möglich."],
    });
    expect(await refusal(4, 3)).toHaveProperty("parts");
    expect(await refusal(0, 3)).toHaveProperty("parts");
    expect(await refusal(1, 2, 2_000_000_000)).toEqual({ rows: ["Diese Reihe gibt es nicht."] });
    const body = { row, parts: { from: 1, to: 1 }, heights };
    expect((await (await server.asCustomer()).ask(services.printPlaceLabels, { body })).status).toBe(403);
  });
});
