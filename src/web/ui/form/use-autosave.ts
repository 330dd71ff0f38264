import { useEffect, useState } from "react";
import { type AutosaveOptions, createAutosave } from "./autosave.ts";

/** Saves while one types, when the field goes away and when the page is left. */
export function useAutosave(options: AutosaveOptions) {
  const [saver] = useState(() => createAutosave(options));
  const state = saver.state.use();
  const { saved } = options;
  useEffect(() => saver.rebase(saved), [saver, saved]);
  useEffect(() => {
    const leave = () => saver.leave(true);
    const stay = (event: BeforeUnloadEvent) => {
      const { status } = saver.state.get();
      if (status === "failed" || status === "invalid") event.preventDefault();
    };
    addEventListener("pagehide", leave);
    addEventListener("beforeunload", stay);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("beforeunload", stay);
      saver.leave();
    };
  }, [saver]);
  return { ...state, type: saver.type, flush: saver.flush, leave: saver.leave, discard: saver.discard };
}
