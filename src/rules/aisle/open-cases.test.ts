import { describe, expect, test } from "vitest";
import { anArchive, asked, choose, codeIn, Device, play, refusal, uuid } from "#test/support/aisle.ts";
import { type RefusalCode, refusalStatus } from "#rules/texts/refusals.ts";
import type { StoredOperation } from "./chains.ts";
import { toHold } from "./chains.ts";
import { type OperationAnswer, beginHeld, casesOf, heldCases } from "./open-cases.ts";
import type { Operation } from "./operation.ts";

const [a, b] = [codeIn(1), codeIn(7)];
const store = (n: number, code: string): Operation => ({
  id: uuid(n),
  kind: "store",
  code,
  row: 1,
  part: 1,
  height: 1,
  move: true,
});
const pick = (n: number, code: string): Operation => ({ id: uuid(n), kind: "pick", delivery: 9, code });
const undo = (n: number, of: number): Operation => ({ id: uuid(n), kind: "undo", of: uuid(of) });
const kept = (operation: Operation, status: StoredOperation["status"], isSettled = false): OperationAnswer => ({
  operation,
  status,
  isSettled,
  result: status === "refused" ? refusal(0, "taken", { id: operation.id }).result : null,
  at: Number(operation.id.slice(-12, -3)),
});
const ids = (...numbers: number[]) => numbers.map(uuid);

describe("operations of one box are a chain", () => {
  test.each([
    ["nothing waits behind what was done", [kept(store(1, a), "done"), kept(pick(2, a), "waiting")], []],
    [
      "a refusal holds what comes after with this box, to the end of the chain, and nothing else",
      [
        kept(store(1, a), "refused"),
        kept({ id: uuid(2), kind: "swap", code: a, with: b }, "waiting"),
        kept(store(3, b), "waiting"),
        kept(store(4, codeIn(0)), "waiting"),
      ],
      [2, 3],
    ],
    [
      "also what takes back what is held",
      [kept(store(1, a), "refused"), kept(pick(2, a), "held"), kept(undo(3, 2), "waiting")],
      [3],
    ],
    [
      "what is done once the refusal was looked into goes, before what was held",
      [kept(store(1, a), "refused", true), kept(pick(2, a), "held"), kept(store(3, a), "waiting")],
      [],
    ],
    [
      "a refusal that is dealt with holds nothing",
      [kept(store(1, a), "refused", true), kept(pick(2, a), "waiting")],
      [],
    ],
    ["what came before a refusal is not held", [kept(store(1, a), "waiting"), kept(pick(2, a), "refused")], []],
  ] as const)("%s", (_, all, held) => {
    expect(toHold(all)).toEqual(ids(...held));
  });
});

describe("what is to be looked into", () => {
  const { data } = new Device(anArchive());

  test("stands oldest first, with what was wanted, and how much waits behind it", () => {
    const notes = [{ id: "note", at: 2, code: codeIn(6), title: "Vernichtet", text: "Bitte zur Seite stellen." }];
    const all = [kept(store(1, a), "refused"), kept(pick(3, a), "held"), kept(store(4, b), "refused", true)];
    const cases = casesOf(all, notes, data).map(({ wanted, asking, later }) => [wanted, asking.title, later]);
    expect(cases).toEqual([
      ["Umgelagert: Halle 1, Reihe 3, Teil 1, Höhe 1", "Platz belegt", 1],
      ["", "Vernichtet", 0],
    ]);
  });

  test("what waited behind has its turn when that is dealt with: done anew with what is true now, or dropped", () => {
    const [one] = casesOf([kept(store(1, a), "refused", true), kept(pick(3, a), "held")], [], data);
    const asking = one?.asking;
    expect([one?.wanted, asking?.title]).toEqual(["Kommissioniert", "Zurückgehalten"]);
    const [again, drop] = (asking?.choices ?? []).map(({ what }) => {
      const device = new Device(anArchive());
      const [step] = play(heldCases, beginHeld(true), device, [{ type: "tap", what }]);
      return step && { ops: step.ops, settles: step.settles };
    });
    expect(again).toEqual({ ops: [{ ...pick(1, a), seen: 5 }], settles: [uuid(3)] });
    expect(drop).toEqual({ ops: [], settles: [uuid(3)] });
  });

  test.each(Object.keys(refusalStatus) as RefusalCode[])(
    "that was refused as %s can be sent again as it was",
    (code) => {
      const ending: Operation = { id: uuid(4), kind: "handover", delivery: 9, name: "Post" };
      for (const operation of [store(1, a), pick(2, a), undo(3, 2), ending]) {
        const result = refusal(0, code, { id: operation.id }).result;
        const [one] = casesOf([{ ...kept(operation, "refused"), result }], [], data);
        const again = one?.asking.choices.find(({ label }) => label === "Noch einmal senden");
        const { id, ...draft } = operation;
        expect(again?.what).toMatchObject({ do: "commit", ops: [draft], settles: [id] });
      }
    },
  );

  test("is found by scanning its box, and a case that is not tapped stays", () => {
    const steps = play(heldCases, beginHeld(true), new Device(), [{ type: "scan", text: a, via: "wedge" }]);
    expect([steps[0]?.state.code, steps.flatMap(asked)]).toEqual([a, []]);
    expect(() => choose()(steps[0] as never)).toThrow("Nothing is asked");
  });
});
