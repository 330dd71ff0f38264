import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { oldArchive } from "#test/old-system/archive.ts";
import { withFaults } from "#test/old-system/faults.ts";
import { fetchedArchive, foundThings, plannedBox, plannedRows, writeAnswers } from "#test/old-system/planning.ts";
import { planTakeover } from "./plan.ts";
import { ruleNames, takeoverRules } from "./rules.ts";

/** Things that each rule finds in the archive that has every fault. */
const findings: Readonly<Record<string, readonly string[]>> = {
  "area-name-twice": ["areas:4"],
  "row-without-area": ["rows:7"],
  "row-number-twice": ["rows:8"],
  "row-number-unreadable": ["rows:9"],
  "sign-unreadable": ["rows:6"],
  "sign-twice": ["rows:4", "rows:5"],
  "code-twice": ["boxes:7"],
  "code-of-another-customer": ["boxes:3"],
  "code-unreadable": ["boxes:27"],
  "box-without-customer": ["boxes:26"],
  "place-twice": ["boxes:10"],
  "place-without-row": ["boxes:6"],
  "stored-without-place": ["boxes:8"],
  "not-stored-with-place": ["boxes:28"],
  "destroyed-with-place": ["boxes:9"],
  inconsistent: ["boxes:11"],
  "inconsistent-with-place": ["boxes:11"],
  "box-state-unknown": ["boxes:12"],
  "out-without-delivery": ["boxes:13"],
  "ordered-without-delivery": ["boxes:14"],
  "box-size": ["boxes:29"],
  "year-unreadable": ["boxes:31"],
  "destroyed-day-of-history": ["boxes:33"],
  "destroyed-without-day": ["boxes:32"],
  "destroyed-day-of-others": ["boxes:34"],
  "content-state-unknown": ["contents:160"],
  "content-out-without-delivery": ["contents:151"],
  "content-ordered-without-delivery": ["contents:371"],
  "picture-missing": ["images:25"],
  "picture-none": ["images:30", "images:40"],
  "picture-empty": ["images:35"],
  "customer-code-twice": ["customers:2"],
  "customer-code-unreadable": ["customers:6"],
  "postcode-of-germany": ["customers:3"],
  "postcode-letters": ["customers:4"],
  "staff-with-customer": ["users:2"],
  "customer-user-gone": ["customers:3"],
  "user-without-customer": ["users:8"],
  "email-twice": ["users:5"],
  "email-invalid": ["users:6"],
  "email-missing": ["users:7"],
  "email-capitals": ["users:2"],
  "salutation-unknown": ["users:8"],
  "option-without-days": ["options:1"],
  "option-hours": ["options:2"],
  "option-number": ["options:5"],
  "price-decimals": ["options:3"],
  "price-unreadable": ["options:4"],
  "delivery-code": ["deliveries:5"],
  "delivery-without-customer": ["deliveries:7"],
  "delivery-of-others": ["deliveries:1"],
  "delivery-line-gone": ["deliveries:8"],
  "delivery-content-deleted": ["deliveries:6"],
  "promised-twice": ["deliveries:10"],
  "delivery-kind-unknown": ["deliveries:2"],
  "delivery-state-unknown": ["deliveries:3"],
  "return-canceled": ["deliveries:11"],
  "date-old": ["boxes:17"],
  "date-future": ["boxes:18"],
  "date-without-zone": ["boxes:19"],
  "date-unreadable": ["boxes:45"],
  "history-order": ["boxes:21"],
  "history-kind-unknown": ["history:222"],
  "history-kind-unreadable": ["history:422"],
  "history-without-user": ["history:232"],
  "history-user-gone": ["history:432"],
  "history-user-twice": ["history:442"],
  "text-signs": ["contents:381"],
  "text-missing": ["contents:391"],
  "text-too-long": ["contents:411"],
  "object-unread": ["boxes:60"],
};

