import { beforeAll, describe, expect, test } from "vitest";
import { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { search } from "#contract/calls/search/search.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { extentOf } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

/** Boxes by the letter that the table below calls them, with whose they are, their number, whether they are out, their year and a content. */
const archive = {
  A: ["hartmann", 10, "in", 2019, "Rechnungen Anna Hartmann 2019"],
  B: ["hartmann", 7, "out", null, "Personalakte Müller, Petra"],
  C: ["hartmann", 100, "in", null, "Baupläne Güterstraße"],
  D: ["hartmann", 1010, "out", 2020, "Kontoauszüge 2020 – Q3"],
  E: ["mueller", 10, "in", 2019, "Lieferscheine Nord-West"],
  F: ["mueller", 8, "out", null, "Gehaltsjournale A–K"],
  G: ["mueller", 11, "in", null, "Rechnungen Süd, 100 % geprüft"],
} as const;
type Letter = keyof typeof archive;
const letters = Object.keys(archive) as Letter[];

const boxes = {} as Record<Letter, Box>;
const owners = {} as Record<"hartmann" | "mueller", Customer>;
let ofBoth: Client;
const letterOf = (id: number) => letters.find((letter) => boxes[letter].id === id) ?? "?";

beforeAll(async () => {
  owners.hartmann = await a.customer({ code: 42, name: "Hartmann & Söhne GmbH" });
  owners.mueller = await a.customer({ code: 43, name: "Müller Bau" });
  for (const letter of letters) {
    const [whose, number, where, year, text] = archive[letter];
    const owner = owners[whose];
    const box = await a.box({ owner, number, state: where === "in" ? BoxState.inStock : BoxState.notInStock });
    boxes[letter] = box;
    await staff.call(createContent, { body: { box_id: box.id, text } });
    await db.write((tx) => tx.updateTable("boxes").set({ meta_year: year }).where("id", "=", box.id).execute());
    const option = await a.option({ owner, ...anyDay });
    await a.delivery({ owner, option, boxes: [box], kind: where === "in" ? 0 : 1, state: 0 });
    await db.write((tx) => tx.updateTable("boxes").set({ state: box.state }).where("id", "=", box.id).execute());
  }
  ofBoth = await server.asCustomer(owners.hartmann, owners.mueller);
});

/** The boxes of the first results, each once: boxes stand before contents. */
async function palette(client: Client, q: string): Promise<string> {
  const { groups } = await client.call(search, { query: { q, kinds: "box,content" } });
  const ids = groups.flatMap(({ results }) => results.map(({ box }) => box?.id ?? 0));
  return [...new Set(ids)].map(letterOf).join("");
}

type BoxQuery = NonNullable<Parameters<typeof staff.call<typeof listBoxes>>[1]["query"]>;
async function listed(client: Client, q: string, query: BoxQuery = {}): Promise<string> {
  const { results } = await client.call(listBoxes, { query: { ...query, search: q } });
  return results.map(({ id }) => letterOf(id)).join("");
}

async function ordered(client: Client, q: string): Promise<string> {
  const { results } = await client.call(listDeliveries, { query: { box: q } });
  const found = await Promise.all(
    results.map(async ({ id }) => {
      const lines = db.read.selectFrom("delivery_boxes").select("box_id").where("delivery_id", "=", id);
      return letterOf((await lines.executeTakeFirstOrThrow()).box_id);
    }),
  );
  return found.join("");
}

const sorted = (some: string) => Array.from(some).toSorted().join("");

/** Typed texts with the boxes that each of them finds, the best first. */
const everyQuery: [typed: string, finds: string][] = [
  // words: in any order, whole or a piece, in any spelling
  ["anna hartmann", "A"],
  ["hartmann anna", "A"],
  ["HARTMANN Anna", "A"],
  ["2019 rechnungen", "A"],
  ["rechnung", "GA"],
  ["müller petra", "B"],
  ["petra mueller", "B"],
  ["petra muller", "B"],
  ["personal mueller", "B"],
  ["baupläne", "C"],
  ["bauplaene", "C"],
  ["bauplane", "C"],
  ["gueterstrasse", "C"],
  ["Güterstraße Bau", "C"],
  ["kontoauszuege q3", "D"],
  ["auszüge 2020", "D"],
  ["nord-west", "E"],
  ["west lieferschein", "E"],
  ["gehalt a–k", "F"],
  ['"Anna Hartmann"', "A"],
  ['"Hartmann Anna"', ""],
  ["„Müller, Petra“", "B"],
  ["100 % geprüft", "G"],
  // the name of the customer and a word, or a number
  ["hartmann kontoauszüge", "D"],
  ["müller rechnungen", "G"],
  ["rechnungen mueller bau", "G"],
  ["hartmann 1010", "D"],
  // numbers and codes: the exact one first
  ["10", "AE"],
  ["11", "G"],
  ["1010", "D"],
  ["0042.000.007", "B"],
  ["0042000007", "B"],
  ["0042 000 007", "B"],
  ["42-7", "B"],
  ["42 7", "B"],
  ["0043.000.0", "FEG"],
  ["43000010", "E"],
  // several codes, in the order in which they were pasted
  ["0043.000.008 0042.000.007", "FB"],
  ["0042000010, 0043000011,0042.000.100", "AGC"],
  ["0042 000 100\n0042 000 007\n9999 000 001", "CB"],
  // filters
  ["rechnungen jahr:2019", "A"],
  ["jahr:2019", "AE"],
  ["10 kunde:43", "E"],
  ["kunde:42 personalakte", "B"],
  ["rechnungen zustand:eingelagert", "GA"],
  // nothing
  ["gibtesnicht", ""],
  ["anna petra", ""],
  ["0099.000.001", ""],
  ["%", ""],
  ["_", ""],
  ["\\", ""],
  ["'; drop table boxes", ""],
  ["Ä", ""],
];

/** All of them, or in a quick run each third, which leaves some of every kind. */
const queries = extentOf(
  everyQuery,
  everyQuery.filter((_, nth) => nth % 3 === 0),
);

/** A filter of deliveries takes any piece of a code: there are few that it looks through. */
const moreDeliveries: Record<string, string> = { "10": "AECD" };

describe.each(["staff", "a user of both customers"])("%s", (who) => {
  const client = () => (who === "staff" ? staff : ofBoth);

  test.each(queries)("finds by %j the boxes %j first, in the palette and in the list", async (typed, finds) => {
    expect(await palette(client(), typed)).toBe(finds);
    expect(await listed(client(), typed)).toBe(finds);
  });

  test.each(queries)(
    "finds by %j of the boxes %j those in stock for an order, and those that are out for a return",
    async (typed, finds) => {
      for (const owner of Object.values(owners))
        for (const state of [BoxState.inStock, BoxState.notInStock]) {
          const own = Array.from(finds).filter((letter) => {
            const box = boxes[letter as Letter];
            return box.owner.id === owner.id && box.state === state;
          });
          const found = await listed(client(), typed, { owner_id: owner.id, state });
          expect(found.slice(0, own.length), `${owner.name}, ${state}`).toBe(own.join(""));
        }
    },
  );

  test.each(queries)("finds by %j the deliveries of the boxes %j, newest first", async (typed, finds) => {
    const found = await ordered(client(), typed);
    expect(sorted(found.slice(0, finds.length))).toBe(sorted(finds));
    expect(sorted(found)).toBe(sorted(moreDeliveries[typed] ?? finds));
  });

  test.each([
    ["hartman anan", "hartman Anna", "A"],
    ["Kontoauszgüe", "Kontoauszüge", "D"],
    ["Gehaltsjuornale", "Gehaltsjournale", "F"],
    ["Lieferschiene nord", "Lieferscheine nord", "E"],
  ])("finds nothing by %j, and suggests %j, which finds %s everywhere", async (typed, meant, finds) => {
    const { corrected, groups } = await client().call(search, { query: { q: typed, kinds: "box,content" } });
    expect([groups, corrected]).toEqual([[], meant]);
    for (const find of [palette, listed, ordered])
      expect([await find(client(), typed), await find(client(), meant)]).toEqual(["", finds]);
  });
});

describe("whatever is typed into a field of search", () => {
  const fields = [
    ["/search/", "q"],
    ["/boxes/", "search"],
    ["/boxes/", "contain_content"],
    ["/boxes/", "customer_name"],
    ["/deliveries/", "box"],
    ["/deliveries/", "content"],
    ["/customers/", "name"],
    ["/users/", "last_name"],
    ["/users/", "email"],
  ] as const;
  const ask = async (path: string, field: string, text: string) => {
    const answer = await staff.raw("GET", `/api/v1${path}?${new URLSearchParams({ [field]: text })}`);
    return { status: answer.status, body: answer.body as Record<string, unknown> };
  };

  test.each(fields)("of %s, %s: signs are characters, and long names are looked for", async (path, field) => {
    const texts = [
      "%",
      "_",
      "\\",
      "'",
      '"',
      '""',
      "(",
      "***=x",
      "a".repeat(77),
      "ü".repeat(77),
      "ae ".repeat(60),
      "0".repeat(200),
    ];
    for (const text of texts) expect((await ask(path, field, text)).status, text).toBe(200);
  });

  test.each(fields)("of %s, %s: too much of it, or what is no text, is refused by the field", async (path, field) => {
    const refused = (text: string) => ({ status: 400, body: { [field]: [text] } });
    expect(await ask(path, field, "a".repeat(800))).toMatchObject(refused("Höchstens 200 Zeichen"));
    expect(await ask(path, field, "a\0b")).toMatchObject(refused("Ungültige Zeichen"));
  });

  test("a list of three hundred codes is no long text", async () => {
    const codes = Array.from({ length: 300 }, (_, index) => `9999.000.${String(index + 100)}`);
    const text = [...codes, "0043.000.008"].join("\n");
    expect(await palette(staff, text)).toBe("F");
    expect(await listed(staff, text)).toBe("F");
    expect(await ordered(staff, text)).toBe("F");
  });
});
