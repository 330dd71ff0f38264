import type { listChanges } from "#contract/calls/exchange/changes.ts";
import type { Query } from "#contract/route.ts";
import type { Changes } from "#contract/schemas/exchange/changes.ts";
import { type ObjectKind, objectKinds, type RestartCode } from "#rules/exchange/object-kinds.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { changesBehind, changesOrigin, lastPosition } from "#server/database/changes/changed-objects.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { askedSelection, closeCursor, openCursor } from "#server/http/cursors/change-cursor.ts";
import { badInput } from "#server/http/errors.ts";

const numberOf = (kind: ObjectKind) => objectKinds.indexOf(kind);

/** The kinds that `kinds` names, each once and in their order; all of them where it names none. */
function kindsOf(kinds: string | undefined): readonly ObjectKind[] | undefined {
  const wanted = kinds?.split(",");
  return wanted && objectKinds.filter((kind) => wanted.includes(kind));
}

const usualLimit = 100;

/** What changed since a cursor, of all that the caller sees. */
export async function changesSince(db: Reader, scope: Scope, query: Query<typeof listChanges>): Promise<Changes> {
  const { since, limit = usualLimit } = query;
  const named = kindsOf(query.kinds);
  const kinds = (named ?? objectKinds).map(numberOf);
  const selection = askedSelection(scope, named);
  const origin = await changesOrigin(db);
  const anew = async (code: RestartCode): Promise<Changes> => {
    const next = closeCursor(origin, selection, await lastPosition(db, scope, kinds));
    return { changes: [], next, more: false, full: true, code };
  };
  if (since === undefined) return anew("first");
  const opened = openCursor(origin, since);
  if (opened === undefined) throw badInput({ since: [invalid.range] });
  if (opened === null) return anew("unknown");
  if (opened.selection !== selection) return anew("selection");
  const asked = { kinds, position: opened.position, limit: limit + 1 };
  const page = await changesBehind(db, scope, asked);
  if (page.mark !== origin.mark) return anew("unknown"); // another server took over between the two statements
  if (!page.known) return anew("ahead");
  const lines = page.lines.slice(0, limit);
  const last = lines.at(-1);
  const position = last ? { xid: last[0], kind: last[1], id: last[2], version: last[3] } : opened.position;
  return {
    changes: lines.map(([, kind, id, version, deleted]) => ({
      kind: objectKinds[kind] as ObjectKind,
      id,
      version,
      deleted,
    })),
    next: closeCursor(origin, selection, position),
    more: page.lines.length > limit,
    full: false,
    code: null,
  };
}
