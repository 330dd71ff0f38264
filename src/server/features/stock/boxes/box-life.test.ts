import { errors } from "#rules/texts/texts.ts";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { destroyMarked, editBox, getBox, listBoxes, postDestroyMarked } from "#contract/calls/stock/boxes.ts";
import { berlinDay } from "#rules/dates.ts";
import {
  type BoxAction,
  boxActions,
  earlier,
  look,
  outcomeOf,
  type Subject,
  subjectOf,
} from "#test/life/box-life-actions.ts";
import { present, replayed } from "#test/life/box-life-history.ts";
import { deliveryOf, orderedAndPicked } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Spot } from "#test/support/factories.ts";
import { extentOf } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const author = { first_name: "Erika", last_name: "Muster" };

/** Every way a box can stand, by the heads of the table below. */
const situations = {
  "0": () => a.box(),
  "1": () => a.box({ state: 1 }),
  "2": () => a.box({ state: 2 }),
  "3": () => a.box({ state: 3 }),
  "4": () => a.box({ state: 4 }),
  "4p": async () => {
    const box = await a.box({ state: 1 });
    await orderedAndPicked({ a, client: staff }, box);
    return { ...box, state: 4, place: null };
  },
  "5": () => a.box({ state: 5 }),
  "6": () => a.box({ state: 6 }),
  "7<0": () => a.box({ state: 7, markedFrom: 0 }),
  "7<1": () => a.box({ state: 7, markedFrom: 1 }),
  "7<2": () => a.box({ state: 7, markedFrom: 2 }),
  "7<3": () => a.box({ state: 7, markedFrom: 3 }),
  "7<5": () => a.box({ state: 7, markedFrom: 5 }),
} satisfies Record<string, () => Promise<Box>>;
type Situation = keyof typeof situations;

/**
 * Product 4 in full: what each action leads to from where. `7 +8` is the new state and the kinds of the new entries,
 * `gone` a deleted box; every other word is a reason of `sentences`. `4p` is ordered and picked, `7<2` marked when out.
 */
const table = `
                 0        1       2          3       4         4p       5         6          7<0     7<1     7<2     7<3     7<5
PATCH 0         | state | state | state   | state | state   | state  | state  | state     | 0 +9  | 1 +9  | 2 +9  | 3 +9  | 5 +9
PATCH 1         | state | state | state   | state | state   | state  | state  | state     | 0 +9  | 1 +9  | 2 +9  | 3 +9  | 5 +9
PATCH 2         | state | state | state   | state | state   | state  | state  | 2 +7      | 0 +9  | 1 +9  | 2 +9  | 3 +9  | 5 +9
PATCH 3         | state | 3 +5  | 3 +5    | state | 3 +5    | 3 +5   | 3 +5   | state     | 0 +9  | 1 +9  | 2 +9  | 3 +9  | 5 +9
PATCH 4         | state | state | state   | state | state   | state  | state  | state     | 0 +9  | 1 +9  | 2 +9  | 3 +9  | 5 +9
PATCH 5         | state | state | state   | state | state   | state  | state  | state     | 0 +9  | 1 +9  | 2 +9  | 3 +9  | 5 +9
PATCH 6         | 6 +6  | 6 +6  | 6 +6    | 6 +6  | ordered | ordered| 6 +6   | state     | 6 +6  | 6 +6  | 6 +6  | 6 +6  | 6 +6
PATCH 7         | 7 +8  | 7 +8  | 7 +8    | 7 +8  | ordered | ordered| 7 +8   | state     | state | state | state | state | state
PATCH destroyed | alive | alive | alive   | alive | alive   | alive  | alive  | 6 +24     | alive | alive | alive | alive | alive
DELETE          | gone  | used  | used    | used  | used    | used   | used   | used      | used  | used  | used  | used  | used
store           | 1 +1  | stands| 1 +4,1  | 1 +1  | ordered | state  | 1 +1   | state     | state | stands| state | state | state
move            | 1 +1  | 1 +1  | 1 +4,1  | 1 +1  | 4 +1    | state  | 1 +1   | state     | state | 7 +1  | state | state | state
release         | state | 2 +3  | state   | 2 +3  | state   | state  | 2 +3   | state     | state | state | state | state | state
receive         | 5 +4  | state | 5 +4    | 5 +4  | 5 +4    | 5 +4   | state  | state     | state | state | state | state | state
add content     | 0 +23 | 1 +23 | 2 +23   | 3 +23 | 4 +23   | 4 +23  | 5 +23  | contents  | 7 +23 | 7 +23 | 7 +23 | 7 +23 | 7 +23
edit content    | 0 +23 | 1 +23 | 2 +23   | 3 +23 | 4 +23   | 4 +23  | 5 +23  | contents  | 7 +23 | 7 +23 | 7 +23 | 7 +23 | 7 +23
delete content  | 0 +23 | 1 +23 | 2 +23   | 3 +23 | 4 +23   | 4 +23  | 5 +23  | contents  | 7 +23 | 7 +23 | 7 +23 | 7 +23 | 7 +23
add image       | 0 +25 | 1 +25 | 2 +25   | 3 +25 | 4 +25   | 4 +25  | 5 +25  | images    | 7 +25 | 7 +25 | 7 +25 | 7 +25 | 7 +25
delete image    | 0 +25 | 1 +25 | 2 +25   | 3 +25 | 4 +25   | 4 +25  | 5 +25  | images    | 7 +25 | 7 +25 | 7 +25 | 7 +25 | 7 +25
meta            | 0 +10 | 1 +10 | 2 +10   | 3 +10 | 4 +10   | 4 +10  | 5 +10  | 6 +10     | 7 +10 | 7 +10 | 7 +10 | 7 +10 | 7 +10
`;

