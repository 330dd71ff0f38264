/** An entry of a choice. */
export type Option<V extends string | number> = { value: V; label: string };
