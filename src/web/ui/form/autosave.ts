import { useEffect, useState } from "react";
import { editPause } from "#rules/lists/debounce.ts";
import { createStore } from "#web/ui/store.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

export interface AutosaveState {
  /** As it was typed. */
  readonly value: string;
  readonly status: "clean" | "waiting" | "saving" | "saved" | "failed" | "invalid";
  /** Why it is not saved. */
  readonly message?: string;
}

export interface AutosaveOptions {
  /** What the server has. */
  saved: string;
  /** Sends; `leaving` when the page goes away and nobody waits for the answer; `seen` is what it was typed over. */
  save: (value: string, leaving: boolean, seen: string) => Promise<unknown>;
  /** Of a failure that passes by itself, what is said instead; the value is then sent again by itself. */
  passing?: ((failure: Error) => string | undefined) | undefined;
  /** Says that somebody else has changed what is typed over; without it nobody is told, and the last one wins. */
  overtaken?: ((by: string) => string) | undefined;
  /** What is wrong with a value, which is then not sent. */
  check: (value: string) => string | undefined;
  /** Outlives a reload; `seen` is what it was typed over, where that is told. */
  draft: {
    get: () => string | undefined;
    set: (value: string, seen: string) => void;
    remove: () => void;
    seen?: () => string | undefined;
  };
}

const notSaved = "Noch nicht gespeichert";
const againPause = 5000; // ms between two tries of what passes by itself

/**
 * Sends what is typed after a pause (specification 4), one call at a time, so that the last text wins. What could not be
 * sent stays, also over a reload.
 */
export function createAutosave({ saved, save, check, draft, overtaken, passing }: AutosaveOptions) {
  let known = saved;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: string | null = null; // by a call under way
  let due = false; // the pause ended while a call was under way
  let passes = false; // what failed is sent again by itself
  let call: Promise<unknown> = Promise.resolve();
  const state = createStore(startOf({ saved, draft, overtaken }));
  if (state.get().status === "clean") draft.remove();

  function settle(value: string, status: "clean" | "saved") {
    draft.remove();
    state.set({ value, status });
  }

  function stop() {
    clearTimeout(timer);
    due = passes = false;
  }

  function type(value: string) {
    stop();
    if (same(value, known) && sending === null) return settle(value, "clean");
    draft.set(value, sending ?? known);
    state.set({ value, status: "waiting" });
    timer = setTimeout(() => void flush(), editPause);
  }

  /** Sends now what is not saved. */
  async function flush(leaving = false): Promise<void> {
    clearTimeout(timer);
    const { value } = state.get();
    due = sending !== null && !leaving;
    if (due || same(value, known)) return;
    const wrong = check(value);
    if (wrong !== undefined) return state.set({ value, status: "invalid", message: wrong });
    sending = value;
    state.set({ value, status: "saving" });
    const sent = failureIn(save(value, leaving, known));
    call = sent;
    const failure = await sent;
    sending = null;
    const typed = state.get().value;
    if (!failure) known = value;
    if (failure) fail(typed, failure);
    else if (same(typed, value)) settle(typed, "saved");
    if (due) await flush();
  }

  function fail(value: string, failure: Error) {
    const message = passing?.(failure);
    passes = message !== undefined;
    state.set({ value, status: "failed", message: message ?? failure.message });
    clearTimeout(timer);
    if (passes) timer = setTimeout(() => void flush(), againPause);
  }

  /** Sends at once what is not saved; answers why it still is not. */
  async function saveNow(): Promise<string | undefined> {
    do await call;
    while (sending !== null);
    await flush();
    const { status, message } = state.get();
    return status === "failed" || status === "invalid" ? (message ?? notSaved) : undefined;
  }

  return {
    state,
    type,
    flush,
    saveNow,
    /** The network is back. */
    again: () => {
      if (passes && sending === null) void flush();
    },
    /** Sends what waits, without the pause. What has failed stays as a draft: it is sent when somebody says so. */
    leave: (keepalive = false) => {
      if (state.get().status === "waiting") void flush(keepalive);
      else if (passes) stop();
    },
    /** The server has another value now; what was typed over the old one stays, and is sent when somebody says so. */
    rebase: (next: string) => {
      const shown = rebased(state.get(), { known, next, sending, overtaken });
      known = next;
      if (!shown) return;
      stop();
      state.set(shown);
    },
    discard: () => {
      stop();
      settle(known, "clean");
    },
  };
}

/** What a reload or a failure left behind is offered again. */
function startOf({ saved, draft, overtaken }: Starting): AutosaveState {
  const kept = draft.get();
  if (kept === undefined || same(kept, saved)) return { value: saved, status: "clean" };
  const isOvertaken = !same(draft.seen?.() ?? saved, saved);
  return { value: kept, status: "failed", message: (isOvertaken && overtaken?.(saved)) || notSaved };
}
type Starting = Pick<AutosaveOptions, "saved" | "draft" | "overtaken">;

type Rebasing = { known: string; next: string; sending: string | null; overtaken: AutosaveOptions["overtaken"] };

/** What a newer value of the server shows; null where nothing changes. What is under way there comes from here. */
function rebased({ value }: AutosaveState, { known, next, sending, overtaken }: Rebasing): AutosaveState | null {
  if (same(value, next)) return null;
  if (same(value, known)) return { value: next, status: "clean" };
  const isOwn = same(next, known) || same(next, sending ?? known);
  return isOwn || !overtaken ? null : { value, status: "failed", message: overtaken(next) };
}

const failureIn = (sent: Promise<unknown>): Promise<Error | null> =>
  sent.then(
    () => null,
    (error: Error) => error,
  );

/** The server cuts blanks at the ends: they are no change, and must not vanish under the fingers. */
const same = (one: string, other: string) => one.trim() === other.trim();

/** Saves while one types, when the field goes away and when the page is left. */
export function useAutosave(options: AutosaveOptions) {
  const [saver] = useState(() => createAutosave(options));
  const state = saver.state.use();
  const { saved } = options;
  useEffect(() => saver.rebase(saved), [saver, saved]);
  useEffect(() => () => saver.leave(), [saver]);
  useWindowEvent("online", saver.again);
  useWindowEvent("pagehide", () => saver.leave(true));
  useWindowEvent("beforeunload", (event) => {
    const { status } = saver.state.get();
    if (status === "failed" || status === "invalid") event.preventDefault();
  });
  const { type, flush, saveNow, leave, discard } = saver;
  /** Why it is not saved. */
  const wrong = state.status === "invalid" || state.status === "failed" ? (state.message ?? "") : undefined;
  return { ...state, wrong, type, flush, saveNow, leave, discard };
}
