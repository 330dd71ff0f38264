import { errors } from "#rules/texts/texts.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { editBox, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { createContent, deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { contentActions, contentStates, look, outcomeOf, subjectOf } from "#test/life/box-life-actions.ts";
import { deliveryOf } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const actions = { ...contentActions, ...contentStates };
type Action = keyof typeof actions;

/** Product 5: the new state and the kinds of the new entries, `gone`, nothing new where it is the `same` already, or a reason of `sentences`; `x` in a destroyed box. */
const table = `
            0       1       2       3       0x        1x        3x
edit     | 0 +23 | 1 +23 | 2 +23 | 3 +23 | destroyed | destroyed | destroyed
delete   | gone  | kept  | kept  | gone  | destroyed | destroyed | destroyed
missing  | 3 +20 | 3 +20 | 3 +20 | state | destroyed | destroyed | destroyed
receive  | state | 0 +19 | state | 0 +19 | destroyed | destroyed | destroyed
PATCH 0  | same  | 0 +19 | notice | 0 +19 | destroyed | destroyed | destroyed
PATCH 1  | notice | same | notice | notice | destroyed | destroyed | destroyed
PATCH 2  | notice | notice | same | notice | destroyed | destroyed | destroyed
PATCH 3  | 3 +20 | 3 +20 | 3 +20 | same  | destroyed | destroyed | destroyed
`;
const [heads = "", ...lines] = table.trim().split("\n");
const columns = heads.trim().split(/\s+/);
const cells = lines.flatMap((line) => {
  const [action = "", ...rest] = line.split("|").map((cell) => cell.trim());
  return rest.map((expected, index) => [columns[index] ?? "", action as Action, expected] as const);
});

const words = ["in Box", "nicht in der Box", "angefordert", "existiert nicht"]; // specification 4
const notices = [
  "Das geht nicht: Der Inhalt hat den Status „in Box“.",
  "Inhalt wurde bereits ausgeliefert",
  "Inhalt wurde bereits angefordert",
  "Inhalt existiert nicht",
];
const sentences: Record<string, (state: number) => string> = {
  notice: (state) => notices[state] ?? "",
  state: (state) => `Das geht nicht: Der Inhalt hat den Status „${words[state]}“.`,
  kept: () => "Nur Inhalte, die in der Box sind oder nicht existieren, können gelöscht werden.",
  destroyed: () => "Die Box ist vernichtet: Ihre Inhalte können nicht mehr geändert werden.",
};

/** Expected details of the last entry, besides its kind. */
const meant = (action: Action, text: string) => {
  if (action === "edit") return { meta: { from: text, to: "Andere Akte" }, text: null };
  if (action === "delete") return { meta: { from: text, to: null }, text: null };
  return { meta: { content: text }, text: action === "missing" || action === "PATCH 3" ? "nie gesehen" : null };
};

async function subjectIn(situation: string) {
  const state = Number(situation[0]) as 0 | 1 | 2 | 3;
  const subject = await subjectOf(server, await a.box({ state: 1 }), state);
  if (situation.endsWith("x")) await staff.call(editBox, { path: { id: subject.box.id }, body: { state: 6 } });
  return { state, subject };
}

describe.each(columns)("a content in state %s", (situation) => {
  test.each(cells.filter(([head]) => head === situation))("%s %s: %s", async (_head, action, expected) => {
    const { state, subject } = await subjectIn(situation);
    const { box, content } = subject;
    const before = await staff.call(getBox, { path: { id: box.id } });
    const reader = await server.asCustomer(box.owner);
    const forbidden = await actions[action](reader, subject);
    expect([forbidden.status, forbidden.body]).toEqual([403, { detail: errors.staffOnly }]);
    expect(await look(staff, box)).toEqual(before);

    const outcome = outcomeOf(await actions[action](staff, subject));
    const after = await staff.call(getBox, { path: { id: box.id } });
    const sentence = sentences[expected]?.(state);
    if (sentence) {
      const inScan = action === "missing" || action === "receive";
      expect(outcome).toEqual(
        inScan
          ? { status: 200, refusal: sentence }
          : { status: 400, refusal: { [expected === "notice" ? "state" : "non_field_errors"]: [sentence] } },
      );
      expect(after).toEqual(before);
    } else if (expected === "same") {
      expect([outcome, after]).toEqual(["done", before]);
    } else {
      expect([outcome, after.state]).toEqual(["done", box.state]);
      const added = after.history.slice(before.history.length);
      const [left] = after.content.filter(({ id }) => id === content.id);
      expect(expected === "gone" ? left === undefined : left?.state === Number(expected[0])).toBe(true);
      expect(added.map((entry) => entry.state)).toEqual([expected === "gone" ? 23 : Number(expected.slice(3))]);
      expect(added[0]).toMatchObject({ user: { first_name: "Erika" }, ...meant(action, content.text) });
      const seen = await reader.call(getBox, { path: { id: box.id } });
      expect([seen.content, seen.history.at(-1)?.state]).toEqual([after.content, added[0]?.state]);
    }
    expect(await runChecks(db)).toEqual([]);
  });
});

