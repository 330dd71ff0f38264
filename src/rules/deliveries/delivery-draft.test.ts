import { describe, expect, test } from "vitest";
import {
  type DeliveryDraft,
  type DraftAction,
  draftFrom,
  draftSteps,
  emptyDraft,
  furthestStep,
  reduceDraft,
  stepAllowed,
} from "./delivery-draft.ts";
import { fc } from "#test/support/random.ts";

const clinic = { id: 1, code: 42, name: "Klinik am Park" };
const notary = { id: 2, code: 7, name: "Notariat Schulz" };
const box = (id: number) => ({ id, code: `0042${String(id).padStart(6, "0")}` });
const content = (id: number, boxId: number) => ({ id, text: `Akte ${id}`, box: box(boxId) });

const after = (...actions: DraftAction[]) => actions.reduce(reduceDraft, emptyDraft);
const chosen: DraftAction[] = [
  { type: "chooseCustomer", customer: clinic },
  { type: "chooseOption", option: 5 },
  { type: "addBox", box: box(10) },
  { type: "addContent", content: content(100, 11) },
  { type: "setDate", date: "2026-03-13" },
  { type: "setPrice", price: "12,50" },
  { type: "setAddress", address: 6 },
  { type: "setComment", comment: "Bitte am Empfang abgeben" },
  { type: "setCostCentre", name: "4711" },
  { type: "setDueBack", day: "2026-05-29" },
  { type: "setAsScan", asScan: true },
  { type: "setRushReason", reason: "Gerichtstermin" },
];
const full = after(...chosen);

describe("the draft of a delivery", () => {
  test("holds what was chosen", () => {
    expect(full).toEqual({
      customer: clinic,
      option: 5,
      address: 6,
      boxes: [box(10)],
      contents: [content(100, 11)],
      date: "2026-03-13",
      price: "12,50",
      comment: "Bitte am Empfang abgeben",
      costCentre: "4711",
      dueBack: "2026-05-29",
      asScan: true,
      rushReason: "Gerichtstermin",
    });
  });

  test("keeps the comment alone with another customer, and whether it comes as a scan", () => {
    expect(reduceDraft(full, { type: "chooseCustomer", customer: notary })).toEqual({
      ...emptyDraft,
      customer: notary,
      comment: "Bitte am Empfang abgeben",
      asScan: true,
    });
  });

  test("loses date and price with another option", () => {
    expect(reduceDraft(full, { type: "chooseOption", option: 6 })).toEqual({
      ...full,
      option: 6,
      date: null,
      price: null,
    });
  });

  test("takes a whole box instead of its contents", () => {
    const two = reduceDraft(full, { type: "addContent", content: content(101, 12) });
    const whole = reduceDraft(two, { type: "addBox", box: box(11) });
    expect(whole.boxes).toEqual([box(10), box(11)]);
    expect(whole.contents).toEqual([content(101, 12)]);
    expect(reduceDraft(whole, { type: "addContent", content: content(100, 11) })).toBe(whole);
  });

  test("gives boxes and contents back", () => {
    expect(reduceDraft(full, { type: "removeBox", id: 10 }).boxes).toEqual([]);
    expect(reduceDraft(full, { type: "removeContent", id: 100 }).contents).toEqual([]);
    expect(reduceDraft(full, { type: "clear" })).toEqual(emptyDraft);
  });

  test.each<DraftAction>([...chosen, { type: "removeBox", id: 100 }, { type: "removeContent", id: 10 }])(
    "is the same one after an action that changes nothing: %j",
    (action) => expect(reduceDraft(full, action)).toBe(full),
  );

  test.each<DraftAction>([
    { type: "chooseOption", option: 5 },
    { type: "addBox", box: box(10) },
    { type: "addContent", content: content(100, 11) },
  ])("begins with a customer: %j", (action) => expect(reduceDraft(emptyDraft, action)).toBe(emptyDraft));
});

describe("the steps of the wizard", () => {
  const steps = (draft: DeliveryDraft) => draftSteps.filter((step) => stepAllowed(draft, step));

  test("open one after the other", () => {
    expect(steps(emptyDraft)).toEqual([0]);
    expect(steps(after(...chosen.slice(0, 1)))).toEqual([0, 1]);
    expect(steps(after(...chosen.slice(0, 2)))).toEqual([0, 1, 2]);
    expect(steps(after(...chosen.slice(0, 3)))).toEqual([0, 1, 2, 3]);
    expect(steps(reduceDraft(full, { type: "removeBox", id: 10 }))).toEqual([0, 1, 2, 3]);
    expect(steps({ ...full, option: null })).toEqual([0, 1]);
  });

  test.each([
    [0, 0, 0],
    [3, 0, 3],
    [99, 0, 3],
    [-1, 0, 0],
    [1.5, 0, 1],
    [Number.NaN, 0, 0],
    [Number.POSITIVE_INFINITY, 0, 3],
  ])("lead, where %d is asked for, from %d to %d at most", (wanted, empty, most) => {
    expect(furthestStep(emptyDraft, wanted)).toBe(empty);
    expect(furthestStep(full, wanted)).toBe(most);
  });
});

