import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oldArchive, type OldArchive, type OldBox } from "#test/old-system/archive.ts";
import { comparedArchives } from "#test/old-system/comparing.ts";
import { fetchFrom, oldSystemFor, readerOf, testFolder } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";
import { compareSystems } from "./compare.ts";

const changed = (change: (archive: OldArchive) => void, boxes = 20): OldArchive => {
  const archive = oldArchive(boxes);
  change(archive);
  return archive;
};
const box = ({ boxes }: OldArchive, id: number): OldBox => boxes.find((each) => each.id === id)!;
const at = <T>(list: readonly T[], place: number): T => list[place]!;

test("two systems of one archive do not differ, and every answer is compared", async () => {
  const { compared, differ, count, first, file, unsaid, folder } = await comparedArchives(
    oldArchive(20),
    oldArchive(20),
  );
  expect({ differ, count, first, file, unsaid }).toEqual({ differ: 0, count: 0, first: [], file: null, unsaid: [] });
  const [things, pictures, counters] = [3 + 6 + 5 + 8 + 20 + 6, 4, 1];
  const [ordered, filtered] = [1 + 2 + 3 + 2 + 3 + 2, 8 + 5 * 4 + 2 + 3 * 2 + 2 + 5 * 2];
  expect(compared - things - pictures - counters - ordered - filtered).toBe(2); // a word of the contents, in boxes and in deliveries
  expect(existsSync(join(folder, "compare.csv"))).toBe(false);
});

test.each([
  ["numbers as text", { texts: true }],
  ["another zone", { zone: "+02:00" }],
  ["arrays without pages", { pages: false }],
  ["addresses with http", { images: "http" }],
  ["pages of another size", { mostEntries: 7 }],
] as const)("%s are the same, written otherwise", async (_name, manners) => {
  expect(await comparedArchives(oldArchive(20), oldArchive(20), { new: { manners } })).toMatchObject({ count: 0 });
  expect(await comparedArchives(oldArchive(20), oldArchive(20), { old: { manners } })).toMatchObject({ count: 0 });
});

test("amounts, days, hours, codes, names and references are the same in every form that has its reason", async () => {
  const reshape = (kind: string, object: Record<string, unknown>) => {
    if (kind === "boxes" && typeof object["code"] === "string")
      return {
        ...object,
        code: object["code"].replace(/^(.{4})(.{3})/, "$1.$2."),
        owner: (object["owner"] as { id: number }).id,
        meta_first_delivery_customer: "",
        history: ((object["history"] ?? []) as { user: Record<string, string> }[]).map((entry) => ({
          ...entry,
          user: `${entry.user["first_name"]} ${entry.user["last_name"]}`,
        })),
      };
    if (kind !== "customers") return object;
    const options = object["deliveryoptions"] as Record<string, unknown>[];
    const deliveryoptions = options.map((option) => ({ ...option, fr: "08:00", days: [1, 2, 3, 4, 5], price: 12 }));
    return { ...object, meter_price: "2.5", count_meters: `${String(object["count_meters"])}01`, deliveryoptions };
  };
  const { first } = await comparedArchives(oldArchive(20), oldArchive(20), { new: { manners: { reshape } } });
  expect(first).toEqual([]);
});

