/** Scopes that a program's token may have: to look, or one kind of change. */
export const tokenScopes = ["read", "orders", "scans", "stock", "destruction", "billing", "users"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** German name of each scope. */
export const scopeText: Readonly<Record<TokenScope, string>> = {
  read: "Lesen",
  orders: "Lieferungen",
  scans: "Scans",
  stock: "Bestand",
  destruction: "Vernichtung",
  billing: "Abrechnung",
  users: "User und Rechte",
};

/** So many tokens of a user live at most. */
export const mostTokens = 50;

/** Days for which a token may be good at most. */
export const longestTerm = 366;

/** A token as people know it again: its name, and how it begins. */
export const showToken = (name: string, prefix: string): string => `„${name}“ (${prefix}…)`;

/** Scopes in their order, as people read them. */
export const showScopes = (scopes: readonly TokenScope[]): string =>
  tokenScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => scopeText[scope])
    .join(", ");
