import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { editPause } from "#rules/lists/debounce.ts";
import { Autosave, type AutosaveOptions } from "./autosave.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type More = { kept?: string; keptSeen?: string; passing?: AutosaveOptions["passing"] };

function autosave(saved: string, answers: (() => Promise<unknown>)[] = [], more: More = {}) {
  const { kept, keptSeen, passing } = more;
  const sent: string[] = [];
  const over: string[] = [];
  let draft = kept;
  const saver = new Autosave({
    saved,
    passing,
    overtaken: (by) => `Inzwischen: ${by}`,
    save: (value, _leaving, seen) => {
      sent.push(value);
      over.push(seen);
      return answers.shift()?.() ?? Promise.resolve();
    },
    check: (value) => (value.trim() === "" ? "Bitte ausfüllen" : undefined),
    draft: {
      get: () => draft,
      seen: () => keptSeen,
      set: (value) => {
        draft = value;
      },
      remove: () => {
        draft = undefined;
      },
    },
  });
  return { saver, sent, over, draft: () => draft };
}

const pause = () => vi.advanceTimersByTimeAsync(editPause);

test("typing is sent once, after the pause", async () => {
  const { saver, sent, draft } = autosave("Rechnungen");
  saver.type("Rechnungen 2");
  await vi.advanceTimersByTimeAsync(editPause - 1);
  saver.type("Rechnungen 2020");
  expect(draft()).toBe("Rechnungen 2020");
  await pause();
  expect(sent).toEqual(["Rechnungen 2020"]);
  expect(saver.state.get()).toEqual({ value: "Rechnungen 2020", status: "saved" });
  expect(draft()).toBeUndefined();
});

test("what was typed back, or only got blanks at its end, is not sent", async () => {
  const { saver, sent } = autosave("Rechnungen");
  saver.type("Rechnungen x");
  saver.type("Rechnungen ");
  await pause();
  expect(sent).toEqual([]);
  expect(saver.state.get()).toEqual({ value: "Rechnungen ", status: "clean" });
});

test("a failure keeps the text and says why, and it can be sent again", async () => {
  const { saver, sent, draft } = autosave("alt", [() => Promise.reject(new Error("Keine Verbindung"))]);
  saver.type("neu");
  await pause();
  expect(saver.state.get()).toEqual({ value: "neu", status: "failed", message: "Keine Verbindung" });
  expect(draft()).toBe("neu");
  await saver.flush();
  expect(sent).toEqual(["neu", "neu"]);
  expect(saver.state.get().status).toBe("saved");
});

test("leaving sends what waits at once, and leaves alone what has failed", async () => {
  const { saver, sent } = autosave("alt", [() => Promise.reject(new Error("Keine Verbindung"))]);
  saver.type("neu");
  saver.leave();
  expect(sent).toEqual(["neu"]);
  await vi.advanceTimersByTimeAsync(0);
  saver.leave();
  expect(sent).toEqual(["neu"]);
});

