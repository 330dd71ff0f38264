import { toStatement } from "#server/database/connections/statement.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Input } from "#contract/route.ts";
import { boxStates } from "#rules/stock/box-state.ts";
import { boxArchive, type PlainBox, plainBoxes } from "#test/life/box-archive.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive, extentOf } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
let all: PlainBox[];
let owners: PlainBox["owner"][];
let callers: { name: string; client: Client; sees: ReadonlySet<number>; isStaff: boolean }[];

beforeAll(async () => {
  owners = await boxArchive(server.a, extentOf(1, 1 / 4));
  all = await plainBoxes(db);
  const caller = async (name: string, ...customers: (PlainBox["owner"] | undefined)[]) => {
    const own = customers.flatMap((customer) => customer ?? []);
    return { name, client: await server.asCustomer(...own), sees: new Set(own.map(({ id }) => id)), isStaff: false };
  };
  callers = [
    { name: "staff", client: await server.asStaff(), sees: new Set(owners.map(({ id }) => id)), isStaff: true },
    await caller("a user of one customer", owners[2]),
    await caller("a user of three customers", owners[0], owners[4], owners[7]),
    await caller("a user of five customers", owners[0], owners[2], owners[4], owners[5], owners[7]),
    await caller("a user of nobody"),
    await caller("a user of a customer without boxes", owners[5]),
  ];
});

/** All cases, or in a quick run each third. */
const some = <T>(cases: readonly T[]): readonly T[] =>
  extentOf(
    cases,
    cases.filter((_, nth) => nth % 3 === 0),
  );

/** Callers who go through all pages of a list; each of the others looks at a few. */
const fully = new Set(["staff", "a user of three customers"]);

type Query = NonNullable<Input<typeof listBoxes>["query"]>;
const { compare } = new Intl.Collator("de", { numeric: true });
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l");
const withoutUmlauts = (text: string) => plain(text).replaceAll(/([aou])e/g, "$1");
/** Every word, in any order. */
const hasWords = (text: string, typed: string) =>
  typed
    .split(" ")
    .every((word) => plain(text).includes(plain(word)) || withoutUmlauts(text).includes(withoutUmlauts(word)));

/** Says whether a box passes the filters, checking one obvious condition after the other. */
function passes(
  box: PlainBox,
  { owner, owner_id, customer_name, min_number, max_number, state, destroyed, contain_code, contain_content }: Query,
): boolean {
  return (
    (owner === undefined || box.owner.code === owner) &&
    (owner_id === undefined || box.owner.id === owner_id) &&
    (!customer_name || hasWords(box.owner.name, customer_name)) &&
    (min_number === undefined || box.number >= min_number) &&
    (max_number === undefined || box.number <= max_number) &&
    (state === undefined || box.state === state) &&
    (destroyed === undefined || (box.state === 6) === destroyed) &&
    (contain_code === undefined || box.code.includes(contain_code.replaceAll(/[.\s]/g, ""))) &&
    (!contain_content || box.contents.some((text) => hasWords(text, contain_content)))
  );
}

const byCode = (x: PlainBox, y: PlainBox) => (x.code < y.code ? -1 : 1);
const byCustomer = (x: PlainBox, y: PlainBox) => compare(x.owner.name, y.owner.name) || byCode(x, y);

/** Boxes without a place come last, whichever way the others go. */
function byArea(x: PlainBox, y: PlainBox, sign: number): number {
  if ((x.area === null) !== (y.area === null)) return x.area === null ? 1 : -1;
  return sign * (compare(x.area ?? "", y.area ?? "") || byCode(x, y));
}

function sorted(boxes: PlainBox[], order: string): PlainBox[] {
  const sign = order.startsWith("-") ? -1 : 1;
  if (order.endsWith("area")) return boxes.sort((x, y) => byArea(x, y, sign));
  return boxes.sort((x, y) => sign * (order.endsWith("customer") ? byCustomer(x, y) : byCode(x, y)));
}

const inOrder = new Map<string, PlainBox[]>();
/** All boxes in an order, which is sorted once: comparing German names takes long. */
function allBy(order: string): PlainBox[] {
  const boxes = inOrder.get(order) ?? sorted([...all], order);
  inOrder.set(order, boxes);
  return boxes;
}

