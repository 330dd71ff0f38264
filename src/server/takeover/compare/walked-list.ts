import { exactList } from "#server/takeover/old-system/exact-json.ts";
import { anotherProgram, Unreadable } from "#server/takeover/old-system/failures.ts";
import { objectId, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { OldSystem } from "#server/takeover/old-system/old-system.ts";
import type { OldObject } from "#server/takeover/plan/old-values.ts";
import type { ComparedList } from "./compared-lists.ts";

const sizes = [1000, 30] as const; // entries of a page: asked for, and of specification 9, where a system refuses more

/** Answer of a list: its status, how many entries it says there are (null where it does not), and their ids in their order. */
export interface WalkedList {
  readonly status: number;
  readonly said: number | null;
  readonly ids: readonly string[];
}

/** Reads a list of one of the systems through all of its pages and hands over each entry once. @throws Unreadable */
export async function readComparedList(
  system: OldSystem,
  { kind, query }: ComparedList,
  take: (id: string, entry: OldObject) => void,
): Promise<WalkedList> {
  const ids = new Set<string>();
  const path = readKinds[kind].list;
  let [limit, offset, said]: [number, number, number | null] = [sizes[0], 0, null];
  for (;;) {
    const page = Math.floor(offset / limit) + 1;
    const { status, text } = await system.read(path, { query: { ...query, limit, offset, page } });
    if (status === 400 && limit > sizes[1] && offset === 0) {
      limit = sizes[1];
      continue;
    }
    if (status === 404 && offset > 0) break;
    if (status !== 200) return { status, said: null, ids: [] };
    const list = exactList(text);
    if (list === null) throw anotherProgram(system.api, status, "", "");
    said = list.count;
    const before = ids.size;
    for (const entry of list.entries) {
      const object = JSON.parse(entry) as OldObject;
      const id = objectId(object);
      if (id === null) throw new Unreadable(`In der Liste «${readKinds[kind].title}» steht etwas ohne id.`);
      if (!ids.has(id)) take(id, object);
      ids.add(id);
    }
    if (ids.size === before || list.bare) break;
    if (offset === 0) limit = Math.min(limit, list.entries.length);
    offset += list.entries.length;
    if (said !== null && offset >= said) break;
  }
  return { status: 200, said, ids: [...ids] };
}