const [heads = "", ...lines] = table.trim().split("\n");
const columns = heads.trim().split(/\s+/) as Situation[];
const cells = lines.flatMap((line) => {
  const [action = "", ...rest] = line.split("|").map((cell) => cell.trim());
  return rest.map((expected, index) => [columns[index] as Situation, action as BoxAction, expected] as const);
});

// specification 4
const words = [
  "erstellt",
  "eingelagert",
  "nicht eingelagert",
  "inkonsistent",
  "angefordert",
  "retour",
  "vernichtet",
  "markiert zur Vernichtung",
];

const sentences: Record<string, (box: Box) => string | Promise<string>> = {
  state: ({ state }) => `Das geht nicht: Die Box ist ${words[state]}.`,
  ordered: async (box) => `Box ist in Lieferung ${await deliveryOf(db, box)} angefordert.`,
  alive: () => "Nur vernichtete Boxen haben ein Vernichtungsdatum.",
  used: () => "Nur Boxen mit dem Status „erstellt“ können gelöscht werden.",
  contents: () => "Die Box ist vernichtet: Ihre Inhalte können nicht mehr geändert werden.",
  images: () => "Die Box ist vernichtet: Ihre Bilder können nicht mehr geändert werden.",
  stands: ({ place }) =>
    `Box ist bereits eingelagert: ${place?.row.area.name}, Reihe ${place?.row.number}, Teil ${place?.part}, Höhe ${place?.height}.`,
};

/** Details that the entries carry besides their kind, in every case where they carry any. */
const meant: Partial<Record<BoxAction, (subject: Subject) => object>> = {
  store: ({ free }) => ({ meta: placeOf(free), text: null }),
  move: ({ free }) => ({ meta: placeOf(free), text: null }),
  release: () => ({ meta: null, text: "abgeholt" }),
  "PATCH destroyed": () => ({ meta: { from: expect.any(String), to: earlier }, text: null }),
  "add content": () => ({ meta: { from: null, to: "Neue Akte" } }),
  "edit content": ({ content }) => ({ meta: { from: content.text, to: "Andere Akte" } }),
  "delete content": ({ content }) => ({ meta: { from: content.text, to: null } }),
  "add image": () => ({ meta: { from: null, to: expect.any(String) } }),
  "delete image": () => ({ meta: { from: expect.any(String), to: null } }),
  meta: () => ({ meta: { from: null, to: 2019 }, text: null }),
};
const placeOf = ({ row, part, height }: Spot) => ({ area: row.area.name, row: row.number, part, height });

function refusalOf(action: BoxAction, sentence: string): { status: number; refusal: unknown } {
  const scans = ["store", "move", "release", "receive"].includes(action);
  if (scans) return { status: 200, refusal: sentence };
  return { status: 400, refusal: { [action === "PATCH destroyed" ? "destroyed" : "non_field_errors"]: [sentence] } };
}

/** Where a box stands afterwards: product 3 says which states hold a place at all. */
function placeAfter(action: BoxAction, state: number, { box, free }: Subject) {
  const before = box.place && placeOf(box.place);
  if (action === "store" || action === "move") return placeOf(free);
  return state === 1 || state === 4 || state === 7 ? before : null;
}

