import { beforeAll, describe, expect, test } from "vitest";
import type { Input, Route } from "#contract/route.ts";
import { dueList } from "#contract/calls/destruction/retention.ts";
import * as services from "#contract/calls/paper/services.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { allSeals, sealNow } from "#server/database/seals/seal-days.ts";
import { type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db, { FILE_PREFIX: "Muster", PROVIDER_NAME: "Muster Archiv GmbH" });
const { a } = server;
const thisYear = Number(
  new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", year: "numeric" }).format(new Date()),
);
const emptyRange = { to: ["Der Bereich ist leer: „von“ ist größer als „bis“."] };
let staff: Client;

beforeAll(async () => {
  staff = await server.asStaff();
});

/** The text of a document, its blanks as one. */
async function paper<R extends Route>(route: R, input: Input<R>, client = staff): Promise<string> {
  const { status, bytes } = await client.download(route, input);
  if (status !== 200) throw new Error(`${route.path} answered ${status}: ${bytes.toString()}`);
  return textOf(bytes).replace(/\s+/g, " ");
}

/** Expects these texts to follow each other. */
function expectInOrder(text: string, parts: readonly string[]): void {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    expect(found, `${part} after ${text.slice(Math.max(0, at - 30), at)}`).toBeGreaterThanOrEqual(0);
    at = found + part.length;
  }
}

const meta = (box: Box, values: { meta_year?: number; meta_destroy_year?: number; destroyed?: string }) =>
  db.write((tx) => tx.updateTable("boxes").set(values).where("id", "=", box.id).execute());
const codesOf = (text: string) => text.match(/\d{4}\.\d{3}\.\d{3}/g) ?? [];

expensive("five lists on paper, twice")(
  "every list names the last seal of the history, as soon as there is one",
  async () => {
    const owner = await a.customer();
    await a.box({ owner, state: 6 });
    const path = { id: owner.id };
    const lists = () =>
      Promise.all([
        paper(services.archiveList, { path }),
        paper(services.customerOverview, { path }),
        paper(services.destroyList, { path }),
        paper(services.destroyRequest, { path }),
        paper(dueList, { path }),
      ]);
    for (const text of await lists()) expect(text).not.toContain("Siegel");
    await sealNow(db);
    const [seal] = await allSeals(db.read);
    for (const text of await lists())
      expect(text).toContain(`Siegel 1 vom ${showDate(berlinDay(new Date()))}: ${seal?.hash}`);
  },
);

describe("the archive list", () => {
  let owner: Customer;
  beforeAll(async () => {
    owner = await a.customer({ code: 4711, name: "Ärztehaus", postcode: "28195" });
    const boxes = [];
    for (const [number, state, size] of [
      [12, 1, 400],
      [2, 2, 5000],
      [700, 6, 330],
      [1, 7, 110],
    ] as const)
      boxes.push(await a.box({ owner, number, state, size }));
    for (const text of ["Rechnungen Ö–Z", "Ablage „alt“, 5 €"]) await a.content({ box: boxes[0] as Box, text });
    await a.content({ box: boxes[3] as Box, text: "Akten A", state: 3 });
    await meta(boxes[0] as Box, { meta_year: 2019, meta_destroy_year: 2031 });
  });
  const list = (query: Input<typeof services.archiveList>["query"], client = staff) =>
    paper(services.archiveList, { path: { id: owner.id }, ...(query && { query }) }, client);

  test("has every box by code with its contents, and the totals", async () => {
    const text = await list(undefined);
    expect(text).toContain("28195");
    expect(codesOf(text)).toEqual(["4711.000.001", "4711.000.002", "4711.000.012", "4711.000.700"]);
    expectInOrder(text, [
      "Muster Archiv GmbH",
      "4711 Ärztehaus",
      "4711.000.001",
      "markiert zur",
      "Akten A (existiert nicht)",
      "4711.000.012",
      "2019",
      "2031",
      "400",
      "Rechnungen Ö–Z",
      "Ablage „alt“, 5 €",
      "4711.000.700",
      "vernichtet",
      "4 Boxen",
      "3 Inhalte",
      "0,51 m",
      "Seite 1 von 1",
    ]);
  });

  test("may be of a range, open at either end, or of no box at all", async () => {
    const codes = async (query: Input<typeof services.archiveList>["query"]) =>
      codesOf(await list(query)).map((code) => Number(code.slice(5).replace(".", "")));
    expect(await codes({ from: 2, to: 12 })).toEqual([2, 12]);
    expect(await codes({ from: 13 })).toEqual([700]);
    expect(await codes({ to: 1 })).toEqual([1]);
    expect(await codes({ from: 0, to: 0 })).toEqual([]);
    const empty = await list({ from: 3, to: 5 });
    expect(empty).toContain("3 bis 5");
    expect(empty).toContain("Keine Daten vorhanden");
    expect(empty).toContain("Seite 1 von 1");
  });
});