/** An answer to each question that the rules ask about it. */
const answers: Readonly<Record<string, string>> = {
  "area-name-twice:areas:4": "Keller",
  "row-without-area:rows:7": "weglassen",
  "row-number-twice:rows:8": "18",
  "row-number-unreadable:rows:9": "19",
  "code-twice:boxes:7": "0700",
  "code-of-another-customer:boxes:3": "Kunde",
  "code-unreadable:boxes:27": "2700",
  "box-without-customer:boxes:26": "code",
  "place-twice:boxes:10": "diese",
  "place-without-row:boxes:6": "inkonsistent",
  "stored-without-place:boxes:8": "nicht  eingelagert",
  "not-stored-with-place:boxes:28": "eingelagert",
  "box-state-unknown:boxes:12": "weglassen",
  "ordered-without-delivery:boxes:14": "eingelagert",
  "box-size:boxes:29": "350",
  "year-unreadable:boxes:31:meta_year": "2015",
  "destroyed-without-day:boxes:32": "24.12.2020",
  "content-state-unknown:contents:160": "in Box",
  "content-ordered-without-delivery:contents:371": "nicht in der Box",
  "picture-missing:alle": "ohne",
  "picture-none:alle": "ohne",
  "picture-empty:images:35": "ohne",
  "customer-code-twice:customers:2": "22",
  "customer-code-unreadable:customers:6": "66",
  "postcode-letters:customers:4": "zum Ort",
  "email-twice:users:5": "emil@example.com",
  "email-invalid:users:6": "frida@example.com",
  "email-missing:users:7": "weglassen",
  "option-without-days:options:1": "Mo Mi, Fr",
  "option-hours:options:2": "tauschen",
  "option-number:options:5:prior": "1",
  "price-decimals:options:3": "runden",
  "price-unreadable:options:4": "12,5",
  "delivery-code:deliveries:5": "5",
  "delivery-without-customer:deliveries:7": "weglassen",
  "delivery-of-others:deliveries:1": "ohne",
  "delivery-line-gone:deliveries:8": "ohne",
  "promised-twice:deliveries:10": "weglassen",
  "delivery-kind-unknown:deliveries:2": "Kunden",
  "delivery-state-unknown:deliveries:3": "abgeschlossen",
  "return-canceled:deliveries:11": "abgeschlossen",
  "date-future:boxes:18:created": "01.02.2019",
  "date-without-zone:boxes:19": "deutsche Zeit",
  "date-unreadable:boxes:45:created": "2019-02-01",
  "history-kind-unreadable:history:422": "weglassen",
  "text-missing:contents:391:text": "Akte ohne Namen",
  "text-too-long:contents:411:text": "kürzen",
  "object-unread:boxes:60": "weglassen",
};

const faulty = () =>
  fetchedArchive(withFaults(oldArchive()), {
    mood: ({ path }) => (path === "/api/v1/boxes/60/" ? { status: 500 } : undefined),
    manners: {
      reshape: (kind, object) =>
        kind === "deliveries" && object["id"] === 6 && Array.isArray(object["boxes"])
          ? { ...object, boxcontents: [{ id: null, text: "gelöscht" }] }
          : object,
    },
  });