const there = "da";
test.each<[string, (archive: OldArchive) => void, [string, string, string | null, string | null][]]>([
  [
    "a text",
    (a) => (at(box(a, 7).content, 0).text = "Akte"),
    [["/boxes/7/", "content.71.text", "Akte «1»\u2028 von 7", "Akte"]],
  ],
  [
    "a content that is missing",
    (a) => box(a, 7).content.pop(),
    [
      ["/customers/2/", "count_boxcontents", "6", "5"],
      ["/boxes/7/", "content.73", there, null],
      ["/boxes/overview/", "boxcontents_count", "30", "29"],
    ],
  ],
  [
    "a content more",
    (a) => box(a, 8).content.push({ id: 999, text: "neu", state: 0 }),
    [
      ["/customers/3/", "count_boxcontents", "6", "7"],
      ["/boxes/8/", "content.999", null, there],
      ["/boxes/overview/", "boxcontents_count", "30", "31"],
    ],
  ],
  [
    "a state",
    (a) => (box(a, 7).state = 5),
    [
      ["/boxes/7/", "state", "1", "5"],
      ["/boxes/overview/", "boxes_in_stock_count", "20", "19"],
      ["/boxes/overview/", "boxes_retour_count", "0", "1"],
    ],
  ],
  [
    "a moment",
    (a) => (at(box(a, 7).history, 1).created = "2019-03-05T09:00:01Z"),
    [["/boxes/7/", "history.72.created", "2019-03-05T09:00:00.000Z", "2019-03-05T09:00:01.000Z"]],
  ],
  [
    "what an entry says",
    (a) => (at(box(a, 7).history, 1).meta = { row: 2, part: 1, height: 1 }),
    [["/boxes/7/", "history.72.meta.row", "1", "2"]],
  ],
  ["a place", (a) => (box(a, 7).position!.height = 9), [["/boxes/7/", "position.height", "2", "9"]]],
  [
    "one byte of a picture",
    ({ files }) => {
      const file = files.get("boximages/5.jpg")!;
      files.set("boximages/5.jpg", { ...file, bytes: Buffer.concat([file.bytes, Buffer.from([0])]) });
    },
    [
      [
        "/boxes/5/",
        "images.5.SHA-256",
        expect.stringMatching(/^[\da-f]{64}$/) as string,
        expect.stringMatching(/^[\da-f]{64}$/) as string,
      ],
    ],
  ],
  [
    "a picture that is gone",
    ({ files }) => files.delete("boximages/5.jpg"),
    [["/boxes/5/", "images.5.SHA-256", expect.stringMatching(/^[\da-f]{64}$/) as string, "Antwort 404"]],
  ],
  ["a price", (a) => (at(a.customers, 1).meter_price = "2.51"), [["/customers/2/", "meter_price", "2.5", "2.51"]]],
  ["a user of a customer", (a) => at(a.customers, 1).users.pop(), [["/customers/2/", "users.5", there, null]]],
  ["a flag", (a) => (at(a.users, 7).init_password = false), [["/users/8/", "init_password", "true", "false"]]],
  ["a box of a delivery", (a) => (at(a.deliveries, 1).boxes = [2, 3]), [["/deliveries/2/", "boxes.3", null, there]]],
  ["a delivery that is missing", (a) => a.deliveries.pop(), [["/deliveries/6/", "", there, null]]],
  ["a user more", (a) => a.users.push({ ...at(a.users, 6), id: 99 }), [["/users/99/", "", null, there]]],
])("%s is found, and nothing else", async (_name, change, expected) => {
  const { first, unexplained, differ } = await comparedArchives(oldArchive(20), changed(change));
  expect(first.map(({ address, field, old, new: now }) => [address, field, old, now])).toEqual(expected);
  expect(unexplained).toBe(differ);
});

test("the entry with which Magazin begins a history that came is left out, and one that it wrote since is not", async () => {
  const written = { created: "2026-11-29T20:00:00Z", user: null, meta: null, text: null };
  const withOwn = (own: readonly object[]) => (kind: string, object: Record<string, unknown>) => {
    const came = ((object["history"] ?? []) as object[]).map((entry) => ({ ...entry, taken_over: true }));
    return kind === "boxes" && object["id"] === 7 ? { ...object, history: [...came, ...own] } : object;
  };
  const begun = { ...written, id: 71, state: 44 };
  const compared = (own: readonly object[]) =>
    comparedArchives(oldArchive(8), oldArchive(8), { new: { manners: { reshape: withOwn(own) } } });
  expect(await compared([begun])).toMatchObject({ count: 0 });
  const { first } = await compared([begun, { ...written, id: 72, state: 1 }]);
  expect(first).toMatchObject([{ address: "/boxes/7/", field: "history.neu-72", old: null, explainedBy: null }]);
});