expensive("a destroy list on paper for each range of days")(
  "the destroy list has the boxes destroyed in a range of days, by day and code",
  async () => {
    const owner = await a.customer({ code: 4611 });
    const days = ["2026-03-01", "2025-12-31", "2026-03-01", "2026-01-01"];
    for (const [index, destroyed] of days.entries()) {
      const box = await a.box({ owner, number: 10 - index, state: 6 });
      await a.content({ box, text: `Akte ${destroyed}` });
      await meta(box, { destroyed, meta_destroy_year: 2020 + index });
    }
    await a.box({ owner, state: 1 });
    const list = (query?: { from?: string; to?: string }) =>
      paper(services.destroyList, { path: { id: owner.id }, ...(query && { query }) });
    const text = await list();
    expectInOrder(text, [
      "31.12.2025",
      "4611.000.009",
      "01.01.2026",
      "4611.000.007",
      "01.03.2026",
      "4611.000.008",
      "4611.000.010",
    ]);
    expectInOrder(text, ["4 Boxen", "4 Inhalte"]);
    expect(codesOf(await list({ from: "2026-01-01", to: "2026-02-28" }))).toEqual(["4611.000.007"]);
    expect(codesOf(await list({ from: "2026-03-01" }))).toEqual(["4611.000.008", "4611.000.010"]);
    expect(codesOf(await list({ to: "2025-12-31" }))).toEqual(["4611.000.009"]);
    expect(await list({ to: "2024-02-29" })).toContain("Keine Daten vorhanden");
    const refusal = (query: { from?: string; to?: string }) =>
      staff.refusal(services.destroyList, { path: { id: owner.id }, query });
    expect(await refusal({ from: "2026-02-29" })).toEqual({ from: ["Ungültig"] });
    expect(await refusal({ to: "31.12.2026" })).toEqual({ to: ["Ungültig"] });
    expect(await refusal({ from: "2026-03-02", to: "2026-03-01" })).toEqual(emptyRange);
  },
);

test("the destroy request has what is marked or due this year, not what is destroyed or due later", async () => {
  const owner = await a.customer({ code: 4511, name: "Notariat" });
  for (const [number, state, destroyYear] of [
    [5, 1, thisYear],
    [4, 7, undefined],
    [3, 1, thisYear + 1],
    [2, 2, thisYear - 20],
    [1, 6, thisYear - 1],
    [6, 1, undefined],
    [7, 7, thisYear + 5],
  ] as const) {
    const box = await a.box({ owner, number, state, size: 250 });
    await a.content({ box, text: `Akte ${number}` });
    if (destroyYear) await meta(box, { meta_destroy_year: destroyYear });
  }
  const text = await paper(services.destroyRequest, { path: { id: owner.id } });
  expectInOrder(text, ["Notariat", "Sehr geehrte"]);
  expect(codesOf(text)).toEqual(["4511.000.002", "4511.000.004", "4511.000.005", "4511.000.007"]);
  expectInOrder(text, ["Akte 2", "fällig", "Akte 4", "markiert", "Akte 5", "fällig", "Akte 7", "markiert"]);
  expectInOrder(text, ["4 Boxen, 4 Inhalte, 1,00 m", "Zustimmung"]);
  const nothing = await paper(services.destroyRequest, { path: { id: (await a.customer()).id } });
  expect(nothing).toContain("Derzeit ist keine Ihrer Boxen zur Vernichtung markiert oder fällig.");
});

