import { describe, expect, test } from "vitest";
import { setNumbers, setUniqueNumbers } from "#contract/calls/stock/box-numbers.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import { search } from "#contract/calls/search/search.ts";
import { historySentence } from "#rules/stock/history.ts";
import { runChecks } from "#cli/check/check.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const give = ({ id }: Box, ...texts: string[]) =>
  staff.call(setNumbers, { path: { id }, body: { numbers: texts.map((text) => ({ text })) } });
const unique = (id: number) => staff.call(setUniqueNumbers, { path: { id }, body: { unique: true } });

test("staff read on the customer whether numbers are unique, and the customer's own users do not", async () => {
  const owner = await a.customer();
  const user = await server.as(await a.user({ customers: [owner] }));
  const said = async () => (await staff.call(getCustomer, { path: { id: owner.id } })).unique_numbers;
  expect(await said()).toBe(false);
  await unique(owner.id);
  expect(await said()).toBe(true);
  expect(await user.call(getCustomer, { path: { id: owner.id } })).not.toHaveProperty("unique_numbers");
});

describe("the numbers that other people have given a box", () => {
  test("come and go with an entry each, and the version grows with them", async () => {
    const box = await a.box();
    const numbers = [
      { text: "K 17/3", kind: 1 as const },
      { text: "IM-004711", kind: 2 as const },
    ];
    const given = await staff.call(setNumbers, { path: { id: box.id }, body: { numbers } });
    expect([given.numbers, given.foreign_number]).toEqual([numbers.map((one) => ({ ...one, others: 0 })), "K 17/3"]);
    const next = await give(box, "IM-004711", "  R 8 ");
    expect(next.numbers.map(({ text, kind }) => [text, kind])).toEqual([
      ["IM-004711", 0],
      ["R 8", 0],
    ]);
    expect(next.version).toBeGreaterThan(given.version ?? 0);
    const sentences = next.history.slice(1).map(({ state, meta, text }) => historySentence(state, meta, text));
    expect(sentences).toEqual([
      "Fremdnummer geändert: keins → K 17/3",
      "Fremdnummer geändert: keins → IM-004711",
      "Fremdnummer geändert: K 17/3 → keins",
      "Fremdnummer geändert: keins → R 8",
      "Fremdnummer geändert: IM-004711 (Etikett eines anderen Anbieters) → IM-004711 (Fremdnummer)",
    ]);
    expect((await runChecks(db)).map(({ name, first }) => [name, first])).toEqual([]);
  });

  test("are refused where one stands twice in the list, or were changed meanwhile, and of a box that is no more", async () => {
    const box = await a.box();
    expect(
      await staff.refusal(setNumbers, { path: { id: box.id }, body: { numbers: [{ text: "K 1" }, { text: "k1" }] } }),
    ).toEqual({
      numbers: ["„k1“ steht zweimal da."],
    });
    await give(box, "K 1");
    expect(await staff.refusal(setNumbers, { path: { id: box.id }, body: { numbers: [], before: [] } })).toEqual({
      numbers: ["Inzwischen hat jemand anders das geändert: „K 1“."],
    });
    const gone = await a.box({ state: 6 });
    expect(await staff.refusal(setNumbers, { path: { id: gone.id }, body: { numbers: [{ text: "K 1" }] } })).toEqual({
      non_field_errors: ["Eine vernichtete Box bekommt keine Nummern mehr."],
    });
  });

  test("say how many other boxes of the customer have them, and are unique where the customer is set so", async () => {
    const owner = await a.customer();
    const [one, other] = [await a.box({ owner }), await a.box({ owner })];
    await give(await a.box(), "K 5");
    await give(one, "K 5");
    expect((await give(other, "k5")).numbers).toMatchObject([{ text: "k5", others: 1 }]);
    expect(await staff.refusal(setUniqueNumbers, { path: { id: owner.id }, body: { unique: true } })).toEqual({
      unique: ["„K 5“ haben mehrere Boxen dieses Kunden: Erst danach kann es jede Nummer nur einmal geben."],
    });
    const strict = await a.customer();
    await unique(strict.id);
    const [first, second] = [await a.box({ owner: strict }), await a.box({ owner: strict })];
    await give(first, "K 5");
    const body = { numbers: [{ text: "k 5" }] };
    const code = `${first.code.slice(0, 4)}.${first.code.slice(4, 7)}.${first.code.slice(7)}`;
    expect(await staff.refusal(setNumbers, { path: { id: second.id }, body })).toEqual({
      numbers: [`„k 5“ hat schon Box ${code}, und Nummern dieses Kunden gibt es nur einmal.`],
    });
    expect(await give(first, "k5")).toMatchObject({ foreign_number: "k5" });
  });

  test("find the box by search, list and scan, whole and as they begin, and only for who may see it", async () => {
    const owner = await a.customer();
    const [box, other] = [await a.box({ owner }), await a.box()];
    await give(box, "ZX 4711-88");
    await give(other, "QQ 1");
    const theirs = await server.as(await a.user({ customers: [owner] }));
    for (const who of [staff, theirs]) {
      for (const q of ["ZX 4711-88", "zx4711-88", "ZX 47"]) {
        const { groups } = await who.call(search, { query: { q, kinds: "box" } });
        expect(
          groups[0]?.results.map(({ id }) => id),
          q,
        ).toEqual([box.id]);
        const listed = await who.call(listBoxes, { query: { search: q } });
        expect(
          listed.results.map(({ id }) => id),
          q,
        ).toEqual([box.id]);
      }
      expect(await who.call(resolveScan, { query: { code: "zx 4711-88" } })).toMatchObject({ box: { id: box.id } });
    }
    expect(await theirs.call(resolveScan, { query: { code: "QQ 1" } })).toEqual({ kind: "unknown" });
    expect((await theirs.call(search, { query: { q: "QQ 1" } })).groups).toEqual([]);
  });

  test("are nobody's where two boxes have them, and a code of ours comes first", async () => {
    const owner = await a.customer();
    const [one, other] = [await a.box({ owner }), await a.box({ owner })];
    await give(one, "D 1", other.code);
    await give(other, "D 1");
    expect(await staff.call(resolveScan, { query: { code: "D 1" } })).toEqual({ kind: "unknown" });
    expect(await staff.call(resolveScan, { query: { code: other.code } })).toMatchObject({ box: { id: other.id } });
    await give(one, "9999123456"); // as many digits as a code of ours has
    expect(await staff.call(resolveScan, { query: { code: "9999123456" } })).toMatchObject({ box: { id: one.id } });
  });

  test("come to the phone with their box, at first and when they change", async () => {
    const box = await a.box();
    const packed = async (since?: string) => {
      const pack = await staff.call(scanPack, { query: { since } });
      return { cursor: pack.cursor, numbers: pack.boxes.find(([code]) => code === box.code)?.slice(7) };
    };
    await give(box, "P 1", "P 2");
    const first = await packed();
    expect(first.numbers).toEqual(["P 1", "P 2"]);
    await give(box, "P 2");
    const second = await packed(first.cursor);
    expect(second.numbers).toEqual(["P 2"]);
    await give(box);
    expect((await packed(second.cursor)).numbers).toEqual([]);
  });

  test("of the version before, which knows one in the box itself, are carried over", async () => {
    const box = await a.box();
    const write = (text: string | null) =>
      db.pools.writing.query("update boxes set foreign_number = $2, history_count = history_count where id = $1", [
        box.id,
        text,
      ]);
    const numbers = async () => (await staff.call(getBox, { path: { id: box.id } })).numbers.map(({ text }) => text);
    await write("Alt 1");
    await write("Alt 2");
    expect(await numbers()).toEqual(["Alt 2"]);
    await give(box, "Neu");
    expect(await numbers()).toEqual(["Neu"]);
  });
});
