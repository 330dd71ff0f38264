import { useEffect, useState } from "react";
import { editPause } from "#rules/lists/debounce.ts";
import { createStore } from "#web/ui/store.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

interface AutosaveState {
  /** As it was typed. */
  readonly value: string;
  readonly status: "clean" | "waiting" | "saving" | "saved" | "failed" | "invalid";
  /** Why it is not saved. */
  readonly message?: string;
}

export interface AutosaveOptions {
  /** Value that the server has. */
  saved: string;
  /** Sends; `leaving` when the page goes away and nobody waits for the answer; `seen` is what it was typed over. */
  save: (value: string, leaving: boolean, seen: string) => Promise<unknown>;
  /** Returns the message for a failure that passes by itself; the value is then sent again by itself. */
  passing?: ((failure: Error) => string | undefined) | undefined;
  /** Says that somebody else has changed what is typed over; without it nobody learns so, and the last one wins. */
  overtaken?: ((by: string) => string) | undefined;
  /** Returns the fault of a value, which is then not sent. */
  check: (value: string) => string | undefined;
  /** Outlives a reload; `seen` is what it was typed over, where that is known. */
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
export class Autosave {
  readonly #options: AutosaveOptions;
  readonly state;
  #known: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: string | null = null; // by a call under way
  #call: Promise<unknown> = Promise.resolve();
  #due = false; // the pause ended while a call was under way
  #passes = false; // what failed is sent again by itself

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#known = options.saved;
    this.state = createStore(startOf(options));
    if (this.state.get().status === "clean") options.draft.remove();
  }

  #settle(value: string, status: "clean" | "saved") {
    this.#options.draft.remove();
    this.state.set({ value, status });
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#due = this.#passes = false;
  }

  readonly type = (value: string) => {
    this.#stop();
    if (same(value, this.#known) && this.#sending === null) return this.#settle(value, "clean");
    this.#options.draft.set(value, this.#sending ?? this.#known);
    this.state.set({ value, status: "waiting" });
    this.#timer = setTimeout(() => void this.flush(), editPause);
  };

  /** Sends now what is not saved. */
  readonly flush = async (leaving = false): Promise<void> => {
    const { check, save } = this.#options;
    clearTimeout(this.#timer);
    const { value } = this.state.get();
    this.#due = this.#sending !== null && !leaving;
    if (this.#due || same(value, this.#known)) return;
    const wrong = check(value);
    if (wrong !== undefined) return this.state.set({ value, status: "invalid", message: wrong });
    this.#sending = value;
    this.state.set({ value, status: "saving" });
    const saving = failureIn(save(value, leaving, this.#known));
    this.#call = saving;
    const failure = await saving;
    this.#sending = null;
    const currentValue = this.state.get().value;
    if (!failure) this.#known = value;
    if (failure) this.#fail(currentValue, failure);
    else if (same(currentValue, value)) this.#settle(currentValue, "saved");
    if (this.#due) await this.flush();
  };

  #fail(value: string, failure: Error) {
    const message = this.#options.passing?.(failure);
    this.#passes = message !== undefined;
    this.state.set({ value, status: "failed", message: message ?? failure.message });
    clearTimeout(this.#timer);
    if (this.#passes) this.#timer = setTimeout(() => void this.flush(), againPause);
  }

  /** Sends at once what is not saved; answers why it still is not. */
  readonly saveNow = async (): Promise<string | undefined> => {
    while (this.#sending !== null) await this.#call;
    await this.flush();
    const { status, message } = this.state.get();
    return status === "failed" || status === "invalid" ? (message ?? notSaved) : undefined;
  };

  /** The network is back. */
  readonly again = () => {
    if (this.#passes && this.#sending === null) void this.flush();
  };

  /** Sends what waits, without the pause. What has failed stays as a draft: it is sent when somebody says so. */
  readonly leave = (keepalive = false) => {
    if (this.state.get().status === "waiting") void this.flush(keepalive);
    else if (this.#passes) this.#stop();
  };

  /** The server has another value now; what was typed over the old one stays, and is sent when somebody says so. */
  rebase(next: string) {
    const { overtaken } = this.#options;
    const nextState = rebase(this.state.get(), { known: this.#known, next, sending: this.#sending, overtaken });
    this.#known = next;
    if (!nextState) return;
    this.#stop();
    this.state.set(nextState);
  }

  readonly discard = () => {
    this.#stop();
    this.#settle(this.#known, "clean");
  };
}

/** Offers again the value that a reload or a failure left behind. */
function startOf({ saved, draft, overtaken }: Starting): AutosaveState {
  const storedDraft = draft.get();
  if (storedDraft === undefined || same(storedDraft, saved)) return { value: saved, status: "clean" };
  const isOvertaken = !same(draft.seen?.() ?? saved, saved);
  return { value: storedDraft, status: "failed", message: (isOvertaken && overtaken?.(saved)) || notSaved };
}
type Starting = Pick<AutosaveOptions, "saved" | "draft" | "overtaken">;

type Rebasing = { known: string; next: string; sending: string | null; overtaken: AutosaveOptions["overtaken"] };

/** Returns the state that shows a newer value of the server; null where nothing changes. A value under way to the server comes from here. */
function rebase({ value }: AutosaveState, { known, next, sending, overtaken }: Rebasing): AutosaveState | null {
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
  const [saver] = useState(() => new Autosave(options));
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
