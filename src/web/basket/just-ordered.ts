import { createStore } from "#web/ui/store.ts";

/** The delivery that was ordered a moment ago: it stands out in the list that comes next. */
export const justOrdered = createStore<number | null>(null);
