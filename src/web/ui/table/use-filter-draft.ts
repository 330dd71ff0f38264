import { useEffect, useState } from "react";
import { filterPause } from "#rules/lists/debounce.ts";

export type FilterValue = string | number | undefined;
export type FilterValues = Record<string, FilterValue>;
type Texts = Record<string, string>;
type State = { applied: Texts; draft: Texts; sent: Texts };

/** `undefined` as parsed value is an empty filter, `null` an invalid one. */
export type Parse = (key: string, text: string, textOf: (key: string) => string) => FilterValue | null;

/**
 * Holds the contents of the filters: the applied values (the address) with the draft over them. A draft is applied after a pause; an invalid one is
 * kept and not applied. When the address changes by itself (the back button), its values win, except over letters typed after the change was sent.
 */
export function useFilterDraft(
  values: FilterValues,
  keys: readonly string[],
  parse: Parse,
  onApply: (v: FilterValues) => void,
  pause = filterPause,
) {
  const appliedTexts = Object.fromEntries(keys.map((key) => [key, String(values[key] ?? "")]));
  const [state, setState] = useState<State>({ applied: appliedTexts, draft: {}, sent: {} });
  if (JSON.stringify(state.applied) !== JSON.stringify(appliedTexts)) setState(rebase(state, appliedTexts));
  const textOf = (key: string) => state.draft[key] ?? appliedTexts[key] ?? "";
  const changes: FilterValues = {};
  for (const [key, text] of Object.entries(state.draft)) {
    const value = parse(key, text, textOf);
    if (value !== null && String(value ?? "") !== appliedTexts[key]) changes[key] = value;
  }
  const changedKeys = Object.keys(changes);
  // JSON drops what is undefined, an emptied filter; its key must count.
  const pending = changedKeys.map((key) => `${key}=${changes[key] ?? ""}`).join("&");
  const apply = (next: FilterValues) => {
    const sentTexts = Object.fromEntries(Object.entries(next).map(([key, value]) => [key, String(value ?? "")]));
    setState((old) => ({
      ...old,
      draft: { ...old.draft, ...pick(sentTexts, next, old.draft) },
      sent: { ...old.sent, ...sentTexts },
    }));
    onApply(next);
  };
  useEffect(() => {
    if (pending === "") return;
    const timer = setTimeout(() => apply(changes), pause);
    return () => clearTimeout(timer);
    // Only what would be applied starts the pause anew, not a render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pending]);
  return {
    textOf,
    isInvalid: (key: string) => parse(key, textOf(key), textOf) === null,
    set: (key: string, text: string) => setState((old) => ({ ...old, draft: { ...old.draft, [key]: text } })),
    applyNow: () => changedKeys.length > 0 && apply(changes),
    remove: (removed: readonly string[]) => {
      const texts = Object.fromEntries(removed.map((key) => [key, ""]));
      setState((old) => ({ ...old, draft: { ...old.draft, ...texts } }));
      if (removed.some((key) => appliedTexts[key] !== ""))
        apply(Object.fromEntries(removed.map((key) => [key, undefined])));
    },
    active: keys.filter((key) => appliedTexts[key] !== ""),
    touched: Object.values(state.draft).some((text) => text !== ""),
  };
}

/** Keeps a typed text as typed ("0042" for 42); a text that was emptied for the caller shows as empty at once. */
function pick(sent: Texts, next: FilterValues, draft: Texts): Texts {
  return Object.fromEntries(
    Object.keys(sent).map((key) => [key, next[key] === undefined ? "" : (draft[key] ?? sent[key] ?? "")]),
  );
}

function rebase(state: State, applied: Texts): State {
  const remainingDrafts = Object.entries(state.draft).filter(([key, text]) => {
    if (state.applied[key] === applied[key]) return true;
    return state.sent[key] === applied[key] && text !== applied[key];
  });
  return { applied, draft: Object.fromEntries(remainingDrafts), sent: {} };
}
