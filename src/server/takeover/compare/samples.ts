import type { KindName } from "#server/takeover/old-system/kinds.ts";
import { type OldFolder, readObjects } from "#server/takeover/plan/gather-facts.ts";
import { objectsOf, type OldObject, oldText, referenceIn } from "#server/takeover/plan/old-values.ts";

/** Values of the old system that filters are asked with. */
export interface Samples {
  readonly customers: readonly { readonly id: string; readonly code: string; readonly name: string }[];
  readonly users: readonly { readonly last_name: string; readonly email: string }[];
  readonly boxes: readonly { readonly code: string }[];
  /** Words of contents. */
  readonly words: readonly string[];
}

/** Some of a list, evenly from its beginning to its end. */
export function pickSample<T>(things: readonly T[], count: number): T[] {
  const step = Math.max(1, things.length / count);
  const places = Array.from({ length: Math.min(count, things.length) }, (_, at) => Math.floor(at * step));
  return places.flatMap((at) => things[at] ?? []);
}

const word = /\p{L}{4,}/u;
const everyBox = 100; // one of so many gives a word

/** Reads from the folder what filters are asked with. */
export async function readSamples(folder: OldFolder): Promise<Samples> {
  const samples = { customers: [], users: [], boxes: [], words: [] } as {
    -readonly [Name in keyof Samples]: Samples[Name][number][];
  };
  const text = (object: OldObject, field: string) => oldText(object[field]);
  for await (const each of readObjects(folder, "customers"))
    samples.customers.push({ id: text(each, "id"), code: text(each, "code"), name: text(each, "name") });
  for await (const each of readObjects(folder, "users"))
    samples.users.push({ last_name: text(each, "last_name"), email: text(each, "email") });
  const words = new Set<string>();
  for await (const each of readObjects(folder, "boxes")) {
    samples.boxes.push({ code: text(each, "code") });
    const [content] = objectsOf(each["content"]);
    const found = content && samples.boxes.length % everyBox < 2 ? word.exec(text(content, "text")) : null;
    if (found) words.add(found[0]);
  }
  samples.words.push(...words);
  return samples;
}

/** The ids of so many things of a kind at least, with some of each customer in each state; all of them where there are fewer. */
export async function sampleIds(folder: OldFolder, kind: KindName, size: number): Promise<ReadonlySet<string>> {
  const strata = new Map<string, string[]>();
  let all = 0;
  for await (const each of readObjects(folder, kind)) {
    const stratum = `${referenceIn(each["owner"] ?? each["customer"])}/${oldText(each["state"])}`;
    const ids = strata.get(stratum) ?? [];
    strata.set(stratum, ids);
    ids.push(oldText(each["id"]));
    all++;
  }
  const share = Math.min(1, size / Math.max(1, all));
  return new Set([...strata.values()].flatMap((ids) => pickSample(ids, Math.ceil(ids.length * share))));
}
