import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { previewInvoice } from "#contract/calls/billing/billing.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import { exportCustomer } from "#contract/calls/paper/services.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { search } from "#contract/calls/search/search.ts";
import { setNumbers, setUniqueNumbers } from "#contract/calls/stock/box-numbers.ts";
import { editBox, editMeta, getBox, setCostCentre } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { changeOwner, previewOwnerChange } from "#contract/calls/stock/owner-changes.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { berlinDay } from "#rules/dates.ts";
import { historySentence } from "#rules/stock/history.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { blankTexts } from "#server/database/destruction/blank-texts.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { age } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { unzipped } from "#test/support/zip.ts";
import type { Box, Customer } from "#test/support/factories.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const month = berlinDay(new Date()).slice(0, 7);

const detail = (id: number, who = staff) => who.call(getBox, { path: { id } });
const sentences = async (id: number, who = staff) =>
  (await detail(id, who)).history.map(({ state, meta, text }) => historySentence(state, meta, text));
const preview = (from: Customer, to: Customer, boxes?: readonly Box[]) =>
  staff.call(previewOwnerChange, {
    body: { customer: from.id, to: to.id, ...(boxes && { boxes: boxes.map(({ id }) => id) }) },
  });
const wanted = (
  from: Customer,
  to: Customer,
  boxes: readonly { readonly id: number }[],
  costCentres: "keep" | "drop",
) => ({
  body: {
    customer: from.id,
    to: to.id,
    boxes: boxes.map(({ id }) => id),
    amount: boxes.length,
    cost_centres: costCentres,
  },
});
async function give(
  from: Customer,
  to: Customer,
  boxes: readonly { readonly id: number }[],
  centres: "keep" | "drop" = "keep",
) {
  const reply = await staff.call(changeOwner, wanted(from, to, boxes, centres));
  return reply.boxes;
}
async function giveOne(from: Customer, to: Customer, box: { readonly id: number }, centres: "keep" | "drop" = "keep") {
  const [given] = await give(from, to, [box], centres);
  if (!given) throw new Error("No box was given.");
  return given;
}
const pair = async () => [await a.customer(), await a.customer()] as const;

/** A box of which everything is known. */
async function fullBox(owner: Customer): Promise<Box> {
  const box = await a.box({ owner, state: 1 });
  await a.content({ box, text: "Akte Müller" });
  await a.content({ box, text: "Akte Schmidt", state: 3 });
  await a.image({ box });
  const numbers = [{ text: `K ${box.id}`, kind: 1 as const }];
  await staff.call(setNumbers, { path: { id: box.id }, body: { numbers, before: [] } });
  const meta = { meta_year: 2019, meta_destroy_year: 2035, meta_first_delivery_customer: "2019-12-24", size: 330 };
  await staff.call(editMeta, { body: { customer: { id: owner.id }, from: box.number, to: box.number, ...meta } });
  await staff.call(setCostCentre, { body: { boxes: [box.id], cost_centre: "4711" } });
  await a.kept({ owner, boxes: [box], key: "ao-belege", begins: "2020-12-31" });
  return box;
}