describe("an archive with every fault", () => {
  test("each rule fires where its fault stands, and nowhere else", async () => {
    const plan = await planTakeover(await faulty());
    expect(foundThings(plan)).toEqual(findings);
    expect(ruleNames.filter((rule) => !(rule in findings))).toEqual([]);
    const asked = plan.findings.filter(({ becomes }) => becomes === "question");
    expect(plan.open).toBe(asked.reduce((sum, { count }) => sum + count, 0));
  });

  test("answered, nothing is open, and rows are what the answers say", async () => {
    const folder = await faulty();
    writeAnswers(folder, answers);
    const plan = await planTakeover(folder);
    expect([plan.ledger.nonsense, plan.ledger.unused, plan.open]).toEqual([[], [], 0]);
    expect((await plannedRows(plan, "areas")).at(-1)).toMatchObject({ id: 4, name: "Keller" });
    const rows = await plannedRows(plan, "rows");
    expect(rows.map(({ id, number }) => [id, number]).slice(-2)).toEqual([
      [8, 18],
      [9, 19],
    ]);
    expect(rows[0]).toMatchObject({ parts: 1, heights: 10, reverse: false, area: 1, sign: "ALT/R1" });
    expect(rows.slice(3, 6).map(({ sign }) => sign)).toEqual([null, null, null]);
    expect((await plannedRows(plan, "users")).map(({ id, email, customers }) => [id, email, customers])).toEqual([
      [1, "user1@example.com", []],
      [2, "user2@example.com", []],
      [3, "user3@example.com", []],
      [4, "user4@example.com", [1]],
      [5, "emil@example.com", [2]],
      [6, "frida@example.com", [3]],
      [8, "user8@example.com", []],
      [9, "user9@example.com", []],
    ]);
    const customers = await plannedRows(plan, "customers");
    expect(customers.map(({ code }) => code)).toEqual([11, 22, 33, 44, 55, 66]);
    expect(customers[2]).toMatchObject({ address_postcode: "28195" });
    expect(customers[3]).toMatchObject({ address_postcode: "", address_city: "1017 AB Bremen" });
    expect(await plannedRows(plan, "options")).toMatchObject([
      { id: 1, days: "1,3,5", fr: "08:00", to: "16:00", price: "12.00" },
      { id: 2, fr: "16:00", to: "18:00" },
      { id: 3, price: "12.35" },
      { id: 4, price: "12.50" },
      { id: 5, prior: 1 },
    ]);
    const deliveries = await plannedRows(plan, "deliveries");
    expect(deliveries.map(({ id, kind, state, boxes }) => [id, kind, state, boxes])).toEqual([
      [1, 0, 2, []],
      [2, 0, 2, [2]],
      [3, 0, 2, [3]],
      [4, 0, 2, [4]],
      [5, 0, 2, [5]],
      [6, 0, 2, [6]],
      [8, 0, 2, []],
      [9, 0, 0, [50]],
      [11, 1, 2, []],
    ]);
  });

  test("boxes come along as the answers say", async () => {
    const folder = await faulty();
    writeAnswers(folder, answers);
    const boxes = new Map((await plannedRows(await planTakeover(folder), "boxes")).map((box) => [box.id, box]));
    expect([...boxes.keys()]).toEqual(Array.from({ length: 59 }, (_, at) => at + 1).filter((id) => id !== 12));
    const expected: readonly (readonly [number, object])[] = [
      [3, { customer: 3, number: 3 }],
      [4, { state: 3, position: null }], // box 10 stands on its place
      [6, { state: 3, position: null }],
      [7, { customer: 2, number: 700 }],
      [8, { state: 2, position: null }],
      [9, { state: 6, position: null, destroyed: "2020-01-01" }],
      [10, { state: 1, position: { row: 4, part: 1, height: 2 } }],
      [11, { state: 3, position: null }],
      [14, { state: 1, position: { row: 2, part: 1, height: 3 } }],
      [17, { created: "1970-01-01T00:00:00Z" }],
      [18, { created: "2019-02-01T11:00:00Z" }],
      [19, { created: "2019-03-04T07:15:00Z" }],
      [
        21,
        {
          history: [
            { id: 212, created: "2018-01-01T00:00:00Z" },
            { id: 211, user: 1, name: "Anna Adler" },
          ],
        },
      ],
      [23, { history: [{ user: 1 }, { user: null, name: "" }] }],
      [26, { customer: 1, number: 26 }],
      [27, { customer: 2, number: 2700 }],
      [28, { state: 1, position: { row: 4, part: 1, height: 5 } }],
      [29, { size: 350 }],
      [31, { meta_year: 2015, meta_destroy_year: 2026 }],
      [32, { destroyed: "2020-12-24" }],
      [33, { destroyed: "2020-06-01" }],
      [34, { state: 1, destroyed: null }],
      [37, { contents: [{ id: 371, state: 1 }] }],
      [38, { contents: [{ text: "Akte 1" }, {}] }],
      [40, { images: [] }],
      [42, { history: [{ id: 421 }] }],
      [43, { history: [{}, { user: null, name: "Otto Weg" }] }],
      [44, { history: [{}, { user: null, name: "Emil Ernst" }] }],
    ];
    for (const [id, wanted] of expected) expect(boxes.get(id), `box ${id}`).toMatchObject(wanted);
    expect(boxes.get(41)?.contents[0]?.text).toHaveLength(4000);
  });
});

test("an archive without a fault is taken as it is, however it is written", async () => {
  const plain = await planTakeover(await fetchedArchive(oldArchive()));
  expect([foundThings(plain), plain.open]).toEqual([{}, 0]);
  const kinds = ["areas", "rows", "customers", "users", "options", "boxes", "deliveries"] as const;
  for (const kind of kinds)
    expect(plain.counts[kind]).toEqual({
      there: plain.counts[kind].there,
      planned: (await plannedRows(plain, kind)).length,
    });
  const box = await plannedBox(plain, 5);
  expect(box).toMatchObject({
    customer: 5,
    number: 5,
    created: "2019-03-04T08:15:00Z",
    position: { id: 1005, row: 5, part: 1, height: 1, created: "2019-03-04T08:15:00Z" },
    contents: [{ id: 51, text: "Akte «1»\u2028 von 5", state: 0 }],
    images: [{ id: 5, content_type: "image/jpeg", viewed: false }],
    history: [
      { id: 51, user: 1, name: "Anna Adler", text: "" },
      { id: 52, user: 2, meta: { row: 5 } },
    ],
  });
  expect(readFileSync(plain.pictureFile(box?.images[0]?.sha256 ?? "")).subarray(0, 2)).toEqual(
    Buffer.from([0xff, 0xd8]),
  );
  const other = await planTakeover(await fetchedArchive(oldArchive(), { manners: { texts: true, pages: false } }));
  expect([foundThings(other), other.open]).toEqual([{}, 0]);
  for (const kind of kinds.filter((each) => each !== "boxes"))
    expect(await plannedRows(other, kind)).toEqual(await plannedRows(plain, kind));
});

test("every rule says what becomes of it in German, and every question can be answered", () => {
  for (const rule of ruleNames) {
    const said = takeoverRules[rule];
    expect(said.text, rule).toMatch(/[.]$/);
    if (said.becomes === "mended") expect(said.undone, rule).toMatch(/[.]$/);
    if (said.becomes === "question") expect(said.choices.length + (said.value ? 1 : 0), rule).toBeGreaterThan(0);
  }
});