const orders = ["code", "-code", "customer", "-customer", "area", "-area"] as const;

/** Where pages start: at the ends, where one customer or area gives way to the next, far in, and beyond. */
function offsetsFor(boxes: PlainBox[], order: string): number[] {
  const group = ({ owner, area }: PlainBox) => (order.endsWith("area") ? area : owner.id);
  const starts = boxes.flatMap((box, index) => {
    const before = boxes[index - 1];
    return before && group(before) !== group(box) ? [index] : [];
  });
  const around = starts.flatMap((start) => [start - 7, start - 1, start, start + 1]);
  const { length } = boxes;
  const offsets = [0, 7, ...around, 999, 1000, 1001, length - 3, length, length + 50];
  return [...new Set(offsets)].filter((offset) => offset >= 0);
}

async function expectList(caller: (typeof callers)[number], query: Query, offsets?: number[]): Promise<void> {
  const order = query.order_by ?? "code";
  const wanted = allBy(order).filter((box) => caller.sees.has(box.owner.id) && passes(box, query));
  for (const offset of offsets ?? offsetsFor(wanted, order)) {
    const limit = query.limit ?? 7;
    const page = await caller.client.call(listBoxes, { query: { ...query, limit, offset } });
    const about = `${caller.name} ${JSON.stringify({ ...query, limit, offset })}`;
    expect(
      page.results.map(({ code }) => code),
      about,
    ).toEqual(wanted.slice(offset, offset + limit).map(({ code }) => code));
    const pages = {
      count: wanted.length,
      count_pages: Math.max(1, Math.ceil(wanted.length / limit)),
      current_page: Math.floor(offset / limit) + 1,
    };
    expect(page, about).toMatchObject(pages);
  }
}

const allowed = (caller: (typeof callers)[number]) =>
  orders.filter((order) => caller.isStaff || !order.endsWith("area"));

/** Every order upwards for who goes through all, since a filter does not know the direction; of each other the first is enough. */
const withFilter = (caller: (typeof callers)[number]) =>
  fully.has(caller.name) ? allowed(caller).filter((order) => !order.startsWith("-")) : allowed(caller).slice(0, 1);

let turn = 0;
/** Returns the callers who ask with a filter: those who go through all pages, and one of the others, each in turn. */
function inTurn(): typeof callers {
  const others = callers.filter(({ name }) => !fully.has(name));
  const next = others[turn++ % others.length];
  return callers.filter((each) => fully.has(each.name) || each === next);
}