test("what the plan mends or an answer decides is explained by its rule, and another value is not", async () => {
  const faulty = () =>
    changed((archive) => {
      at(archive.users, 5).email = "User6@Example.com";
      at(archive.customers, 1).address_postcode = "D-28195";
      Object.assign(box(archive, 9), { state: 6, destroyed: "2020-01-01" });
      at(archive.options, 2).days = "";
      box(archive, 4).created = "2019-07-01T12:00:00";
      box(archive, 12).code = box(archive, 2).code;
      at(archive.deliveries, 3).price = "12.345";
    });
  const mended = faulty();
  at(mended.users, 5).email = "user6@example.com";
  at(mended.users, 6).init_password = true;
  at(mended.customers, 1).address_postcode = "28195";
  box(mended, 9).position = null;
  at(mended.options, 2).days = "1,3";
  box(mended, 4).created = "2019-07-01T10:00:00Z";
  box(mended, 12).code = "0022000099";
  at(mended.deliveries, 3).price = "12.35";
  const answers = {
    "option-without-days:alle": "1,3",
    "date-without-zone:alle": "deutsche Zeit",
    "code-twice:alle": "99",
    "price-decimals:alle": "runden",
  };
  const { first, unexplained, open } = await comparedArchives(faulty(), mended, { answers });
  expect({ open, unexplained }).toEqual({ open: 0, unexplained: 0 });
  expect(first.map(({ address, field, explainedBy }) => [address, field, explainedBy])).toEqual([
    ["/areas/3/", "boxes_count", "counts-of-mended-things"],
    ["/rows/3/", "positions_count", "counts-of-mended-things"],
    ["/customers/2/", "address_postcode", "postcode-of-germany"],
    ["/customers/3/", "deliveryoptions.3.days", "option-without-days"],
    ["/users/6/", "email", "email-capitals"],
    ["/users/7/", "init_password", "password-given-when-loaded"],
    ["/boxes/4/", "created", "date-without-zone"],
    ["/boxes/9/", "position", "destroyed-with-place"],
    ["/boxes/12/", "code", "code-twice"],
    ["/deliveries/4/", "price", "price-decimals"],
  ]);
  box(mended, 12).code = "0022000098";
  at(mended.deliveries, 3).price = "12.34";
  const wrong = await comparedArchives(faulty(), mended, { answers });
  expect(wrong.first.slice(0, wrong.unexplained).map(({ address, field }) => [address, field])).toEqual([
    ["/boxes/12/", "code"],
    ["/deliveries/4/", "price"],
  ]);
});

test("what was changed in the old system since it was fetched is explained by nothing", async () => {
  const old = changed((archive) => (at(archive.customers, 1).address_postcode = "D-28195"));
  const now = changed((archive) => (at(archive.customers, 1).address_postcode = "28195"));
  const meanwhile = () => void (at(old.customers, 1).address_postcode = "28199");
  const { unexplained, first } = await comparedArchives(old, now, { meanwhile });
  expect(unexplained).toBe(1);
  expect(first).toMatchObject([{ field: "address_postcode", old: "28199", new: "28195", explainedBy: null }]);
});

test("what differs only while it is compared is read again, and is no difference", async () => {
  const now = changed((archive) => (box(archive, 7).meta_year = 1999));
  const mood = ({ path }: { path: string }) => {
    if (path === "/api/v1/deliveries/6/") box(now, 7).meta_year = 2015;
    return undefined;
  };
  expect(await comparedArchives(oldArchive(20), now, { new: { mood } })).toMatchObject({ count: 0 });
});

test("a busy system and a token that ends do not end it", async () => {
  const mood = ({ number }: { number: number }) =>
    number % 40 === 0 ? { status: 503 } : number % 41 === 0 ? { status: 429 } : undefined;
  const { count, systems } = await comparedArchives(oldArchive(20), oldArchive(20), {
    old: { tokenLife: 90 },
    new: { mood },
  });
  expect(count).toBe(0);
  expect(systems[0].signIns()).toBeGreaterThan(2);
});