test("the boxes overview has state, counts and metres of a range", async () => {
  const owner = await a.customer({ code: 4411 });
  const [one, two] = [
    await a.box({ owner, number: 1, state: 1, size: 400 }),
    await a.box({ owner, number: 2, state: 2 }),
  ];
  await a.box({ owner, number: 3, state: 1, size: 330 });
  for (let count = 0; count < 3; count++) await a.content({ box: two });
  for (let count = 0; count < 2; count++) await a.image({ box: one });
  await meta(one, { meta_year: 1999, meta_destroy_year: 2029 });
  const overview = (query?: { from?: number; to?: number }) =>
    paper(services.customerOverview, { path: { id: owner.id }, ...(query && { query }) });
  const text = await overview();
  expectInOrder(text, [
    "4411.000.001 eingelagert 0 2 1999 2029 0,40",
    "4411.000.002 nicht eingelagert 3 0",
    "4411.000.003",
  ]);
  expectInOrder(text, ["Summe", "3 Boxen", "3 2", "0,73"]);
  expect(codesOf(await overview({ from: 2, to: 2 }))).toEqual(["4411.000.002"]);
  expect(await overview({ from: 9 })).toContain("Keine Daten vorhanden");
});

const lists = [
  [services.archiveList, "Muster-Archivliste.pdf"],
  [services.destroyList, "Muster-Vernichtungsliste.pdf"],
  [services.destroyRequest, "Muster-Vernichtungsanfrage.pdf"],
  [services.customerOverview, "Muster-Boxenübersicht.pdf"],
  [services.contentImages, "Muster-Inhaltsbilder.zip"],
] as const;

describe.each(lists)("$path", (route, name) => {
  const input = (id: number, query?: object) => ({ path: { id }, ...(query && { query }) }) as Input<typeof route>;

  test("is a download with its name and exact length, kept by nobody and not compressed, the same every time", async () => {
    const owner = await a.customer();
    for (const state of [1, 6, 7] as const) await a.image({ box: await a.box({ owner, state }) });
    const first = await staff.raw("GET", urlOf(route, input(owner.id)), { headers: { "accept-encoding": "br, gzip" } });
    expect(first.headers.get("content-encoding")).toBeNull();
    expect(first.headers.get("cache-control")).toBe("private, no-store");
    expect(first.headers.get("content-type")).toBe(name.endsWith("zip") ? "application/zip" : "application/pdf");
    expect(first.headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    const [one, two] = [await staff.download(route, input(owner.id)), await staff.download(route, input(owner.id))];
    expect(Number(one.headers.get("content-length"))).toBe(one.bytes.length);
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  test("is for a customer user of that customer and staff; to others there is no such customer", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    await a.image({ box: await a.box({ owner, state: 6 }) });
    const [own, foreign] = [await server.asCustomer(owner), await server.asCustomer(other)];
    const [shown, seen] = [await own.download(route, input(owner.id)), await staff.download(route, input(owner.id))];
    expect([shown.status, shown.bytes.equals(seen.bytes)]).toEqual([200, true]);
    const missing = await staff.ask(route, input(2_000_000_000));
    const refused = await foreign.ask(route, input(owner.id));
    expect([missing.status, refused.status, refused.text]).toEqual([404, 404, missing.text]);
    expect((await server.anonymous.ask(route, input(owner.id))).status).toBe(403);
  });

  test("of a range that is none is refused", async () => {
    if (!("query" in route) || route === services.destroyList) return;
    const { id } = await a.customer();
    const refusal = (query: object) => staff.refusal(route, input(id, query));
    expect(await refusal({ from: 2, to: 1 })).toEqual(emptyRange);
    expect(await refusal({ from: 1, to: 0 })).toEqual(emptyRange);
    for (const wrong of [-1, 1_000_000, "x", 1.5])
      expect(await refusal({ from: wrong })).toEqual({ from: ["Ungültig"] });
  });
});
