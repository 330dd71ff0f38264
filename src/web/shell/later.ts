import { createStore } from "#web/ui/store.ts";

const parts = createStore<typeof import("./later-parts.tsx") | null>(null);

/** Parts that every page has and the first paint can do without; null until they have come. */
export const useLaterParts = parts.use;

export function loadLaterParts() {
  const again = () => undefined; // with the next page
  if (!parts.get()) import("./later-parts.tsx").then(parts.set, again);
}
