import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { editBox, getBox, markBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

type Id = { readonly id: number };
const mark = (...boxes: readonly Id[]) => ({ body: { boxes: boxes.map(({ id }) => id) } });
const detail = ({ id }: Id) => staff.call(getBox, { path: { id } });

describe("boxes that are marked for destruction together", () => {
  test("are each marked once, of whomever and from whatever state, and return to the state that they had", async () => {
    const boxes = [];
    for (const state of [0, 1, 2, 3, 5] as const) boxes.push(await a.box({ state }));
    const [first] = boxes;
    if (!first) throw new Error("There is no box.");
    expect(await staff.call(markBoxes, mark(...boxes, first))).toEqual({ marked: 5 });
    for (const box of boxes) {
      const { state, marked_from, history } = await detail(box);
      expect([state, marked_from, history.filter((entry) => entry.state === 8).length]).toEqual([7, box.state, 1]);
      expect((await staff.call(editBox, { path: { id: box.id }, body: { state: 1 } })).state).toBe(box.state);
    }
    expect(await runChecks(db)).toEqual([]);
  });

  test("are none at all where one of them cannot be marked: the answer names it", async () => {
    const fine = await a.box({ state: 1 });
    const [ordered, destroyed, marked] = [
      await a.box({ state: 4 }),
      await a.box({ state: 6 }),
      await a.box({ state: 7 }),
    ];
    const partly = await a.box({ state: 1 });
    await a.content({ box: partly, state: 2 });
    const cases: [Id, string][] = [
      [ordered, `Box ${showBoxCode(ordered.code)} ist angefordert.`],
      [destroyed, `Box ${showBoxCode(destroyed.code)} ist vernichtet.`],
      [marked, `Box ${showBoxCode(marked.code)} ist markiert zur Vernichtung.`],
      [partly, `Aus Box ${showBoxCode(partly.code)} ist bereits ein einzelner Inhalt angefordert.`],
      [{ id: 2_000_000_000 }, "Diese Box gibt es nicht."],
    ];
    const before = await detail(fine);
    for (const [box, message] of cases)
      expect(await staff.refusal(markBoxes, mark(fine, box))).toEqual({ boxes: [message] });
    expect(await detail(fine)).toEqual(before);
  });

  test("are at least one and at most 1,000", async () => {
    expect(await staff.refusal(markBoxes, mark())).toEqual({ boxes: ["Bitte auswählen"] });
    const many = Array.from({ length: 1001 }, (_, index) => ({ id: index + 1 }));
    expect(await staff.refusal(markBoxes, mark(...many))).toHaveProperty("boxes");
  });
});