describe("the list of boxes agrees with the plain data", () => {
  test.each(orders)("by %s", async (order_by) => {
    expect(all.length).toBeGreaterThan(extentOf(1200, 300));
    for (const caller of callers.filter((each) => allowed(each).includes(order_by)))
      await expectList(caller, { order_by }, fully.has(caller.name) ? undefined : [0, 7, 999]);
  });

  expensive("1,200 boxes listed for six people in every order").each(boxStates)("in state %i", async (state) => {
    for (const caller of callers) {
      for (const order_by of allowed(caller))
        await expectList(caller, { order_by, state }, state === 1 && fully.has(caller.name) ? undefined : [0, 7, 100]);
    }
  });

  expensive("1,200 boxes of eight customers, listed for six people")(
    "of one customer, by number or by id",
    async () => {
      for (const caller of callers) {
        for (const owner of owners) {
          const query = { order_by: "-code", owner: owner.code } as const;
          await expectList(caller, query, [0, 3]);
          await expectList(caller, { order_by: "customer", owner_id: owner.id, state: 1 }, [0, 20]);
        }
        if (caller.isStaff) for (const order_by of orders) await expectList(caller, { order_by, owner: 42 });
        await expectList(caller, { owner: 42, owner_id: owners[0]?.id }, [0]);
        await expectList(caller, { owner: 4321 }, [0]);
        await expectList(caller, { owner_id: 2_000_000_000 }, [0]);
      }
    },
  );

  test.each(
    some<Query>([
      { min_number: 100 },
      { max_number: 20 },
      { min_number: 50, max_number: 60 },
      { min_number: 0, max_number: 999_999 },
      { min_number: 30, state: 1 as const },
      { max_number: 200, owner: 42 },
      { max_number: 200, owner: 42, state: 7 as const },
    ]),
  )("with the numbers %j", async (filter) => {
    for (const caller of inTurn())
      for (const order_by of withFilter(caller)) await expectList(caller, { ...filter, order_by }, [0, 5, 40]);
  });

  test.each(some(["0042", "0042.000.1", " 42 ", "000.01", "9999", "%", "_", "x", "."]))(
    "with a code that contains %j",
    async (contain_code) => {
      for (const caller of inTurn()) {
        for (const order_by of withFilter(caller)) await expectList(caller, { contain_code, order_by }, [0, 5]);
        await expectList(caller, { contain_code, owner: 42, state: 1 }, [0]);
      }
    },
  );

  test.each(
    some([
      "verträge",
      "VERTRAGE",
      "größe",
      "GROSSE",
      "gross",
      "%",
      "0 %",
      "_",
      "r_s",
      "\\",
      "C:\\Akten",
      "lodz",
      "Łódź",
      "malaga",
      "'; drop",
      "a",
      "gibt es nicht",
      "2019 vertrage",
    ]),
  )("with a content that contains %j", async (contain_content) => {
    for (const caller of inTurn()) {
      for (const order_by of withFilter(caller)) await expectList(caller, { contain_content, order_by }, [0, 5]);
      await expectList(caller, { contain_content, owner: 42, state: 1, max_number: 500 }, [0]);
    }
  });

  test.each(
    some<Query>([
      { customer_name: "a" },
      { customer_name: "ÖL & gas" },
      { customer_name: "gas oel" },
      { customer_name: "%" },
      { customer_name: "gibt es nicht" },
      { customer_name: "e", state: 1 },
      { customer_name: "e", owner: 42 },
      { customer_name: "e", min_number: 20, max_number: 90 },
      { customer_name: "e", contain_content: "a" },
      { destroyed: false },
      { destroyed: true },
      { destroyed: false, state: 6 },
      { destroyed: false, owner: 42, min_number: 20 },
      { destroyed: false, customer_name: "e", contain_content: "a" },
      { contain_code: "00", contain_content: "a" },
      { contain_code: "0042", contain_content: "verträge", state: 1 },
      { contain_code: "0042.000.123" },
      { contain_code: "0042.000.1234" },
      { contain_content: "a", min_number: 20, max_number: 90 },
      { contain_content: "a", contain_code: "1", owner: 42 },
    ]),
  )("that %j finds", async (filter) => {
    for (const caller of inTurn())
      for (const order_by of withFilter(caller)) await expectList(caller, { ...filter, order_by }, [0, 5, 5000]);
  });

  expensive("pages of 1,200 boxes for six people in every order")(
    "in one piece, and page by page without a gap or a double",
    async () => {
      for (const caller of callers) {
        for (const order_by of allowed(caller)) {
          const codes: string[] = [];
          for (let offset = 0; offset < all.length; offset += 313) {
            const { results } = await caller.client.call(listBoxes, { query: { order_by, limit: 313, offset } });
            codes.push(...results.map(({ code }) => code));
          }
          expect(new Set(codes).size).toBe(codes.length);
          expect(codes.toSorted()).toEqual(
            all.flatMap(({ code, owner }) => (caller.sees.has(owner.id) ? [code] : [])).toSorted(),
          );
        }
      }
    },
  );

  test("with 30 to a page, and all of the marked ones for the destruction list", async () => {
    for (const caller of callers) {
      const own = all.filter(({ owner }) => caller.sees.has(owner.id));
      const first = await caller.client.call(listBoxes, {});
      expect([first.count, first.results.length]).toEqual([own.length, Math.min(30, own.length)]);
      const marked = await caller.client.call(listBoxes, { query: { state: 7 } });
      const codes = own.flatMap(({ state, code }) => (state === 7 ? [code] : []));
      expect([marked.results.map(({ code }) => code), marked.count_pages]).toEqual([codes.toSorted(), 1]);
      for (const order_by of allowed(caller)) {
        const { results } = await caller.client.call(listBoxes, { query: { state: 7, order_by } });
        expect(results.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
      }
    }
  });

  test("which shows staff from what state a box was marked, and nobody else", async () => {
    for (const { client, isStaff } of callers) {
      const { results } = await client.call(listBoxes, { query: { limit: 1000, query: "{state,marked_from}" } });
      for (const box of results)
        expect([...Object.keys(box), typeof box.marked_from === "number"]).toEqual(
          isStaff ? ["state", "marked_from", box.state === 7] : ["state", false],
        );
      if (isStaff) expect(results.some(({ state }) => state === 7)).toBe(true);
    }
  });

  test("which customer users cannot sort by place", async () => {
    for (const { client } of callers.filter(({ isStaff }) => !isStaff)) {
      for (const order_by of ["area", "-area"] as const) {
        expect(await client.refusal(listBoxes, { query: { order_by } })).toEqual({ order_by: ["Ungültig"] });
      }
    }
  });

  test("not with a range of numbers that ends before it begins", async () => {
    for (const { client } of callers) {
      const upsideDown = { max_number: ["Der Bereich ist leer: „von“ ist größer als „bis“."] };
      expect(await client.refusal(listBoxes, { query: { min_number: 60, max_number: 50 } })).toEqual(upsideDown);
    }
  });

  test("with at most 1,000 on a page", async () => {
    const client = callers[0]?.client ?? server.anonymous;
    expect((await client.call(listBoxes, { query: { limit: 1000 } })).results.length).toBe(Math.min(1000, all.length));
    expect(await client.refusal(listBoxes, { query: { limit: 1001 } })).toEqual({ limit: ["Ungültig"] });
    expect(await client.refusal(listBoxes, { query: { limit: 0 } })).toEqual({ limit: ["Ungültig"] });
    expect(await client.refusal(listBoxes, { query: { offset: -1 } })).toEqual({ offset: ["Ungültig"] });
  });
});

describe("who looks for a content or a piece of a code without naming a customer", () => {
  interface Node {
    readonly "Relation Name"?: string;
    readonly "Index Name"?: string;
    readonly "Actual Loops": number;
    readonly Plans?: readonly Node[];
  }
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  /** Returns the plan by which PostgreSQL carries out the call's query, where the tables are too large for anything but their indexes. */
  async function nodesBehind(client: Client, query: Query): Promise<Node[]> {
    const asked = vi.spyOn(db.read, "list");
    await client.call(listBoxes, { query });
    const [, statement = sql``] = asked.mock.calls.find(([name]) => typeof name !== "string") ?? [];
    const { sql: text, parameters } = toStatement(statement);
    asked.mockRestore();
    const connection = await db.pools.reading.connect();
    try {
      const others = ["seqscan", "indexscan", "indexonlyscan", "nestloop"].map(
        (way) => `set local enable_${way} = off`,
      );
      await connection.query(["begin", ...others].join(";"));
      const { rows } = await connection.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
        `explain (analyze, format json) ${text}`,
        [...parameters],
      );
      return rows.flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan));
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  }

  test.each([
    ["contents_search", "staff", { contain_content: "verträge" }],
    ["contents_search", "staff", { contain_content: "verträge", order_by: "area", state: 1 }],
    ["boxes_code_search", "staff", { contain_code: "0042" }],
  ] as const)("has the index %s asked once, and not once for each customer: %s, %j", async (index, who, query) => {
    const caller = callers.find(({ name }) => name === who);
    const nodes = await nodesBehind(caller!.client, query);
    const asked = nodes.filter((node) => node["Index Name"] === index);
    expect(asked.map((node) => node["Actual Loops"])).toEqual([1]);
  });

  test("has a customer user's own index of contents asked for each of their customers, and the one of all not at all", async () => {
    const caller = callers.find(({ name }) => name === "a user of five customers");
    const nodes = await nodesBehind(caller!.client, { contain_content: "verträge", order_by: "customer" });
    const asked = nodes.filter((node) => /^contents_(search|owned)/.test(node["Index Name"] ?? ""));
    expect(asked.map((node) => [node["Index Name"], node["Actual Loops"]])).toEqual([["contents_owned", 5]]);
  });

  test("has pictures and contents counted for the boxes of the page alone", async () => {
    const [staff] = callers;
    const nodes = await nodesBehind(staff!.client, { contain_content: "a", limit: 7 });
    const counts = nodes.filter((node) => node["Index Name"] === "images_box");
    expect(counts.map((node) => node["Actual Loops"])).toEqual([7]);
  });
});
