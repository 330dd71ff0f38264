import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { destroyMarked, editBox } from "#contract/calls/stock/boxes.ts";
import {
  destructionList,
  destructionLists,
  getDestruction,
  listDestructions,
} from "#contract/calls/destruction/destructions.ts";
import * as services from "#contract/calls/paper/services.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db, { FILE_PREFIX: "Muster" });
const { a } = server;
const staff = await server.asStaff();
const folder = mkdtempSync(join(tmpdir(), "magazin-lists-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const today = berlinDay(new Date());
const codesOf = (text: string) => [...new Set(text.match(/\d{4}\.\d{3}\.\d{3}/g))];
const destroyAll = async () => (await staff.call(destroyMarked, {})).destruction ?? "";
const edit = (box: Box, body: object) => staff.call(editBox, { path: { id: box.id }, body });
const listOf = async (owner: Customer, moment: string) => {
  const { status, bytes } = await staff.download(destructionList, { query: { moment, customer: owner.id } });
  expect(status).toBe(200);
  return textOf(bytes).replace(/\s+/g, " ");
};

/** The files of a zip by their names, as another program unpacks them. */
function unpacked(zip: Buffer): Map<string, Buffer> {
  const file = join(folder, "lists.zip");
  writeFileSync(file, zip);
  const script = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[name, base64.b64encode(archive.read(name)).decode()] for name in archive.namelist()]))`;
  const found = JSON.parse(execFileSync("python3", ["-c", script, file]).toString()) as [string, string][];
  return new Map(found.map(([name, text]) => [name, Buffer.from(text, "base64")]));
}

describe("a collective destruction", () => {
  expensive("destruction lists on paper, alone and in a zip")(
    "is found again by its moment, with every customer and one list for each, alone and all in one zip",
    async () => {
      const works = await a.customer({ code: 42, name: "Stadtwerke: Süd/West" });
      const notary = await a.customer({ code: 7, name: "Notariat" });
      const boxes = [];
      for (const owner of [works, notary, works]) boxes.push(await a.box({ owner, state: 7 }));
      await a.content({ box: boxes[0] as Box, text: "Lieferscheine 2009" });
      const [alone] = [await a.box({ owner: works, state: 2 })];
      await edit(alone, { state: 6 }); // the same day, but not together with them
      const moment = await destroyAll();
      const found = await staff.call(getDestruction, { query: { moment } });
      const owners = [
        { ...notary, boxes: 1, back: 0 },
        { ...works, boxes: 2, back: 0 },
      ];
      expect(found).toMatchObject({ moment, boxes: 3, customers: 2, owners });
      expect(found.user).toEqual({ first_name: "Erika", last_name: "Muster" });
      expect(berlinDay(new Date(found.created))).toBe(today);
      const { owners: _, ...head } = found;
      expect((await staff.call(listDestructions, {})).results[0]).toEqual(head);

      const own = await listOf(works, moment);
      expect(codesOf(own)).toEqual(["0042.000.001", "0042.000.002"]);
      expect(own).toContain(`Sammelvernichtung ${showDate(today)}`);
      expect(own).toContain("Lieferscheine 2009");
      const { headers, bytes } = await staff.download(destructionLists, { query: { moment } });
      expect(headers.get("content-type")).toBe("application/zip");
      expect(headers.get("content-disposition")).toContain(`Muster-Vernichtungslisten-${today}.zip`);
      const files = unpacked(bytes);
      expect([...files.keys()]).toEqual([
        "Vernichtungsliste 0007 Notariat.pdf",
        "Vernichtungsliste 0042 Stadtwerke- Süd-West.pdf",
      ]);
      expect([...files.values()].map((file) => codesOf(textOf(file)))).toEqual([["0007.000.001"], codesOf(own)]);
      const { results } = await staff.call(listAudit, { query: { person: staff.userId } });
      const entry = `Vernichtungsliste, ${showDate(today)}`;
      expect(results.map(({ text, customer }) => [text, customer?.code])).toEqual([
        [entry, 42],
        [entry, 7],
        [entry, 42],
      ]);
    },
  );

  expensive("lists on paper after each correction of a day")(
    "keeps its boxes whatever their day is corrected to, and says which of them came back",
    async () => {
      const owner = await a.customer();
      const boxes = [];
      for (let count = 0; count < 3; count++) boxes.push(await a.box({ owner, state: 7 }));
      const moment = await destroyAll();
      const [first, second, third] = boxes as [Box, Box, Box];
      await edit(first, { destroyed: addDays(today, -40) });
      await edit(second, { state: 2 });
      const backOf = async () => (await staff.call(getDestruction, { query: { moment } })).owners;
      expect(await backOf()).toMatchObject([{ boxes: 3, back: 1 }]);
      const numbers = async () => codesOf(await listOf(owner, moment)).map((code) => Number(code.slice(-3)));
      expect(await numbers()).toEqual([first.number, third.number]);
      await edit(second, { state: 6 }); // alone this time
      expect(await backOf()).toMatchObject([{ boxes: 2, back: 0 }]);
      expect(await numbers()).toEqual([first.number, third.number]);
      expect(await runChecks(db)).toEqual([]);
    },
  );

  test("of nothing has no moment; the latest ten are listed, the newest first", async () => {
    expect((await staff.call(destroyMarked, {})).destruction).toBeNull();
    const moments = [];
    for (let count = 0; count < 11; count++) {
      await a.box({ state: 7 });
      moments.unshift(await destroyAll());
    }
    const { results } = await staff.call(listDestructions, {});
    expect(results.map(({ moment }) => moment)).toEqual(moments.slice(0, 10));
    expect(results.every(({ boxes, customers }) => boxes === 1 && customers === 1)).toBe(true);
  });

  test("at which nothing happened does not exist, and a moment that is none is refused", async () => {
    const owner = await a.customer();
    const calls = [getDestruction, destructionLists, destructionList] as const;
    const customer = owner.id;
    const urlWith = (route: (typeof calls)[number], moment: string) =>
      urlOf(route, { query: { moment, ...(route === destructionList && { customer }) } });
    const missing = calls.map((route) => urlWith(route, "1795384800123456"));
    for (const url of missing) expect(await staff.raw("GET", url)).toMatchObject({ status: 404 });
    for (const moment of ["gestern", "-1", "1.5", "12345678901234567", "1 or 1=1", "2026-11-22", "\0"])
      for (const route of calls) {
        const url = urlWith(route, moment);
        expect(await staff.raw("GET", url), url).toMatchObject({ status: 400, body: { moment: ["Ungültig"] } });
      }
    await a.box({ state: 7 });
    const moment = await destroyAll();
    const unknown = { query: { moment, customer: 2_000_000_000 } };
    expect(await staff.ask(destructionList, unknown)).toMatchObject({ status: 404 });
    for (const wrong of ["x", "0", "-1", "1.5", "2147483648"])
      expect(await staff.raw("GET", urlOf(destructionList, { query: { moment, customer: wrong } }))).toMatchObject({
        status: 400,
        body: { customer: expect.any(Array) as unknown },
      });
  });

  test("and what papers will hold are for staff", async () => {
    const owner = await a.customer();
    await a.box({ owner, state: 7 });
    const query = { moment: await destroyAll() };
    const own = await server.asCustomer(owner);
    const path = { id: owner.id };
    for (const answer of [
      await own.ask(listDestructions, {}),
      await own.ask(getDestruction, { query }),
      await own.ask(destructionLists, { query }),
      await own.ask(destructionList, { query: { ...query, customer: owner.id } }),
      await own.ask(services.destroyListCounts, { path }),
      await own.ask(services.destroyRequestCounts, { path }),
    ])
      expect(answer.status).toBe(403);
  });
});

describe("what a paper will hold is what it holds then", () => {
  const thisYear = Number(today.slice(0, 4));
  const numberOf = (text = "") => Number(text.replaceAll(".", "").replace(",", "."));
  /** Boxes, contents and metres of the paper's last line. */
  const summed = (bytes: Buffer) => {
    const text = textOf(bytes).replace(/\s+/g, " ");
    const [, boxes, contents, metres] =
      /Summe ([\d.]+) Box(?:en)?,? ([\d.]+) Inhalte?(?:, ([\d,.]+) m)?/.exec(text) ?? [];
    return { boxes: numberOf(boxes), contents: numberOf(contents), ...(metres && { metres: numberOf(metres) }) };
  };
  const nothing = { boxes: 0, contents: 0 };

  expensive("a destroy list on paper for each range of days")(
    "of destroyed boxes, for every range of days",
    async () => {
      const owner = await a.customer();
      const path = { id: owner.id };
      for (const [index, destroyed] of ["2025-12-31", "2026-01-01", "2026-03-01", "2026-03-01"].entries()) {
        const box = await a.box({ owner, state: 6 });
        for (let count = 0; count <= index; count++) await a.content({ box });
        await db.write((tx) => tx.updateTable("boxes").set({ destroyed }).where("id", "=", box.id).execute());
      }
      for (const state of [0, 1, 7] as const) await a.content({ box: await a.box({ owner, state }) });
      await a.content({ box: await a.box({ state: 6 }) });
      for (const [from, to] of [
        [undefined, undefined],
        ["2026-01-01", undefined],
        [undefined, "2026-02-28"],
        ["2026-01-01", "2026-03-01"],
        ["2026-03-02", undefined],
      ] as const) {
        const input = { path, query: { from, to } };
        const { bytes } = await staff.download(services.destroyList, input);
        expect(await staff.call(services.destroyListCounts, input)).toEqual(summed(bytes));
      }
      const isNone = { path, query: { from: "2026-03-02", to: "2026-03-01" } };
      const refusal = await staff.refusal(services.destroyList, isNone);
      expect(await staff.refusal(services.destroyListCounts, isNone)).toEqual(refusal);
      const all = await staff.call(services.destroyListCounts, { path });
      expect(all).toEqual({ boxes: 4, contents: 10 });
      for (const from of ["2026-02-29", "01.03.2026", "x"])
        expect(await staff.refusal(services.destroyListCounts, { path, query: { from } })).toEqual({
          from: ["Ungültig"],
        });
      expect(await staff.ask(services.destroyListCounts, { path: { id: 2_000_000_000 } })).toMatchObject({
        status: 404,
      });
    },
  );

  expensive("a destroy request on paper after each change")(
    "of boxes whose owner is asked: marked, or due this year",
    async () => {
      const owner = await a.customer();
      const path = { id: owner.id };
      const counts = () => staff.call(services.destroyRequestCounts, { path });
      expect(await counts()).toEqual({ ...nothing, metres: 0 });
      for (const [state, year] of [
        [1, thisYear],
        [1, thisYear + 1],
        [2, thisYear - 20],
        [6, thisYear - 1],
        [1, null],
        [7, thisYear + 5],
        [7, null],
      ] as const) {
        const box = await a.box({ owner, state, size: 333 });
        await a.content({ box });
        const set = { meta_destroy_year: year };
        await db.write((tx) => tx.updateTable("boxes").set(set).where("id", "=", box.id).execute());
        const { bytes } = await staff.download(services.destroyRequest, { path });
        expect(await counts()).toEqual({ metres: 0, ...summed(bytes) });
      }
      expect(await counts()).toEqual({ boxes: 4, contents: 4, metres: 1.33 });
      expect(await staff.ask(services.destroyRequestCounts, { path: { id: 2_000_000_000 } })).toMatchObject({
        status: 404,
      });
    },
  );
});