describe("a draft that was kept", () => {
  const kept = (change: object) => JSON.parse(JSON.stringify({ ...full, ...change })) as unknown;

  test("is read back", () => {
    expect(draftFrom(kept({}))).toEqual(full);
    expect(draftFrom(kept({ date: null, price: null, comment: "" }))).toEqual({
      ...full,
      date: null,
      price: null,
      comment: "",
    });
    expect(draftFrom(emptyDraft)).toEqual(emptyDraft);
  });

  test("of a version without cost centres, days of return, scans or reasons has none", () => {
    expect(draftFrom(kept({ dueBack: undefined }))).toEqual({ ...full, dueBack: "" });
    expect(draftFrom(kept({ dueBack: 7 }))).toBeNull();
    expect(draftFrom(kept({ asScan: undefined }))).toEqual({ ...full, asScan: false });
    expect(draftFrom(kept({ asScan: "ja" }))).toBeNull();
    expect(draftFrom(kept({ rushReason: undefined }))).toEqual({ ...full, rushReason: "" });
    expect(draftFrom(kept({ rushReason: 7 }))).toBeNull();
    expect(draftFrom(kept({ costCentre: undefined }))).toEqual({ ...full, costCentre: "" });
    expect(draftFrom(kept({ costCentre: 7 }))).toBeNull();
  });

  test.each([undefined, null, 7, "", "{}", [], {}, [full]])("is not read from %j", (value) => {
    expect(draftFrom(value)).toBeNull();
  });

  test("of before there were addresses goes to the default one", () => {
    expect(draftFrom(kept({ address: undefined }))).toEqual({ ...full, address: null });
    expect(draftFrom(kept({ address: "6" }))).toBeNull();
  });

  const later = ["costCentre", "dueBack", "asScan", "rushReason", "address"];
  test.each(Object.keys(full).filter((field) => !later.includes(field)))("is not read without its %s", (field) => {
    expect(draftFrom(kept({ [field]: undefined }))).toBeNull();
  });

  test.each<object>([
    { customer: { ...clinic, id: "1" } },
    { customer: { ...clinic, code: -1 } },
    { customer: { id: 1, code: 1 } },
    { option: 0 },
    { option: "5" },
    { boxes: {} },
    { boxes: [null] },
    { boxes: [{ id: 1 }] },
    { boxes: [{ id: 1, code: "42" }] },
    { contents: [{ id: 1, text: "" }] },
    { contents: [{ ...content(1, 1), text: 1 }] },
    { date: "2026-02-30" },
    { date: "13.03.2026" },
    { date: 20260313 },
    { price: 12.5 },
    { comment: null },
    { boxes: [box(10), box(10)] },
    { contents: [content(100, 11), content(100, 12)] },
    { contents: [content(101, 10)] },
    { customer: null },
    { customer: null, boxes: [], contents: [] },
    { customer: null, option: null, contents: [] },
  ])("is not read with %j", (change) => expect(draftFrom(kept(change))).toBeNull());
});

const someId = fc.integer({ min: 1, max: 4 });
const someText = fc.option(fc.string());
const anyAction: fc.Arbitrary<DraftAction> = fc.oneof(
  fc.constantFrom(clinic, notary).map((customer) => ({ type: "chooseCustomer", customer }) as const),
  someId.map((option) => ({ type: "chooseOption", option }) as const),
  someId.map((id) => ({ type: "addBox", box: box(id) }) as const),
  someId.map((id) => ({ type: "removeBox", id }) as const),
  // content 1 lies in box 1 or 2, content 2 in box 2 or 3, and so on
  fc.tuple(someId, fc.boolean()).map(([id, next]) => {
    return { type: "addContent", content: content(id, next ? (id % 4) + 1 : id) } as const;
  }),
  someId.map((id) => ({ type: "removeContent", id }) as const),
  fc.constantFrom(null, "2026-03-13", "2028-02-29").map((date) => ({ type: "setDate", date }) as const),
  someText.map((price) => ({ type: "setPrice", price }) as const),
  fc.string().map((comment) => ({ type: "setComment", comment }) as const),
  fc.constant({ type: "clear" } as const),
);

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

test("a draft keeps its promises whatever is done to it", () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 60 }), (actions) => {
      let draft: DeliveryDraft = deepFreeze(structuredClone(emptyDraft));
      for (const action of actions) {
        const next = deepFreeze(reduceDraft(draft, deepFreeze(action)));
        expect(reduceDraft(next, action)).toEqual(next);
        draft = next;
        const { customer, option, boxes, contents } = draft;
        const boxIds = boxes.map(({ id }) => id);
        if (customer === null) expect([option, boxes, contents]).toEqual([null, [], []]);
        expect(new Set(boxIds).size).toBe(boxIds.length);
        expect(new Set(contents.map(({ id }) => id)).size).toBe(contents.length);
        expect(contents.some((one) => boxIds.includes(one.box.id))).toBe(false);
        const allowed = draftSteps.filter((step) => stepAllowed(draft, step));
        expect(allowed).toEqual(draftSteps.slice(0, allowed.length));
        expect(furthestStep(draft, 3)).toBe(allowed.at(-1));
        expect(draftFrom(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
      }
    }),
    { numRuns: 500 },
  );
});