describe("a content", () => {
  test("is added inside, without blanks around its text, and shown in the order of adding", async () => {
    const box = await a.box();
    const made = await staff.call(createContent, { body: { box_id: box.id, text: "  Rechnungen 2019 \n" } });
    expect(made).toMatchObject({ text: "Rechnungen 2019", state: 0, box: { id: box.id, code: box.code } });
    await staff.call(createContent, { body: { box_id: box.id, text: "Änderungen" } });
    const { content, content_count } = await staff.call(getBox, { path: { id: box.id } });
    expect([content.map(({ text }) => text), content_count]).toEqual([["Rechnungen 2019", "Änderungen"], 2]);
  });

  test("needs a text that is not empty and a box that exists", async () => {
    const box_id = (await a.box()).id;
    for (const text of ["", " \n\t ", "\u200b\u00ad\u2060", "\u3164"]) {
      expect(await staff.refusal(createContent, { body: { box_id, text } })).toEqual({ text: ["Bitte ausfüllen"] });
    }
    expect(await staff.refusal(createContent, { body: { box_id, text: "x".repeat(4001) } })).toEqual({
      text: ["Höchstens 4000 Zeichen"],
    });
    expect((await staff.ask(createContent, { body: { box_id, text: "x".repeat(4000) } })).status).toBe(201);
    expect(await staff.refusal(createContent, { body: { box_id: 2_000_000_000, text: "x" } })).toEqual({
      box_id: ["Diese Box gibt es nicht."],
    });
  });

  test("with the same text again writes nothing", async () => {
    const { id, text, box } = await a.content();
    const before = await look(staff, box);
    await staff.call(editContent, { path: { id }, body: { text } });
    await staff.call(editContent, { path: { id }, body: {} });
    expect(await look(staff, box)).toEqual(before);
  });

  test("that two change is overwritten by nobody who saw the old text; who says the same, or what is there, gets no message", async () => {
    const { id, text: seen, box } = await a.content();
    const edit = (text: string, before: string) =>
      staff.ask(editContent, { path: { id }, body: { text, before: { text: before } } });
    expect((await edit("Von der einen", seen)).status).toBe(200);
    const overtaken = { text: ["Inzwischen hat jemand anders das geändert: „Von der einen“."] };
    const { status, body } = await edit("Vom anderen", seen);
    expect([status, body]).toEqual([400, overtaken]);
    expect((await edit("Von der einen", seen)).status).toBe(200);
    expect((await edit("Vom anderen", "Von der einen")).status).toBe(200);
    const { content, history } = await staff.call(getBox, { path: { id: box.id } });
    expect([content[0]?.text, history.filter((entry) => entry.state === 23).length]).toEqual(["Vom anderen", 3]);
  });

  test("changes text and state in one call, or neither", async () => {
    const { id, text, box } = await a.content();
    const edit = (body: object) => staff.send("PATCH", `/api/v1/boxcontents/${id}/`, body);
    const refused = await edit({ text: "Neu", state: 3 });
    expect([refused.status, refused.body]).toEqual([400, { reason: ["Bitte geben Sie einen Grund an."] }]);
    expect((await edit({ text: "Neu", state: 1 })).body).toEqual({ state: [notices[0]] });
    expect((await edit({ text: "Neu", reason: "verbrannt" })).body).toEqual({
      reason: ["Kann nicht geändert werden."],
    });
    expect((await staff.call(getBox, { path: { id: box.id } })).content[0]).toMatchObject({ text, state: 0 });
    expect((await edit({ text: "Neu", state: 3, reason: "verbrannt" })).body).toMatchObject({ text: "Neu", state: 3 });
    const { history } = await staff.call(getBox, { path: { id: box.id } });
    expect(history.at(-1)).toMatchObject({ state: 20, text: "verbrannt", meta: { content: "Neu" } });
  });

  test("is deleted once, whoever asks at the same moment", async () => {
    const { id, box } = await a.content();
    const answers = await Promise.all(Array.from({ length: 8 }, () => staff.ask(deleteContent, { path: { id } })));
    expect(answers.filter(({ status }) => status === 204).length).toBe(1);
    expect(answers.filter(({ status }) => status === 404).length).toBe(7);
    expect((await look(staff, box))?.history.map(({ state }) => state)).toEqual([0, 23, 23]);
  });

  test("that is promised to a customer keeps its box from being marked or destroyed", async () => {
    const box = await a.box({ state: 1 });
    await a.content({ box, state: 2 });
    const sentence = { non_field_errors: [`Box ist in Lieferung ${await deliveryOf(db, box)} angefordert.`] };
    for (const state of [7, 6] as const) {
      expect(await staff.refusal(editBox, { path: { id: box.id }, body: { state } })).toEqual(sentence);
    }
  });

  test("is reported missing only with a reason, and only if there is one", async () => {
    const { id } = await a.content();
    const missing = (content: number, text: string) =>
      staff.ask(scan, { body: { operations: [{ id: randomUUID(), kind: "missing", content, text }] } });
    const wrong = { status: "refused", code: "invalid", message: "Bitte ausfüllen" };
    expect((await missing(id, " ")).body.results[0]).toMatchObject(wrong);
    expect((await missing(2_000_000_000, "weg")).body.results[0]).toMatchObject({
      status: "refused",
      code: "unknown_content",
      message: "Diesen Inhalt gibt es nicht.",
    });
    const both = { id: randomUUID(), kind: "receive" as const, content: id, code: "0000000001" };
    expect((await staff.call(scan, { body: { operations: [both] } })).results[0]).toMatchObject(wrong);
  });
});

