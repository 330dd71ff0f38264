import { createHash } from "node:crypto";
import {
  kindAccess,
  type ObjectChange,
  type ObjectKind,
  objectKinds,
  type RestartCode,
} from "#rules/exchange/object-kinds.ts";
import { invoicedCustomers } from "#server/database/billing/invoice-pages.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { changesBehind, changesOrigin, lastPosition, type Position } from "./changed-objects.ts";

/** Point up to which a reader was notified: the database, the kinds, and the last object. */
export interface Place {
  readonly mark: string;
  readonly selection: string;
  readonly position: Position;
}

/** Reported changes, and where to go on. With a `code` nothing is reported: the caller begins anew. */
export interface ChangesAnswer {
  readonly changes: ObjectChange[];
  readonly place: Place;
  readonly more: boolean;
  readonly code: RestartCode | null;
}

const inOrder = (ids: readonly number[]) => [...ids].sort((one, other) => one - other).join(",");

/** The kinds that somebody may hear of, of those that are asked for: a program without the scope of bills hears of no invoice. */
const heardKinds = ({ token }: Scope, kinds: readonly ObjectKind[] = objectKinds) =>
  kinds.filter((kind) => kindAccess[kind] !== "invoices" || token === null || token.scopes.includes("billing"));

/**
 * Returns the selection that the caller may be notified of and asks for. A caller who sees more customers than before, or now their invoices, too,
 * has not read those.
 */
export async function askedSelection(
  db: Reader,
  scope: Scope,
  kinds: readonly ObjectKind[] | undefined,
): Promise<string> {
  const text = `${scope.isStaff ? "all" : inOrder(scope.customerIds)} ${kinds?.join(",") ?? "all"}`;
  const hearsInvoices = heardKinds(scope, kinds).some((kind) => kindAccess[kind] === "invoices");
  const invoiced = hearsInvoices ? await invoicedCustomers(db, scope) : [];
  const seen =
    invoiced === null ? (scope.token ? " invoices" : "") : invoiced.length > 0 && ` invoices ${inOrder(invoiced)}`;
  return createHash("sha256")
    .update(`${text}${seen || ""}`)
    .digest("hex")
    .slice(0, 12);
}

interface Asked {
  /** All of them where it names none. */
  readonly kinds: readonly ObjectKind[] | undefined;
  /** Where they were before, or why that is not known. */
  readonly from: Place | RestartCode;
  readonly limit: number;
}

/** Returns the changes since then, of all that the caller sees. */
export async function readChanges(db: Reader, scope: Scope, { kinds, from, limit }: Asked): Promise<ChangesAnswer> {
  const numbers = heardKinds(scope, kinds).map((kind) => objectKinds.indexOf(kind));
  const selection = await askedSelection(db, scope, kinds);
  const anew = async (code: RestartCode): Promise<ChangesAnswer> => {
    const { mark } = await changesOrigin(db); // first: a place is never of a later server than its mark
    const position = await lastPosition(db, scope, numbers);
    return { changes: [], place: { mark, selection, position }, more: false, code };
  };
  if (typeof from === "string") return anew(from);
  if (from.selection !== selection) return anew("selection");
  const page = await changesBehind(db, scope, { kinds: numbers, position: from.position, limit: limit + 1 });
  if (page.mark !== from.mark) return anew("unknown");
  if (!page.known) return anew("ahead");
  const lines = page.lines.slice(0, limit);
  const last = lines.at(-1);
  return {
    changes: lines.map(([, kind, id, version, deleted]) => ({
      kind: objectKinds[kind] ?? "box",
      id,
      version,
      deleted,
    })),
    place: last ? { ...from, position: { xid: last[0], kind: last[1], id: last[2], version: last[3] } } : from,
    more: page.lines.length > limit,
    code: null,
  };
}
