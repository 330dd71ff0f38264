import { type KindName, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { OldSystem } from "#server/takeover/old-system/old-system.ts";
import type { ComparedList } from "./compared-lists.ts";
import { type FieldDifference, type FlatAnswer, fieldDifferences, flatEntry } from "./flat-answer.ts";
import type { Difference } from "./found-differences.ts";
import { type WalkedList, readComparedList } from "./walked-list.ts";

/** Both systems, which are asked the same. */
export interface Systems {
  readonly old: OldSystem;
  readonly new: OldSystem;
  /** Drops the fields that reading itself changes. */
  readonly withoutTraces: (kind: KindName, answer: FlatAnswer) => FlatAnswer;
}

/** Differences of two lists. */
export interface ComparedLists {
  readonly list: ComparedList;
  readonly old: WalkedList;
  readonly new: WalkedList;
  /** Ids of entries that only one of them has. */
  readonly oneSided: readonly string[];
  /** Fields that their entries say otherwise, by id. */
  readonly fields: ReadonlyMap<string, readonly FieldDifference[]>;
  /** Values that the lists are in the order of, by id. */
  readonly keys: readonly [old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>];
}

interface Collected extends WalkedList {
  readonly keys: Map<string, string>;
  readonly flats: Map<string, string>;
}

async function collect(system: OldSystem, systems: Systems, list: ComparedList, whole: boolean): Promise<Collected> {
  const [keys, flats] = [new Map<string, string>(), new Map<string, string>()];
  const read = await readComparedList(system, list, (id, entry) => {
    if (list.sorted !== null) keys.set(id, list.sorted(entry));
    if (whole) flats.set(id, JSON.stringify([...systems.withoutTraces(list.kind, flatEntry(list.kind, entry))]));
  });
  return { ...read, keys, flats };
}

const unpacked = (flat: string): FlatAnswer => new Map(JSON.parse(flat) as [string, string][]);

/** The fields that both entries say, and say otherwise: what only one of them says is compared in details. */
function differencesOf(old: string, now: string): FieldDifference[] {
  if (old === now) return [];
  const differences = fieldDifferences(unpacked(old), unpacked(now), () => undefined);
  return differences.filter((each) => each.old !== null && each.new !== null);
}

/** Reads a list of both systems; with `whole` its entries are compared field by field. @throws Unreadable */
export async function compareLists(systems: Systems, list: ComparedList, whole: boolean): Promise<ComparedLists> {
  const [old, now] = await Promise.all([
    collect(systems.old, systems, list, whole),
    collect(systems.new, systems, list, whole),
  ]);
  const [before, after] = [new Set(old.ids), new Set(now.ids)];
  const oneSided = [...old.ids.filter((id) => !after.has(id)), ...now.ids.filter((id) => !before.has(id))];
  const fields = new Map<string, FieldDifference[]>();
  for (const [id, flat] of old.flats) {
    const other = now.flats.get(id);
    const differences = other === undefined ? [] : differencesOf(flat, other);
    if (differences.length > 0) fields.set(id, differences);
  }
  const { status, said, ids } = old;
  const ofNew = { status: now.status, said: now.said, ids: now.ids };
  return { list, old: { status, said, ids }, new: ofNew, oneSided, fields, keys: [old.keys, now.keys] };
}

/** The ids in the order of their list; those that it does not order by their ids. */
function inOrder(ids: readonly string[], keys: ReadonlyMap<string, string>): string[] {
  const groups: string[][] = [];
  let last: string | undefined;
  for (const id of ids) {
    const key = keys.get(id);
    if (groups.length === 0 || key !== last) groups.push([]);
    groups.at(-1)?.push(id);
    last = key;
  }
  return groups.flatMap((group) => group.sort((one, other) => Number(one) - Number(other)));
}

const german = new Intl.Collator("de");

/** Explanation of an order of letters that is the German one in the new system. */
const orderOfLetters = "order-of-letters";

/** True where texts are in the order of German dictionaries, up or down. */
function isGerman(ids: readonly string[], keys: ReadonlyMap<string, string>): boolean {
  const texts = ids.map((id) => keys.get(id) ?? "");
  const steps = texts.map((text, at) => german.compare(texts[at - 1] ?? text, text));
  return steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
}

/** The address of a list. */
const addressOf = ({ kind, query }: ComparedList) =>
  `${readKinds[kind].list}${Object.keys(query).length === 0 ? "" : "?"}${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join("&")}`;

const mostNamed = 5;
const named = (ids: readonly string[]) =>
  ids.length === 0
    ? ""
    : `nur hier: ${ids.slice(0, mostNamed).join(", ")}${ids.length > mostNamed ? ` und ${ids.length - mostNamed} weitere` : ""}`;

/** The differences of two lists that do not follow from things that differ themselves. */
export function listDifferences(compared: ComparedLists, differs: (id: string) => boolean): Difference[] {
  const { list, old, new: now, oneSided, keys } = compared;
  const difference = (
    field: string,
    before: string,
    after: string,
    explainedBy: string | null = null,
  ): Difference[] => [{ address: addressOf(list), field, old: before, new: after, explainedBy }];
  if (old.status !== now.status) return difference("Antwort", String(old.status), String(now.status));
  const unexpected = new Set(oneSided.filter((id) => !differs(id)));
  if (unexpected.size > 0) {
    const only = (ids: readonly string[]) => named(ids.filter((id) => unexpected.has(id)));
    return difference("Einträge", only(old.ids), only(now.ids));
  }
  if (oneSided.length === 0 && old.said !== null && now.said !== null && old.said !== now.said)
    return difference("count", String(old.said), String(now.said));
  if (list.sorted === null) return [];
  const [ofOld, ofNew] = keys;
  const left = new Set(oneSided);
  const kept = (ids: readonly string[]) => ids.filter((id) => !left.has(id) && !differs(id));
  const [before, after] = [inOrder(kept(old.ids), ofOld), inOrder(kept(now.ids), ofNew)];
  const at = before.findIndex((id, place) => id !== after[place]);
  if (at === -1) return [];
  const shown = (ids: readonly string[], of: ReadonlyMap<string, string>) =>
    `an Stelle ${at + 1}: ${of.get(ids[at] ?? "") ?? ""} (${ids[at] ?? ""})`;
  const explainedBy = list.byLetters === true && isGerman(after, ofNew) ? orderOfLetters : null;
  return difference("Reihenfolge", shown(before, ofOld), shown(after, ofNew), explainedBy);
}

/** True where two lists differ in nothing. */
export const isSame = (compared: ComparedLists): boolean =>
  compared.fields.size === 0 && compared.oneSided.length === 0 && listDifferences(compared, () => false).length === 0;