test("what only the network kept is sent again by itself: after a while, or when it is back", async () => {
  const gone = () => Promise.reject(new Error("Keine Verbindung"));
  const { saver, sent } = autosave("alt", [gone, gone, gone], { passing: () => "Wird nachgeholt" });
  saver.type("neu");
  await pause();
  expect(saver.state.get()).toEqual({ value: "neu", status: "failed", message: "Wird nachgeholt" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual(["neu", "neu", "neu"]);
  saver.again();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.state.get()).toEqual({ value: "neu", status: "saved" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(4);
});

test("what the server refused waits for a person, and nothing is sent from a page that was left", async () => {
  const answers = [() => Promise.reject(new Error("Zu teuer")), () => Promise.reject(new Error("Keine Verbindung"))];
  const passing = ({ message }: Error) => (message === "Zu teuer" ? undefined : "Wird nachgeholt");
  const { saver, sent } = autosave("alt", answers, { passing });
  saver.type("neu");
  await pause();
  saver.again();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(["neu"]);
  await saver.flush();
  saver.leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(["neu", "neu"]);
});

test("whoever needs it saved now learns why it is not, also while a call is under way", async () => {
  let answer = (): void => undefined;
  const { saver, sent } = autosave("alt", [
    () => new Promise<void>((resolve) => (answer = resolve)),
    () => Promise.reject(new Error("Zu teuer")),
  ]);
  expect(await saver.saveNow()).toBeUndefined();
  saver.type("eins");
  void saver.flush();
  saver.type("zwei");
  const saving = saver.saveNow();
  answer();
  expect(await saving).toBe("Zu teuer");
  expect(await saver.saveNow()).toBeUndefined();
  expect(sent).toEqual(["eins", "zwei", "zwei"]);
  saver.type(" ");
  expect(await saver.saveNow()).toBe("Bitte ausfüllen");
});

test("an empty text is not sent", async () => {
  const { saver, sent } = autosave("alt");
  saver.type("  ");
  await pause();
  expect(sent).toEqual([]);
  expect(saver.state.get()).toMatchObject({ status: "invalid", message: "Bitte ausfüllen" });
});

test("what is typed while a call is under way is sent after it", async () => {
  let answer = (): void => undefined;
  const { saver, sent } = autosave("alt", [() => new Promise<void>((resolve) => (answer = resolve))]);
  saver.type("eins");
  await pause();
  saver.type("zwei");
  await pause();
  expect(sent).toEqual(["eins"]);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["eins", "zwei"]);
  expect(saver.state.get()).toEqual({ value: "zwei", status: "saved" });
});

test("a newer text of the server shows, but not over what is being typed", () => {
  const { saver } = autosave("alt");
  saver.rebase("von anderen");
  expect(saver.state.get().value).toBe("von anderen");
  saver.type("von mir");
  saver.rebase("wieder anders");
  expect(saver.state.get().value).toBe("von mir");
});

test("who types over what somebody else has changed learns so, keeps it, and decides", async () => {
  const { saver, sent, over } = autosave("alt");
  saver.type("von mir");
  saver.rebase("von anderen");
  expect(saver.state.get()).toEqual({ value: "von mir", status: "failed", message: "Inzwischen: von anderen" });
  await pause();
  saver.leave();
  expect(sent).toEqual([]);
  await saver.flush();
  expect([sent, over]).toEqual([["von mir"], ["von anderen"]]);
  saver.type("von mir 2");
  saver.rebase("wieder anders");
  saver.discard();
  expect(saver.state.get()).toEqual({ value: "wieder anders", status: "clean" });
});

test("what the server refuses as changed can be sent over what stands there then", async () => {
  const refused = { answer: (): void => undefined };
  const { saver, over } = autosave("alt", [
    () => new Promise((_, reject) => (refused.answer = () => reject(new Error("Inzwischen: von anderen")))),
  ]);
  saver.type("von mir");
  await pause();
  saver.rebase("von anderen"); // it loaded anew before the refusal is shown
  refused.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.state.get()).toEqual({ value: "von mir", status: "failed", message: "Inzwischen: von anderen" });
  await saver.flush();
  expect(over).toEqual(["alt", "von anderen"]);
  expect(saver.state.get().status).toBe("saved");
});

test("the own text that comes back from the server is nobody else's, also while more is being typed", async () => {
  let answer = (): void => undefined;
  const { saver, over } = autosave("alt", [() => new Promise<void>((resolve) => (answer = resolve))]);
  saver.type("eins");
  await pause();
  saver.type("eins zwei");
  saver.rebase("eins");
  expect(saver.state.get()).toEqual({ value: "eins zwei", status: "waiting" });
  answer();
  await pause();
  expect(over).toEqual(["alt", "eins"]);
  expect(saver.state.get().status).toBe("saved");
});

test("what a reload interrupted says so where somebody else has changed the text since it was typed over", () => {
  const { saver } = autosave("von anderen", [], { kept: "halb getippt", keptSeen: "alt" });
  expect(saver.state.get()).toMatchObject({
    value: "halb getippt",
    status: "failed",
    message: "Inzwischen: von anderen",
  });
  const unchanged = autosave("alt", [], { kept: "halb getippt", keptSeen: "alt" }).saver;
  expect(unchanged.state.get()).toMatchObject({ status: "failed", message: "Noch nicht gespeichert" });
});

test("what a reload interrupted is offered again, not sent unasked", async () => {
  const { saver, sent, draft } = autosave("alt", [], { kept: "halb getippt" });
  expect(saver.state.get()).toMatchObject({ value: "halb getippt", status: "failed" });
  saver.leave();
  await pause();
  expect(sent).toEqual([]);
  saver.discard();
  expect(saver.state.get()).toEqual({ value: "alt", status: "clean" });
  expect(draft()).toBeUndefined();
});
