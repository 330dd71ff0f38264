import type { ExactList } from "#server/takeover/old-system/exact-json.ts";
import { objectId, type KindName, kindNames, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { OldSystem } from "#server/takeover/old-system/old-system.ts";
import { type PictureForm, oldPictureAddress } from "#server/takeover/old-system/old-addresses.ts";
import { inPairs, namedPictures } from "#server/takeover/fetch/details.ts";
import { ListRefused, readFirstPage } from "#server/takeover/old-system/walk-list.ts";
import { type Deviation, deviationsOf } from "./deviations.ts";
import { type MomentForm, momentForms } from "./moments.ts";
import { specifiedShapes } from "./specified-shapes.ts";

const samples = 20; // details of each kind

/** Findings about one kind. */
interface KindLook {
  readonly count: number;
  /** Entries of a page; null where the list has no pages. */
  readonly pageSize: number | null;
  /** Names that the page gives to its fields. */
  readonly pageFields: readonly string[];
  readonly details: readonly object[];
  /** Statuses of details that cannot be read. */
  readonly unreadable: readonly number[];
}

/** Findings of `magazin takeover look`. */
export interface LookResult {
  readonly kinds: ReadonlyMap<KindName, KindLook>;
  /** Lists that the account may not read. */
  readonly refused: readonly KindName[];
  /** The counters of the stock, as they are answered; null where they are not. */
  readonly overview: Readonly<Record<string, unknown>> | null;
  /** Boxes that are marked, which the counters leave out. */
  readonly marked: number | null;
  /** True where `query={id,name}` selects fields. */
  readonly selects: boolean;
  /** Number of times that each deviation was met, and the number of details out of which it was met. */
  readonly deviations: ReadonlyMap<
    KindName,
    ReadonlyMap<string, { readonly deviation: Deviation; readonly met: number }>
  >;
  readonly moments: ReadonlyMap<MomentForm, ReadonlySet<string>>;
  readonly pictures: {
    readonly forms: ReadonlyMap<PictureForm, number>;
    readonly readable: number;
    readonly asked: number;
    readonly bytes: number;
  };
  readonly requests: number;
  /** ms that an answer takes. */
  readonly msEach: number;
}

const countedIn = ({ count, entries }: ExactList) => count ?? entries.length;

/** Looks at an old system: one page of each list, 20 details of each kind and the pictures that they name. @throws Unreadable */
export async function lookAt(old: OldSystem, now: () => number): Promise<LookResult> {
  const begun = now();
  await old.open();
  const kinds = new Map<KindName, KindLook>();
  const refused: KindName[] = [];
  for (const kind of kindNames) {
    const page = await readFirstPage(old, kind).catch((error: unknown) => {
      if (!(error instanceof ListRefused)) throw error;
      refused.push(kind);
      return null;
    });
    if (page !== null) kinds.set(kind, await lookAtKind(old, kind, page));
  }
  const overview = await readObject(old);
  const selects = kinds.has("areas") && (await understandsSelection(old));
  const marked = kinds.has("boxes") ? await countMarked(old) : null;
  const pictures = await lookAtPictures(old, kinds);
  const moments = new Map<MomentForm, Set<string>>();
  for (const { details } of kinds.values())
    momentForms(details, (field, form) => moments.set(form, (moments.get(form) ?? new Set()).add(field)));
  return {
    kinds,
    refused,
    overview,
    marked,
    selects,
    deviations: new Map([...kinds].map(([kind, { details }]) => [kind, countDeviations(kind, details)])),
    moments,
    pictures,
    requests: old.requests,
    msEach: (now() - begun) / old.requests,
  };
}

/** Twenty of a page, evenly from its beginning to its end. */
function sampleOf(entries: readonly string[]): string[] {
  const step = Math.max(1, entries.length / samples);
  const places = Array.from({ length: Math.min(samples, entries.length) }, (_, at) => Math.floor(at * step));
  return places.flatMap((at) => objectId(JSON.parse(entries[at] ?? "null")) ?? []);
}

async function lookAtKind(old: OldSystem, kind: KindName, page: ExactList): Promise<KindLook> {
  const details: object[] = [];
  const unreadable: number[] = [];
  await inPairs(sampleOf(page.entries), async (id) => {
    const { status, text } = await old.read(readKinds[kind].detail, { id });
    if (status === 200) details.push(JSON.parse(text) as object);
    else unreadable.push(status);
  });
  const count = countedIn(page);
  const pageSize = page.bare ? null : page.entries.length;
  return { count, pageSize, pageFields: page.fields, details, unreadable };
}

async function readObject(old: OldSystem): Promise<LookResult["overview"]> {
  const { status, text } = await old.read("/boxes/overview/");
  return status === 200 ? (JSON.parse(text) as Record<string, unknown>) : null;
}

async function understandsSelection(old: OldSystem): Promise<boolean> {
  const { status, text } = await old.read("/areas/", { query: { query: "{id,name}" } });
  if (status !== 200) return false;
  const value = JSON.parse(text) as object[] | { readonly results?: object[] };
  const [first] = Array.isArray(value) ? value : (value.results ?? []);
  return first !== undefined && Object.keys(first).sort().join() === "id,name";
}

/** Counts the marked boxes. Returns null where the old system does not understand the filter, because the whole list would then be counted. */
async function countMarked(old: OldSystem): Promise<number | null> {
  const { status, text } = await old.read("/boxes/", { query: { state: 7, limit: 1, offset: 0 } });
  const page = status === 200 ? (JSON.parse(text) as { readonly count?: unknown; readonly results?: unknown[] }) : {};
  const [first] = page.results ?? [];
  const isFiltered = first === undefined || Number((first as { readonly state?: unknown }).state) === 7;
  return isFiltered && page.count !== undefined ? Number(page.count) : null;
}

async function lookAtPictures(old: OldSystem, kinds: ReadonlyMap<KindName, KindLook>): Promise<LookResult["pictures"]> {
  const named = (kind: KindName) => (kinds.get(kind)?.details ?? []).flatMap((detail) => namedPictures(detail, false));
  const images = [...named("boxes"), ...named("rows")];
  const forms = new Map<PictureForm, number>();
  for (const image of images) {
    const { form } = oldPictureAddress(old.api, image);
    forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  const addresses = [...named("boxes").slice(0, samples), ...named("rows").slice(0, 1)].flatMap(
    (image) => oldPictureAddress(old.api, image).url ?? [],
  );
  let [readable, bytes] = [0, 0];
  await inPairs(addresses, async (address) => {
    const picture = await old.picture(address);
    if (picture.status !== 200) return;
    readable++;
    bytes += picture.bytes.length;
  });
  return { forms, readable, asked: addresses.length, bytes };
}

function countDeviations(kind: KindName, details: readonly object[]) {
  const { names, schema } = specifiedShapes[kind];
  const counted = new Map<string, { deviation: Deviation; met: number }>();
  for (const detail of details) {
    const own = new Map(deviationsOf(detail, names, schema).map((each) => [JSON.stringify(each), each]));
    for (const [key, deviation] of own) counted.set(key, { deviation, met: (counted.get(key)?.met ?? 0) + 1 });
  }
  return counted;
}
