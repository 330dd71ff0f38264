import { HistoryKind } from "#rules/stock/history.ts";
import type { KindName } from "#server/takeover/old-system/kinds.ts";
import { isObject, objectsOf, type OldObject, oldText, referencesIn } from "#server/takeover/plan/old-values.ts";
import { comparedFields } from "./compared-fields.ts";
import { type ComparedField, type ComparedFields, normalText } from "./normal-forms.ts";

/** An answer as its fields, a field by its path: `content.71.state`. What holds others comes before them. */
export type FlatAnswer = ReadonlyMap<string, string>;

/** Value of a thing that is there, such as `content.71`. */
export const there = "da";
const list = "Liste";

/** Entries as the compared answer knows them: those that Magazin wrote since have numbers of their own. */
function idOf(entry: OldObject, entries: readonly OldObject[]): string {
  const isOwn = entry["taken_over"] !== true && entries.some(({ state }) => state === HistoryKind.takenOver);
  return `${isOwn ? "neu-" : ""}${oldText(entry["id"])}`;
}

function flatten(flat: Map<string, string>, object: OldObject, fields: ComparedFields, before: string): void {
  for (const [name, field] of Object.entries(fields))
    if (name in object) flattenField(flat, object[name], field, before + name);
}

function flattenField(flat: Map<string, string>, value: unknown, field: ComparedField, path: string): void {
  if (field === "references") {
    if (!Array.isArray(value)) return;
    flat.set(path, list);
    for (const id of referencesIn(value)) flat.set(`${path}.${id ?? "gelöscht"}`, there);
  } else if (field === "meta") {
    for (const [name, each] of Object.entries(isObject(value) ? value : {}))
      flat.set(`${path}.${name}`, normalText("decimal", each));
  } else if (typeof field === "string") flat.set(path, normalText(field, value));
  else if ("fields" in field) {
    flat.set(path, isObject(value) ? there : "");
    if (isObject(value)) flatten(flat, value, field.fields, `${path}.`);
  } else if (Array.isArray(value)) {
    flat.set(path, list);
    const entries = objectsOf(value);
    for (const entry of entries.filter(({ state }) => !(path === "history" && state === HistoryKind.takenOver))) {
      const at = `${path}.${idOf(entry, entries)}`;
      flat.set(at, there);
      flatten(flat, entry, field.entries, `${at}.`);
    }
  }
}

/** The compared fields of an object. */
export function flatAnswer(fields: ComparedFields, object: OldObject): FlatAnswer {
  const flat = new Map<string, string>();
  flatten(flat, object, fields, "");
  return flat;
}

/** The same of an entry of a list: without what lists within it hold. */
export const flatEntry = (kind: KindName, entry: OldObject): FlatAnswer =>
  new Map([...flatAnswer(comparedFields[kind], entry)].filter(([path, value]) => value !== list && !/\.\d/.test(path)));

/** A field that two answers say otherwise; null where one of them does not say it. */
export interface FieldDifference {
  readonly path: string;
  readonly old: string | null;
  readonly new: string | null;
}

/**
 * The fields in which two answers differ. A field that only the new system answers is none: it is reported as not answered by the old one.
 */
export function fieldDifferences(old: FlatAnswer, now: FlatAnswer, unsaid: (path: string) => void): FieldDifference[] {
  const differences: FieldDifference[] = [];
  const passed = new Set<string>();
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(path), now.get(path)];
    const isWithin = passed.has(path.slice(0, Math.max(0, path.lastIndexOf("."))));
    if (before === after && !isWithin) continue;
    passed.add(path);
    const isMeta = path.includes(".meta.") && (before === undefined || after === undefined);
    if (isWithin || isMeta) continue;
    if (before === undefined && after !== there) unsaid(path.replaceAll(/\.(neu-)?\d+/g, ""));
    else differences.push({ path, old: before ?? null, new: after ?? null });
  }
  return differences;
}
