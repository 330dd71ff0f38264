import { describe, expect, test } from "vitest";
import { BoxState, boxStates, boxStateText, mayBox, nextBoxStates } from "./box-state.ts";
import { contentStateNotice, contentStateText } from "./content-state.ts";

const next = (state: BoxState): readonly BoxState[] => nextBoxStates[state];

describe("the states of a box", () => {
  test("have the numbers and words of the specification", () => {
    expect(boxStates).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(Object.values(boxStateText)).toEqual([
      "erstellt",
      "eingelagert",
      "nicht eingelagert",
      "inkonsistent",
      "angefordert",
      "retour",
      "vernichtet",
      "markiert zur Vernichtung",
    ]);
  });

  test("an ordered box can be neither marked nor destroyed", () => {
    expect(next(BoxState.ordered)).not.toContain(BoxState.marked);
    expect(next(BoxState.ordered)).not.toContain(BoxState.destroyed);
  });

  test("a destroyed box only comes back by being reactivated", () => {
    expect(next(BoxState.destroyed)).toEqual([BoxState.notInStock]);
  });

  test("only a box in stock can be ordered", () => {
    expect(boxStates.filter((state) => next(state).includes(BoxState.ordered))).toEqual([BoxState.inStock]);
  });

  test("a mark can be taken back to every state it can be set in", () => {
    const marked = boxStates.filter((state) => next(state).includes(BoxState.marked));
    expect(next(BoxState.marked)).toEqual([...marked, BoxState.destroyed]);
  });

  test("a box is stored from every state that may become `in stock`, except by cancelling an order or a mark", () => {
    const becomeStored = boxStates.filter((state) => next(state).includes(BoxState.inStock));
    expect(mayBox.store).toEqual(
      becomeStored.filter((state) => state !== BoxState.ordered && state !== BoxState.marked),
    );
  });

  test("no state follows itself", () => {
    for (const state of boxStates) expect(next(state)).not.toContain(state);
  });
});

describe("the states of a content", () => {
  test("say why a content cannot be ordered", () => {
    expect(Object.values(contentStateText)).toEqual(["in Box", "nicht in der Box", "angefordert", "existiert nicht"]);
    expect(Object.values(contentStateNotice)).toEqual([
      null,
      "Inhalt wurde bereits ausgeliefert",
      "Inhalt wurde bereits angefordert",
      "Inhalt existiert nicht",
    ]);
  });
});