/** The columns that a quick run asks: one box that is new, one that stands, one that is ordered, one that is gone, one that is marked. */
const plainest: Situation[] = ["0", "1", "4", "6", "7<1"];

describe.each(extentOf(columns, plainest))("a box in state %s", (situation) => {
  const own = cells.filter(([head]) => head === situation);

  test.each(own)("%s %s: %s", async (_head, action, expected) => {
    const subject = await subjectOf(server, await situations[situation]());
    const { box } = subject;
    const before = await staff.call(getBox, { path: { id: box.id } });
    const reader = await server.asCustomer(box.owner);
    const forbidden = await boxActions[action](reader, subject);
    expect([forbidden.status, forbidden.body]).toEqual([403, { detail: errors.staffOnly }]);
    expect(await look(staff, box)).toEqual(before);

    const outcome = outcomeOf(await boxActions[action](staff, subject));
    const after = await look(staff, box);
    const sentence = sentences[expected];
    if (sentence) {
      expect(outcome).toEqual(refusalOf(action, await sentence(box)));
      expect(after).toEqual(before);
    } else if (expected === "gone") {
      expect([outcome, after, (await reader.ask(getBox, { path: { id: box.id } })).status]).toEqual([
        "done",
        null,
        404,
      ]);
    } else {
      expect(outcome).toBe("done");
      const [state, kinds] = [Number(expected[0]), expected.slice(3).split(",").map(Number)];
      expect(after?.history.slice(0, before.history.length)).toEqual(before.history);
      const added = after?.history.slice(before.history.length) ?? [];
      expect([after?.state, added.map((entry) => entry.state)]).toEqual([state, kinds]);
      expect(added.at(-1)).toMatchObject({ user: author, ...meant[action]?.(subject) });
      if (kinds[0] === 5) expect(added[0]?.text).toBe("Deckel fehlt");
      expect(after && present(after).place).toEqual(placeAfter(action, state, subject));
      expect((after?.destroyed ?? null) !== null).toBe(state === 6);
      expect(after && present(after)).toEqual(after && replayed(after, box.size));
      const seen = await reader.call(getBox, { path: { id: box.id } });
      expect(seen).toMatchObject({
        state,
        history: [...before.history, ...added].map((entry) => ({ state: entry.state })),
      });
      expect(JSON.stringify(seen)).not.toContain('"height"');
    }
  });

  test("leaves nothing that a proof is against, whatever was done", async () => {
    expect(await runChecks(db)).toEqual([]);
  });
});

const edit = (box: { id: number }, body: Parameters<typeof staff.call<typeof editBox>>[1]["body"]) =>
  staff.call(editBox, { path: { id: box.id }, body });
const refusedEdit = (box: { id: number }, body: Parameters<typeof edit>[1]) =>
  staff.refusal(editBox, { path: { id: box.id }, body });

