import type { AllowedPath } from "./allowed-paths.ts";

interface ReadKind {
  readonly list: AllowedPath;
  readonly detail: AllowedPath;
  /** The parameter of the order, as specification 7 names it for this list, and a column that distinguishes entries as well as it can. */
  readonly order: readonly [parameter: string, column: string] | null;
  /** Name that people use for the kind, in the plural. */
  readonly title: string;
}

/** Kinds that are read, in this order. Contents, pictures and histories are part of boxes; delivery options are part of customers. */
export const readKinds = {
  areas: { list: "/areas/", detail: "/areas/{id}/", order: null, title: "Bereiche" },
  rows: { list: "/rows/", detail: "/rows/{id}/", order: ["order_by", "number"], title: "Reihen" },
  customers: { list: "/customers/", detail: "/customers/{id}/", order: ["orderBy", "code"], title: "Kunden" },
  users: { list: "/users/", detail: "/users/{id}/", order: ["order", "last_name"], title: "Users" },
  boxes: { list: "/boxes/", detail: "/boxes/{id}/", order: ["order_by", "code"], title: "Boxen" },
  deliveries: { list: "/deliveries/", detail: "/deliveries/{id}/", order: ["orderBy", "code"], title: "Lieferungen" },
} as const satisfies Readonly<Record<string, ReadKind>>;

export type KindName = keyof typeof readKinds;
export const kindNames = Object.keys(readKinds) as KindName[];

/** Returns the id that identifies an object among those of its kind; null where the object states none. Some systems write numbers as text. */
export function objectId(object: unknown): string | null {
  const id = typeof object === "object" && object !== null && "id" in object ? object.id : undefined;
  const isId = typeof id === "number" || typeof id === "string";
  return isId && /^[\w-]+$/.test(String(id)) ? String(id) : null;
}
