import type { listChanges } from "#contract/calls/exchange/changes.ts";
import type { Query } from "#contract/route.ts";
import type { Changes } from "#contract/schemas/exchange/changes.ts";
import { scopeText } from "#rules/access/token-scopes.ts";
import { kindAccess, type ObjectKind, objectKinds } from "#rules/exchange/object-kinds.ts";
import { scopeMissing } from "#rules/texts/access-refusals.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { changesOrigin } from "#server/database/changes/changed-objects.ts";
import { readChanges } from "#server/database/changes/changes-since.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { closeCursor, openCursor } from "#server/http/change-cursor.ts";
import { badInput, Refusal } from "#server/http/errors.ts";

/** The kinds that `kinds` names, each once and in their order. */
function kindsOf(kinds: string | undefined): readonly ObjectKind[] | undefined {
  const wanted = kinds?.split(",");
  return wanted && objectKinds.filter((kind) => wanted.includes(kind));
}

const usualLimit = 100;

/** Returns what changed since a cursor, of all that the caller sees. */
export async function changesSince(db: Reader, scope: Scope, query: Query<typeof listChanges>): Promise<Changes> {
  const { since, kinds, limit = usualLimit } = query;
  if (
    scope.token &&
    !scope.token.scopes.includes("billing") &&
    kindsOf(kinds)?.some((kind) => kindAccess[kind] === "invoices")
  )
    throw new Refusal(scopeMissing(scopeText.billing));
  const origin = await changesOrigin(db);
  const from = since === undefined ? "first" : openCursor(origin, since);
  if (from === undefined) throw badInput({ since: [invalid.range] });
  const { changes, place, more, code } = await readChanges(db, scope, { kinds: kindsOf(kinds), from, limit });
  return { changes, next: closeCursor(origin, place), more, full: code !== null, code };
}