describe("searching boxes by what is in them", () => {
  const texts = [
    "Lohnabrechnung MÜLLER",
    "Lohnabrechnung Muller",
    "Straße 5",
    "100 % bezahlt",
    "100 Prozent",
    "unter_strich",
    "unterXstrich",
    "C:\\Akten",
    "C:Akten",
  ];
  const of = async () => {
    const owner = await a.customer();
    const ids = new Map<number, string>();
    for (const text of texts) {
      const box = await a.box({ owner });
      await a.content({ box, text });
      ids.set(box.id, text);
    }
    return { owner, ids };
  };

  test("takes upper and lower case and umlauts alike, and %, _ and \\ as they are", async () => {
    const { owner, ids } = await of();
    const clients = [staff, await server.asCustomer(owner)];
    for (const [contain_content, found] of [
      ["müller", [0, 1]],
      ["LOHNABRECHNUNG mu", [0, 1]],
      ["strasse", [2]],
      ["STRAẞE", [2]],
      ["0 %", [3]],
      ["%", [3]],
      ["r_s", [5]],
      ["_", [5]],
      ["\\", [7]],
      ["c:\\a", [7]],
      ["100", [3, 4]],
      ["", [0, 1, 2, 3, 4, 5, 6, 7, 8]],
      ["nichts davon", []],
    ] as const) {
      for (const client of clients) {
        const { results, count } = await client.call(listBoxes, { query: { owner_id: owner.id, contain_content } });
        expect(
          results.map(({ id }) => ids.get(id)),
          contain_content,
        ).toEqual(found.map((index) => texts[index]));
        expect(count).toBe(found.length);
      }
    }
  });

  test("finds by any part of the code, with and without dots", async () => {
    const owner = await a.customer({ code: 4711 });
    for (const number of [1, 123_456, 654_321]) await a.box({ owner, number });
    for (const [contain_code, found] of [
      ["4711", ["4711000001", "4711123456", "4711654321"]],
      ["4711.123", ["4711123456"]],
      ["11 000.0", ["4711000001"]],
      ["3456", ["4711123456"]],
      ["%", []],
      ["_", []],
      ["4711.", ["4711000001", "4711123456", "4711654321"]],
    ] as const) {
      const { results } = await staff.call(listBoxes, { query: { owner_id: owner.id, contain_code } });
      expect(
        results.map(({ code }) => code),
        contain_code,
      ).toEqual(found);
    }
  });
});
