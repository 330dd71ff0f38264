import { editPause } from "#rules/debounce.ts";
import { createStore } from "#web/ui/store.ts";

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
  /** Sends; `leaving` when the page goes away and nobody waits for the answer. */
  save: (value: string, leaving: boolean) => Promise<unknown>;
  /** What is wrong with a value, which is then not sent. */
  check: (value: string) => string | undefined;
  draft: { get: () => string | undefined; set: (value: string) => void; remove: () => void };
}

const notSaved = "Noch nicht gespeichert";

/**
 * Sends what is typed after a pause (specification 4), one call at a time, so that the last text wins. What could not be
 * sent stays, also over a reload.
 */
export function createAutosave({ saved, save, check, draft }: AutosaveOptions) {
  let known = saved;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let due = false; // the pause ended while a call was under way
  const kept = draft.get();
  const restored = kept !== undefined && !same(kept, saved);
  const state = createStore<AutosaveState>(
    restored ? { value: kept, status: "failed", message: notSaved } : { value: saved, status: "clean" },
  );
  if (!restored) draft.remove();

  const isDirty = () => !same(state.get().value, known);

  function type(value: string) {
    clearTimeout(timer);
    due = false;
    if (same(value, known) && !running) {
      draft.remove();
      state.set({ value, status: "clean" });
      return;
    }
    draft.set(value);
    state.set({ value, status: "waiting" });
    timer = setTimeout(() => void flush(), editPause);
  }

  /** Sends now what is not saved. */
  async function flush(leaving = false): Promise<void> {
    clearTimeout(timer);
    const { value } = state.get();
    if (running && !leaving) {
      due = true;
      return;
    }
    if (!isDirty()) return;
    const wrong = check(value);
    if (wrong !== undefined) return state.set({ value, status: "invalid", message: wrong });
    running = true;
    state.set({ value, status: "saving" });
    try {
      await save(value, leaving);
      known = value;
      running = false;
      afterSave(value);
    } catch (error) {
      running = false;
      state.set({ value: state.get().value, status: "failed", message: (error as Error).message });
    }
    if (due) {
      due = false;
      await flush();
    }
  }

  /** Sends what waits, without the pause. What has failed stays as a draft: it is sent when somebody says so. */
  function leave(keepalive = false): void {
    if (state.get().status === "waiting") void flush(keepalive);
  }

  function afterSave(sent: string) {
    const { value } = state.get();
    if (!same(value, sent)) return;
    draft.remove();
    state.set({ value, status: "saved" });
  }

  /** The server has another value now; what was typed over the old one stays. */
  function rebase(next: string) {
    const dirty = isDirty();
    known = next;
    if (!dirty && !same(state.get().value, next)) state.set({ value: next, status: "clean" });
  }

  function discard() {
    clearTimeout(timer);
    draft.remove();
    state.set({ value: known, status: "clean" });
  }

  return { state, type, flush, leave, rebase, discard };
}

/** The server cuts blanks at the ends: they are no change, and must not vanish under the fingers. */
const same = (one: string, other: string) => one.trim() === other.trim();