test("of more than fifty differences all are in a file that no spreadsheet executes", async () => {
  const now = changed(({ boxes }) => {
    for (const each of boxes) for (const content of each.content) content.text = "=1+1";
  }, 60);
  const { count, first, file, folder } = await comparedArchives(oldArchive(60), now);
  expect([count, first.length, file]).toEqual([90, 50, join(folder, "compare.csv")]);
  const lines = readFileSync(file ?? "", "utf8")
    .split("\r\n")
    .slice(0, -1);
  expect(lines[0]).toBe("\uFEFFAdresse;Feld;Alt;Neu;Erklärt durch");
  expect(lines).toHaveLength(91);
  expect(lines.slice(1).every((line) => line.endsWith(";'=1+1;"))).toBe(true);
});

test("samples are of each customer and state, and what a list shows to differ is among them", async () => {
  const now = changed((archive) => {
    box(archive, 11).meta_year = 1999;
    box(archive, 12).content = [];
  }, 60);
  const { systems, first } = await comparedArchives(oldArchive(60), now, { sample: 10 });
  const read = systems[1].requests.flatMap((request) => /boxes\/(\d+)\/$/.exec(request)?.[1] ?? []);
  expect(new Set(read).size).toBe(11);
  expect(first.map(({ address, field }) => [address, field])).toContainEqual(["/boxes/11/", "meta_year"]);
});

test("an order of letters that is German in the new system is explained, another is not", async () => {
  const byBytes = { manners: { letters: "bytes" } } as const;
  const lists = ["/customers/?orderBy=name", "/users/?order=last_name", "/users/?order=-last_name"];
  const german = await comparedArchives(oldArchive(5), oldArchive(5), { old: byBytes });
  expect(new Set(german.first.map(({ address, field }) => `${address} ${field}`))).toEqual(
    new Set(lists.map((address) => `${address} Reihenfolge`)),
  );
  expect(german).toMatchObject({ unexplained: 0, first: lists.map(() => ({ explainedBy: "order-of-letters" })) });
  const other = await comparedArchives(oldArchive(5), oldArchive(5), { new: byBytes });
  expect([other.differ, other.unexplained]).toEqual([3, 3]);
});

test("a folder of another system, one that was not fetched, and an account that may not read begin nothing", async () => {
  const [old, now] = [await oldSystemFor(oldArchive(5)), await oldSystemFor(oldArchive(5))];
  const folder = testFolder();
  const compare = (url: string, other = readerOf(now.url)) =>
    compareSystems(readerOf(url), other, { folder, sample: null, readers: [] }, () => undefined);
  await expect(compare(old.url)).rejects.toThrow(`In ${folder} ist nichts zu Ende geholt.`);
  await fetchFrom(old.url, folder);
  await expect(compare(now.url)).rejects.toThrow(/gehört zu .+, und nicht zu /);
  const wrong = readerOf(now.url, { ...oldLogin, password: "falsches-passwort" });
  await expect(compare(old.url, wrong)).rejects.toThrow(/^Magazin unter .+: Login fehlgeschlagen\. Magazin sagt: /);
  const ofCustomer = await oldSystemFor(oldArchive(5), { isStaff: false });
  await expect(compare(old.url, readerOf(ofCustomer.url))).rejects.toThrow(
    /^Magazin unter .+: Das Konto gehört keinem Admin/,
  );
  const page = { status: 200, body: "<html><title>Portal</title>", headers: { "content-type": "text/html" } };
  const portal = await oldSystemFor(oldArchive(5), { mood: () => page });
  await expect(compare(old.url, readerOf(portal.url))).rejects.toThrow(
    /überschrieben mit «Portal».+, und nicht Magazin/,
  );
  expect(now.requests.filter((request) => request.includes("/boxes/"))).toEqual([]);
});