describe("a box that is given to another customer", () => {
  test("goes on with everything that is in it and said of it, on its place", async () => {
    const [from, to] = await pair();
    const box = await fullBox(from);
    const before = await detail(box.id);
    const given = await giveOne(from, to, box);
    const after = await detail(given.id);
    const { code, id, history, content, images, position, numbers, version, barcode, created, ...rest } = after;
    expect([showBoxCode(code), given.from]).toEqual([showBoxCode(given.to), before.code]);
    expect(before).toMatchObject({ size: 330, meta_year: 2019, meta_destroy_year: 2035, cost_centre: "4711" });
    const { size, meta_year, meta_destroy_year, meta_first_delivery_customer, cost_centre, state } = before;
    expect(rest).toMatchObject({
      size,
      meta_year,
      meta_destroy_year,
      meta_first_delivery_customer,
      cost_centre,
      state,
    });
    expect(rest).toMatchObject({ owner: { id: to.id }, continued_from: { id: box.id, code: before.code } });
    expect(content.map(({ text, state: of }) => [text, of])).toEqual(
      before.content.map(({ text, state: of }) => [text, of]),
    );
    expect(position?.row).toEqual(before.position?.row);
    expect([images.length, numbers.map(({ text }) => text)]).toEqual([1, before.numbers.map(({ text }) => text)]);
    expect(await sentences(given.id)).toEqual([
      "Box von einem anderen Kunden übernommen",
      expect.stringMatching(/^Eingelagert: /),
      "Inhalt hinzugefügt: „Akte Müller“",
      "Inhalt hinzugefügt: „Akte Schmidt“",
      "Bild hinzugefügt",
      `Fremdnummer geändert: keins → K ${box.id}`,
      "Jahrgang geändert: keins → 2019",
      "Vernichtungsjahr geändert: keins → 2035",
      "Erste Lieferung geändert: keins → 24.12.2019",
      "Kostenstelle geändert: keine → 4711",
      "Aufbewahrung: offen → bis 31.12.2028 (Kundenwechsel)",
    ]);
    const old = await detail(box.id);
    expect(old).toMatchObject({ state: 2, position: null, content: [], images: [], numbers: [], meta_year: 2019 });
    expect(old).toMatchObject({ continued_as: { id: given.id, code: given.to } });
    expect((await sentences(box.id)).slice(-3)).toEqual([
      "Vernichtungsjahr zurückgesetzt (war 2035)",
      "An einen anderen Kunden übergeben",
      "Aufbewahrung: bis 31.12.2028 → offen (Kundenwechsel)",
    ]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("shows neither customer's users the other one", async () => {
    const [from, to] = await pair();
    const box = await fullBox(from);
    const given = await giveOne(from, to, box);
    const [mine, theirs] = [await server.asCustomer(from), await server.asCustomer(to)];
    const seen = JSON.stringify(await detail(box.id, mine));
    expect(seen).not.toContain(given.to);
    expect(seen).not.toContain("continued");
    expect(await sentences(box.id, mine)).toContain("An einen anderen Kunden übergeben");
    const got = JSON.stringify(await detail(given.id, theirs));
    expect(got).not.toContain(given.from);
    expect(got).not.toContain(from.name);
    expect((await detail(given.id, theirs)).history.flatMap(({ meta }) => Object.keys(meta ?? {}))).not.toContain(
      "box",
    );
    expect((await mine.call(search, { query: { q: "Müller" } })).groups).toEqual([]);
    expect((await theirs.call(search, { query: { q: "Müller" } })).groups).toHaveLength(1);
    expect((await mine.ask(changeOwner, wanted(from, to, [box], "keep"))).status).toBe(403);
  });

  test("names the other one's box in no export of a customer", async () => {
    const [from, to] = await pair();
    const given = await giveOne(from, to, await fullBox(from));
    for (const owner of [from, to]) {
      const user = await a.user({ customers: [owner] });
      await a.manager(user, owner);
      const { bytes } = await (await server.as(user)).download(exportCustomer, { path: { id: owner.id } });
      const history = unzipped(bytes).get("historie.ndjson")?.toString() ?? "";
      expect(history).toContain('"owner_change": true');
      expect(history).not.toMatch(/"meta":\{[^}]*"box"/);
      expect(history).not.toContain(owner === from ? given.to : given.from);
    }
  });

  test("is not worked with under its old code any more", async () => {
    const [from, to] = await pair();
    const box = await fullBox(from);
    const given = await giveOne(from, to, box);
    const place = await a.place();
    const now = `Box ${showBoxCode(box.code)} wurde einem anderen Kunden übergeben und heißt jetzt ${showBoxCode(given.to)}.`;
    const neutral = `Box ${showBoxCode(box.code)} wurde einem anderen Kunden übergeben.`;
    const store = {
      kind: "store",
      code: box.code,
      row: place.row.id,
      part: place.part,
      height: place.height,
      move: false,
    };
    const { results } = await staff.call(scan, {
      body: { operations: [{ id: crypto.randomUUID(), ...store } as never] },
    });
    expect(JSON.stringify(results)).toContain(now);
    for (const state of [6, 7] as const)
      expect(JSON.stringify(await staff.refusal(editBox, { path: { id: box.id }, body: { state } }))).toContain(
        neutral,
      );
    expect(JSON.stringify(await staff.refusal(createContent, { body: { box_id: box.id, text: "Neu" } }))).toContain(
      neutral,
    );
    const { id: customer } = from;
    const coming = { customer, boxes: [box.id], boxcontents: [], date: berlinDay(new Date()), kind: 1 };
    expect(JSON.stringify(await staff.refusal(createDelivery, { body: coming as never }))).toContain(neutral);
    expect(await detail(given.id)).toMatchObject({ state: 1 });
    const other = await a.box({ owner: from, state: 1 });
    const all = { customer: { id: from.id }, meta_year: 2001 };
    expect(await staff.call(editMeta, { body: all })).toMatchObject({ boxes: 1, changed: 1 });
    expect(await detail(other.id)).toMatchObject({ meta_year: 2001 });
  });

  test("is named by a list that would change it", async () => {
    const [from, to] = await pair();
    const box = await a.box({ owner: from, state: 1 });
    await giveOne(from, to, box);
    const file = new Blob([`Boxnummer;Inhalt\n${box.number};Neu\n`]);
    const body = { customer: from.id, name: "Boxen.csv", file };
    const { id } = await staff.call(imports.createImport, { body });
    await staff.call(imports.checkImport, { path: { id } });
    const { results } = await staff.call(imports.importErrors, { path: { id } });
    expect(results.map(({ sentence }) => sentence)).toEqual([
      `Zeile 2, Spalte Boxnummer: Box ${showBoxCode(box.code)} wurde einem anderen Kunden übergeben: Ein Import kann sie nicht ändern.`,
    ]);
  });

  test("comes back as the box that it was, under its old code", async () => {
    const [from, to] = await pair();
    const box = await fullBox(from);
    const given = await giveOne(from, to, box);
    const meta = { meta_year: 2021, size: 400 };
    const number = Number(given.to.slice(-6));
    await staff.call(editMeta, { body: { customer: { id: to.id }, from: number, to: number, ...meta } });
    const back = await giveOne(to, from, given);
    expect(back).toEqual({ from: given.to, to: box.code, id: box.id });
    expect(await detail(box.id)).toMatchObject({
      state: 1,
      size: 400,
      meta_year: 2021,
      meta_destroy_year: 2035,
      cost_centre: "4711",
      continued_as: null,
      continued_from: { id: given.id },
    });
    expect(await detail(given.id)).toMatchObject({ state: 2, continued_as: { id: box.id } });
    expect((await sentences(box.id)).slice(-10)).toEqual([
      "Vom anderen Kunden zurückgegeben",
      expect.stringMatching(/^Eingelagert: /),
      "Größe geändert: 330 mm → 400 mm",
      "Inhalt hinzugefügt: „Akte Müller“",
      "Inhalt hinzugefügt: „Akte Schmidt“",
      "Bild hinzugefügt",
      `Fremdnummer geändert: keins → K ${box.id}`,
      "Jahrgang geändert: 2019 → 2021",
      "Vernichtungsjahr geändert: keins → 2035",
      "Aufbewahrung: offen → bis 31.12.2028 (Kundenwechsel)",
    ]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("has its texts blanked wherever it was, once it is destroyed for so long", async () => {
    const [from, to] = await pair();
    const box = await a.box({ owner: from, state: 1 });
    await a.content({ box, text: "Patientin Rauchquarz" });
    const given = await giveOne(from, to, box);
    const nobodyEnds = new AbortController().signal;
    expect(await blankTexts(db, 400, nobodyEnds)).toBe(0);
    await staff.call(editBox, { path: { id: given.id }, body: { state: 6 } });
    await age(connection, 400);
    expect(await blankTexts(db, 400, nobodyEnds)).toBe(2);
    const { rows } = await sql`select from history where meta::text like '%Rauchquarz%'`.execute(db.read);
    expect([rows, (await verifyHistory(db)).faults]).toEqual([[], 0]);
    expect(await runChecks(db)).toEqual([]);
  });
});

describe("which boxes go", () => {
  test("is said before, with the reason for each that stays", async () => {
    const [from, to] = await pair();
    const [, ordered, out, held] = [
      await a.box({ owner: from, state: 1 }),
      await a.box({ owner: from, state: 4 }),
      await a.box({ owner: from, state: 2 }),
      await a.box({ owner: from, state: 1 }),
      await a.box({ owner: from, state: 6 }),
    ];
    const asked = await a.box({ owner: from, state: 1 });
    await a.content({ box: asked, state: 2 });
    await a.hold({ owner: from, boxes: [held] });
    expect(await preview(from, to)).toEqual({
      boxes: 1,
      more: 0,
      stays: [
        { reason: "mit Inhalten, die angefordert oder außer Haus sind", boxes: 1, codes: [asked.code] },
        { reason: "gesperrt, oder für eine Betriebsprüfung aufzuheben", boxes: 1, codes: [held.code] },
        { reason: "nicht eingelagert", boxes: 1, codes: [out.code] },
        { reason: "angefordert", boxes: 1, codes: [ordered.code] },
      ],
    });
    expect((await preview(from, to, [held])).boxes).toBe(0);
    const { body } = wanted(from, to, [held], "keep");
    expect(await staff.refusal(changeOwner, { body })).toEqual({
      amount: ["Inzwischen wären es 0 Boxen. Bitte prüfen Sie es noch einmal."],
    });
    const { boxes } = await staff.call(changeOwner, { body: { ...body, boxes: undefined, amount: 1 } });
    expect(boxes).toHaveLength(1);
    expect((await preview(from, to)).boxes).toBe(0);
  });

  test("leaves out a number that the other customer has already, where they are to be unique", async () => {
    const [from, to] = await pair();
    const [box, other] = [await a.box({ owner: from, state: 1 }), await a.box({ owner: to, state: 1 })];
    const numbers = [{ text: "K 17", kind: 1 as const }];
    for (const { id } of [box, other]) await staff.call(setNumbers, { path: { id }, body: { numbers, before: [] } });
    expect((await preview(from, to)).boxes).toBe(1);
    await staff.call(setUniqueNumbers, { path: { id: to.id }, body: { unique: true } });
    expect((await preview(from, to)).stays).toEqual([
      { reason: "mit einer Nummer, die beim neuen Kunden eindeutig sein muss", boxes: 1, codes: [box.code] },
    ]);
  });

  test("is refused for one customer and for one that is none", async () => {
    const [from] = await pair();
    const box = await a.box({ owner: from, state: 1 });
    const { body } = wanted(from, from, [box], "keep");
    expect(await staff.refusal(changeOwner, { body })).toEqual({ to: ["Die Boxen gehören diesem Kunden schon."] });
    expect(await staff.refusal(changeOwner, { body: { ...body, to: 999_999 } })).toEqual({
      to: ["Diesen Kunden gibt es nicht."],
    });
  });

  test("cost centres come along, into the list of who has one, or do not", async () => {
    const [from, to] = await pair();
    const boxes = [await a.box({ owner: from, state: 1 }), await a.box({ owner: from, state: 1 })];
    const [one, other] = boxes;
    if (!one || !other) throw new Error("no boxes");
    await staff.call(setCostCentre, { body: { boxes: boxes.map(({ id }) => id), cost_centre: "Einkauf" } });
    await staff.call(setCostCentres, { path: { id: to.id }, body: { cost_centres: ["Nord"] } });
    const dropped = await giveOne(from, to, one, "drop");
    expect(await detail(dropped.id)).toMatchObject({ cost_centre: "" });
    const kept = await giveOne(from, to, other, "keep");
    expect(await detail(kept.id)).toMatchObject({ cost_centre: "Einkauf" });
    const { rows } = await sql`select name from cost_centres where customer_id = ${to.id} order by 1`.execute(db.read);
    expect(rows).toEqual([{ name: "Einkauf" }, { name: "Nord" }]);
  });

  test("stands in the trail of both customers", async () => {
    const [from, to] = await pair();
    await giveOne(from, to, await a.box({ owner: from, state: 1 }));
    const { results } = await staff.call(listAudit, { query: { kind: AuditKind.ownerChanged, limit: 2 } });
    expect(results.map(({ text }) => text).sort()).toEqual([
      expect.stringContaining(`1 Box an`),
      expect.stringContaining(`1 Box von`),
    ]);
  });

  test("goes to one customer where two people give it at once", async () => {
    const [from, to] = await pair();
    const third = await a.customer();
    const box = await a.box({ owner: from, state: 1 });
    const tries = await Promise.allSettled([giveOne(from, to, box), giveOne(from, third, box)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await runChecks(db)).toEqual([]);
  });
});

test("storage is billed to the one until the day before and to the other from that day on, and nothing else is", async () => {
  const [from, to] = await pair();
  for (const { id } of [from, to]) {
    await staff.call(editCustomer, { path: { id }, body: { meter_price: "4.50" } });
  }
  const box = await a.box({ owner: from, state: 1 });
  await age(connection, 1);
  for (const { id } of [from, to]) {
    const list = await a.priceList({ intake: "3.00", withdrawal: "5.00", return_box: "7.00" });
    await staff.call(setTerms, {
      path: { id },
      body: { price_list: list.id, valid_from: firstAgreed, confirmed: true },
    });
  }
  await giveOne(from, to, box);
  const items = async ({ id }: Customer) =>
    (await staff.call(previewInvoice, { path: { id }, query: { month } })).lines.map(({ item }) => item);
  const { rows: periods } = await sql<{ customer_id: number; days: number | null; today: boolean }>`
    select customer_id, to_day - from_day as days, from_day = berlin_day(now()) as today from storage_periods
    where customer_id in (${from.id}, ${to.id}) order by customer_id`.execute(db.read);
  expect(periods).toEqual([
    { customer_id: from.id, days: 1, today: false },
    { customer_id: to.id, days: null, today: true },
  ]);
  expect((await items(to)).filter((item) => item !== "storage")).toEqual([]);
  expect((await items(from)).filter((item) => item === "withdrawal")).toEqual([]);
  expect(await runChecks(db)).toEqual([]);
});
