import { useEffect, useState } from "react";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { type AutosaveOptions, createAutosave } from "./autosave.ts";

/** Saves while one types, when the field goes away and when the page is left. */
export function useAutosave(options: AutosaveOptions) {
  const [saver] = useState(() => createAutosave(options));
  const state = saver.state.use();
  const { saved } = options;
  useEffect(() => saver.rebase(saved), [saver, saved]);
  useEffect(() => () => saver.leave(), [saver]);
  useWindowEvent("pagehide", () => saver.leave(true));
  useWindowEvent("beforeunload", (event) => {
    const { status } = saver.state.get();
    if (status === "failed" || status === "invalid") event.preventDefault();
  });
  const { type, flush, leave, discard } = saver;
  /** Why it is not saved. */
  const wrong = state.status === "invalid" || state.status === "failed" ? (state.message ?? "") : undefined;
  return { ...state, wrong, type, flush, leave, discard };
}
