/** Kinds of papers that are kept as documents, in the order of their names. */
export const documentKinds = ["certificate", "letter", "proof", "receipt"] as const;
export type DocumentKind = (typeof documentKinds)[number];
