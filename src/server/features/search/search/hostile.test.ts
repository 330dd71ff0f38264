import { describe, expect, test } from "vitest";
import { search } from "#contract/calls/search/search.ts";
import { searchHints } from "#rules/search/search-query.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const found = (q: string) => staff.call(search, { query: { q } });
async function contents(q: string): Promise<string[]> {
  const { groups } = await found(q);
  return groups.flatMap(({ kind, results }) => (kind === "content" ? results.map(({ title }) => title) : []));
}

describe("whatever is typed", () => {
  const empty: [string, string | null][] = [
    ["", searchHints.short],
    ["x", searchHints.short],
    ["   ", searchHints.short],
    ["ab", searchHints.shortWords],
    ["§ 5 a", searchHints.shortWords],
    ['""', searchHints.short],
    ["kunde:abc", searchHints.customer],
    ["akte jahr:neulich", searchHints.year],
    ["akte zustand:blau", searchHints.state],
    ["xyzxyz", null],
  ];
  test.each(empty)("%j is answered with a hint, or with nothing", async (q, hint) => {
    expect((await found(q)).hint).toBe(hint);
  });

  test("signs that mean something to a pattern are characters", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner });
    const text = String.raw`100%_sicher\ (a.b)* [c] {2} ^$ +? |x| 'q' \d`;
    await a.content({ box, text });
    for (const sign of ["100%_sicher", String.raw`sicher\ (a.b)* [c] {2} ^$ +? |x| 'q'`])
      expect(await contents(`"${sign}" kunde:${owner.code}`), sign).toEqual([text]);
    for (const pattern of ["1%s", "1__", "s.cher", ".*", "sich?", "(sicher|x)", "***=s"])
      expect(await contents(`"${pattern}" kunde:${owner.code}`), pattern).toEqual([]);
  });

  test.each([
    ["q=%00abc", "q"],
    [`q=${"a".repeat(201)}`, "q"],
    ["q=abc&kinds=box,user", "kinds"],
    ["q=abc&limit=0", "limit"],
    ["q=abc&limit=101", "limit"],
    ["q=abc&customer=10000", "customer"],
    ["q=abc&state=8", "state"],
    ["q=abc&year=99999", "year"],
  ])("%s is refused by its field", async (query, field) => {
    const answer = await staff.raw("GET", `/api/v1/search/?${query}`);
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, [field]]);
  });

  expensive("sixty-eight odd texts, each searched everywhere")("a long text of anything is answered", async () => {
    const texts = fc.sample(fc.string({ unit: "binary", maxLength: 200 }), 60);
    const odd = [
      "a".repeat(200),
      "ae".repeat(100),
      "u ".repeat(100),
      "🗄️📦".repeat(20),
      "(".repeat(200),
      '"'.repeat(9),
      "zustand:",
      "kunde:",
    ];
    for (const q of [...odd, ...texts]) {
      const { status } = await staff.raw("GET", `/api/v1/search/?${new URLSearchParams({ q })}`);
      expect(
        /[^\P{Cc}\t\n\r]|[\ufffe\uffff\p{Cs}]/u.test(q) || q.length > 200 ? [200, 400] : [200],
        JSON.stringify(q),
      ).toContain(status);
    }
  });
});
