/** An entry; `keywords` are found too but not shown. */
export type Option<V extends string | number> = { value: V; label: string; keywords?: string | undefined };

/** Asks for the entries that fit a text. */
export type Search<V extends string | number> = (text: string, signal: AbortSignal) => Promise<readonly Option<V>[]>;
