import { keptText } from "./stored-value.ts";

/** Returns the typed and unsaved text, with the text that it was typed over: a draft as `useAutosave` takes it. */
export function keptDraft(name: string) {
  const [typed, over] = [keptText(name), keptText(`${name}-seen`)];
  return {
    get: typed.get,
    seen: over.get,
    set: (text: string, seen: string) => {
      typed.set(text);
      over.set(seen);
    },
    remove: () => {
      typed.remove();
      over.remove();
    },
  };
}
