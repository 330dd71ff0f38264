import { describe, expect, test } from "vitest";
import {
  type ContentAction,
  ContentState,
  contentMayBe,
  contentStateNotice,
  contentStateText,
  mayContent,
} from "./content-state.ts";

/** Product 5: from which of the states 0 inside, 1 outside, 2 ordered, 3 does not exist each action starts. */
const table: Record<ContentAction, string> = {
  order: "x...",
  pick: "..x.",
  cancel: "..x.",
  reportMissing: "xxx.",
  putBack: ".x.x",
  delete: "x..x",
};

describe("a content", () => {
  test.each(Object.entries(table))("may be acted on by %s from %s", (action, states) => {
    const may = Object.values(ContentState).map((state) => (contentMayBe(action as ContentAction, state) ? "x" : "."));
    expect(may.join("")).toBe(states);
  });

  test("knows no other actions", () => {
    expect(Object.keys(mayContent).sort()).toEqual(Object.keys(table).sort());
  });

  test("has the states, words and notices of the specification", () => {
    expect(ContentState).toEqual({ inside: 0, outside: 1, ordered: 2, nonExistent: 3 });
    expect(Object.values(contentStateText)).toEqual(["in Box", "nicht in der Box", "angefordert", "existiert nicht"]);
    expect(contentStateNotice[ContentState.nonExistent]).toBe("Inhalt existiert nicht");
    expect(contentStateNotice[ContentState.ordered]).toBe("Inhalt wurde bereits angefordert");
    expect(contentStateNotice[ContentState.outside]).toBe("Inhalt wurde bereits ausgeliefert");
    expect(contentStateNotice[ContentState.inside]).toBeNull();
  });
});
