/** The kinds of results, in the order in which they are shown. */
export const searchKinds = ["box", "content", "customer", "delivery", "row"] as const;
export type SearchKind = (typeof searchKinds)[number];
