import { inPairs } from "#server/takeover/fetch/details.ts";
import { hexDigest } from "#server/takeover/folder/folder-manifest.ts";
import { type KindName, objectId, readKinds } from "#server/takeover/old-system/kinds.ts";
import { oldPictureAddress } from "#server/takeover/old-system/old-addresses.ts";
import type { OldSystem } from "#server/takeover/old-system/old-system.ts";
import { objectsOf, type OldObject, oldText } from "#server/takeover/plan/old-values.ts";
import type { Systems } from "./compare-lists.ts";
import { comparedFields } from "./compared-fields.ts";
import { type FieldDifference, type FlatAnswer, fieldDifferences, flatAnswer, there } from "./flat-answer.ts";
import type { FetchedAndPlanned, PlanAnswers } from "./plan-answers.ts";

/** A thing that both systems were asked for. */
export interface ComparedThing {
  readonly kind: KindName;
  readonly id: string;
  readonly differences: readonly FieldDifference[];
  readonly known: FetchedAndPlanned | undefined;
  /** Number of pictures that were compared. */
  readonly pictures: number;
}

interface ReadThing {
  /** Null where there is none. */
  readonly flat: FlatAnswer | null;
  /** Addresses of the pictures of a box, by their ids. */
  readonly images: ReadonlyMap<string, string>;
}

const status = "Antwort";
const withStatus = (text: string): ReadThing => ({ flat: new Map([[status, text]]), images: new Map() });

async function readThing(system: OldSystem, systems: Systems, kind: KindName, id: string): Promise<ReadThing> {
  const answer = await system.read(readKinds[kind].detail, { id });
  if (answer.status === 404) return { flat: null, images: new Map() };
  if (answer.status !== 200) return withStatus(String(answer.status));
  const object = JSON.parse(answer.text) as OldObject;
  if (objectId(object) !== id) return withStatus("200 mit einer anderen id");
  const flat = systems.withoutTraces(kind, flatAnswer(comparedFields[kind], object));
  const images = kind === "boxes" ? objectsOf(object["images"]) : [];
  return { flat, images: new Map(images.map((image) => [oldText(image["id"]), oldText(image["image"])])) };
}

/** SHA-256 of a picture's bytes, or why there are none. */
async function digestOf(system: OldSystem, address: string): Promise<string> {
  const { url } = oldPictureAddress(system.api, address);
  if (url === null) return "liegt anderswo";
  const picture = await system.picture(url);
  return picture.status === 200 ? hexDigest(picture.bytes) : `Antwort ${picture.status}`;
}

async function compareThing(
  systems: Systems,
  kind: KindName,
  id: string,
  unsaid: (path: string) => void,
): Promise<Pick<ComparedThing, "differences" | "pictures">> {
  const [old, now] = await Promise.all([
    readThing(systems.old, systems, kind, id),
    readThing(systems.new, systems, kind, id),
  ]);
  if (old.flat === null || now.flat === null) {
    const shown = (flat: FlatAnswer | null) => (flat === null ? null : there);
    const differences = old.flat === now.flat ? [] : [{ path: "", old: shown(old.flat), new: shown(now.flat) }];
    return { differences, pictures: 0 };
  }
  const [before, after] = [old.flat.get(status) ?? "200", now.flat.get(status) ?? "200"];
  if (before !== after) return { differences: [{ path: status, old: before, new: after }], pictures: 0 };
  const differences = fieldDifferences(old.flat, now.flat, unsaid);
  let pictures = 0;
  for (const [image, address] of old.images) {
    const other = now.images.get(image);
    if (other === undefined) continue;
    pictures++;
    const [one, two] = await Promise.all([digestOf(systems.old, address), digestOf(systems.new, other)]);
    if (one !== two) differences.push({ path: `images.${image}.SHA-256`, old: one, new: two });
  }
  return { differences, pictures };
}

const batchSize = 200; // things whose plan is held at once

/**
 * Compares things of a kind, two at once, in the order of their ids, as the plan has them. @throws Unreadable
 */
export async function compareThings(
  systems: Systems,
  answers: PlanAnswers,
  kind: KindName,
  ids: Iterable<string>,
  report: { readonly unsaid: (field: string) => void; readonly compared: (thing: ComparedThing) => void },
): Promise<void> {
  const wanted = [...ids].sort((one, other) => Number(one) - Number(other));
  const things = answers.things(kind);
  let next = await things.next();
  for (let from = 0; from < wanted.length; from += batchSize) {
    const batch = wanted.slice(from, from + batchSize);
    const known = new Map<string, FetchedAndPlanned>();
    const asked = new Set(batch);
    const last = Number(batch.at(-1));
    for (; next.done !== true && next.value.id <= last; next = await things.next())
      if (asked.has(String(next.value.id))) known.set(String(next.value.id), next.value);
    await inPairs(batch, async (id) => {
      const compared = await compareThing(systems, kind, id, (path) => report.unsaid(`${kind}.${path}`));
      report.compared({ kind, id, ...compared, known: known.get(id) });
    });
  }
  await things.return(undefined);
}
