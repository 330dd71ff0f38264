import { beforeAll, describe, expect, test } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Input } from "#contract/route.ts";
import { boxArchive, type PlainBox, plainBoxes } from "#test/life/box-archive.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let all: PlainBox[];
let owners: PlainBox["owner"][];
let staff: Client;

beforeAll(async () => {
  owners = await boxArchive(a, 1 / 4);
  all = await plainBoxes(db);
  staff = await server.asStaff();
});

type Query = NonNullable<Input<typeof listBoxes>["query"]>;

/** Every code of a list, page by page, each page begun behind the last code of the one before. */
async function walk(client: Client, query: Query = {}, between: () => Promise<unknown> = () => Promise.resolve()) {
  const codes: string[] = [];
  for (let after: string | undefined; ; after = codes.at(-1)) {
    const page = await client.call(listBoxes, { query: { ...query, limit: 7, ...(after && { after }) } });
    codes.push(...page.results.map(({ code }) => code));
    if (page.results.length < 7) return codes;
    await between();
  }
}

const codesOf = (boxes: readonly PlainBox[]) => boxes.map(({ code }) => code).toSorted();

describe("a list of boxes that goes on after a code", () => {
  expensive("hundreds of boxes, seven to a page, walked five times")(
    "has every box once, for everybody and under every filter that needs no search",
    async () => {
      const [first, , third] = owners;
      const reader = await server.asCustomer(...(first && third ? [first, third] : []));
      const own = all.filter(({ owner }) => owner.id === first?.id || owner.id === third?.id);
      expect(await walk(staff)).toEqual(codesOf(all));
      expect(await walk(reader)).toEqual(codesOf(own));
      expect(await walk(reader, { state: 1 })).toEqual(codesOf(own.filter(({ state }) => state === 1)));
      expect(await walk(staff, { owner_id: third?.id ?? 0 })).toEqual(
        codesOf(all.filter(({ owner }) => owner.id === third?.id)),
      );
      expect(await walk(staff, { min_number: 3, destroyed: false })).toEqual(
        codesOf(all.filter(({ code, state }) => Number(code.slice(4)) >= 3 && state !== 6)),
      );
    },
  );

  test("lists none twice and leaves none out where boxes are made before it", async () => {
    const owner = await a.customer({ code: 1 });
    const before = codesOf(all);
    let number = 1;
    const walked = await walk(staff, {}, () => a.box({ owner, number: number++ }));
    expect(new Set(walked).size).toBe(walked.length);
    expect(before.filter((code) => !walked.includes(code))).toEqual([]);
  });

  test("counts the whole list", async () => {
    const { count } = await staff.call(listBoxes, { query: { limit: 1 } });
    const page = await staff.call(listBoxes, { query: { limit: 1, after: "9999.999.999" } });
    expect([page.count, page.results]).toEqual([count, []]);
  });

  test.each<Query>([
    { order_by: "-code" },
    { order_by: "customer" },
    { offset: 30 },
    { search: "akte" },
    { contain_content: "akte" },
    { contain_code: "1" },
  ])("does not with %j: what follows there is not determined by a code", async (query) => {
    const { status, body } = await staff.ask(listBoxes, { query: { ...query, after: "0001000001" } });
    expect([status, body]).toEqual([400, { after: ["Nur in der Reihenfolge der Codes, ohne Suche und ohne offset."] }]);
  });

  test("does not after what is no code", async () => {
    const { status, body } = await staff.ask(listBoxes, { query: { after: "42" } });
    expect([status, body]).toEqual([400, { after: ["Ungültig"] }]);
  });
});