describe("a box that is destroyed", () => {
  const today = () => berlinDay(new Date());
  const tomorrow = () => berlinDay(new Date(Date.now() + 86_400_000));

  test("is destroyed today, or on the day that is given, which is not in the future", async () => {
    const [now, before] = [await a.box({ state: 1 }), await a.box({ state: 1 })];
    expect((await edit(now, { state: 6 })).destroyed).toBe(today());
    expect(await refusedEdit(before, { state: 6, destroyed: tomorrow() })).toEqual({
      destroyed: ["Das Datum darf nicht in der Zukunft liegen."],
    });
    expect(await edit(before, { state: 6, destroyed: earlier })).toMatchObject({
      state: 6,
      destroyed: earlier,
      position: null,
    });
    expect(await refusedEdit(before, { destroyed: tomorrow() })).toMatchObject({ destroyed: [expect.any(String)] });
  });

  test("has a date that can be changed, with old and new in the history, and no entry for the same again", async () => {
    const box = await a.box({ state: 2 });
    await edit(box, { state: 6, destroyed: earlier });
    await edit(box, { destroyed: "2021-03-28" });
    await edit(box, { state: 6, destroyed: "2021-03-28" });
    const { history } = await edit(box, { destroyed: "2021-03-28" });
    expect(history.at(-1)).toMatchObject({ state: 24, meta: { from: earlier, to: "2021-03-28" } });
    expect(history.filter(({ state }) => state === 24).length).toBe(1);
    expect(await refusedEdit(box, { destroyed: "2021-02-29" })).toEqual({ destroyed: ["Ungültig"] });
  });

  test("was not destroyed before it existed; a day that stands there from before can be sent again", async () => {
    const [old, fresh] = [await a.box({ state: 2 }), await a.box({ state: 2 })];
    const beforeBox = { destroyed: ["Die Box gibt es erst seit dem 01.01.2020."] };
    expect(await refusedEdit(old, { state: 6, destroyed: "2019-12-31" })).toEqual(beforeBox);
    await edit(old, { state: 6, destroyed: "2020-01-01" });
    expect(await refusedEdit(old, { destroyed: "1999-12-31" })).toEqual(beforeBox);
    await db.write((tx) => tx.updateTable("boxes").set({ destroyed: "1999-12-31" }).where("id", "=", old.id).execute());
    expect((await edit(old, { state: 6, destroyed: "1999-12-31" })).destroyed).toBe("1999-12-31");
    expect(await refusedEdit(fresh, { state: 7, destroyed: "2020-02-01" })).toEqual({
      destroyed: ["Nur vernichtete Boxen haben ein Vernichtungsdatum."],
    });
    expect(await refusedEdit(fresh, { state: 7, text: "zu alt" })).toEqual({ text: ["Kann nicht geändert werden."] });
    expect((await look(staff, fresh))?.state).toBe(2);
  });

  test("comes back from outside when it is reactivated, without a date", async () => {
    const box = await a.box({ state: 6 });
    expect(await edit(box, { state: 2 })).toMatchObject({ state: 2, destroyed: null, position: null });
  });
});

test("a box is reported as inconsistent only with a reason, and changed only if something is asked", async () => {
  const box = await a.box({ state: 1 });
  const reason = { text: ["Bitte geben Sie einen Grund an."] };
  for (const body of [{ state: 3 }, { state: 3, text: "" }, { state: 3, text: "  " }] as const) {
    expect(await refusedEdit(box, body)).toEqual(reason);
  }
  const nothing = { non_field_errors: ["Bitte geben Sie an, was geändert werden soll."] };
  for (const body of [{}, { destroyed: null }, { text: "nur ein Text" }])
    expect(await refusedEdit(box, body)).toEqual(nothing);
  expect((await look(staff, box))?.history.length).toBe(2);
});

describe("destroying every marked box", () => {
  test("destroys those marked until the list was loaded, of every customer, and answers them", async () => {
    await staff.call(destroyMarked, {});
    const owners = [await a.customer(), await a.customer()];
    const seen = [];
    for (const owner of owners)
      for (const markedFrom of [0, 1, 2, 3, 5] as const) seen.push(await a.box({ owner, state: 7, markedFrom }));
    const later = async (moment: number) => {
      await expect.poll(() => Date.now() > moment + 1, { interval: 1 }).toBe(true);
    };
    await later(Date.now());
    const marked_until = new Date().toISOString();
    await later(Date.parse(marked_until));
    const unseen = await a.box({ state: 1 });
    await edit(unseen, { state: 7 });
    const list = await staff.call(listBoxes, { query: { state: 7 } });
    expect(list.count).toBe(11);

    const answer = await staff.call(destroyMarked, { query: { marked_until } });
    expect(answer.results.map(({ id }) => id).sort((x, y) => x - y)).toEqual(seen.map(({ id }) => id));
    expect(answer.results.every(({ state, position }) => state === 6 && position === null)).toBe(true);
    expect((await look(staff, unseen))?.state).toBe(7);
    expect((await look(staff, seen[0] as Box))?.history.map(({ state }) => state)).toEqual([0, 8, 6]);
    expect((await staff.call(postDestroyMarked, {})).results.map(({ id }) => id)).toEqual([unseen.id]);
    expect((await staff.call(destroyMarked, {})).count).toBe(0);
    expect(await runChecks(db)).toEqual([]);
  });

  test("never happens by HEAD, OPTIONS or a cookie", async () => {
    const box = await a.box({ state: 7 });
    for (const method of ["HEAD", "OPTIONS"]) {
      expect((await staff.raw(method, "/api/v1/boxes/destruction/")).status).toBe(405);
    }
    const cookie = { cookie: `token=${staff.token}; authorization=Token ${staff.token}; csrftoken=x` };
    expect((await server.anonymous.raw("GET", "/api/v1/boxes/destruction/", { headers: cookie })).status).toBe(403);
    expect((await look(staff, box))?.state).toBe(7);
  });
});
