import { existsSync } from "node:fs";
import { join } from "node:path";
import { showThings } from "#rules/amounts.ts";
import type { Clock } from "#server/takeover/clock.ts";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { completeFolder, isFaulty } from "#server/takeover/folder/complete.ts";
import { lockFetch } from "#server/takeover/folder/fetch-lock.ts";
import { type FolderManifest, folderFormat } from "#server/takeover/folder/folder-manifest.ts";
import { type FetchedPicture, pictureKey } from "#server/takeover/folder/picture-files.ts";
import { proveFolder, readManifest } from "#server/takeover/folder/prove-folder.ts";
import * as work from "#server/takeover/folder/work-folder.ts";
import { inOneLine } from "#server/takeover/old-system/exact-json.ts";
import { type KindName, kindNames, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { OldSystem } from "#server/takeover/old-system/old-system.ts";
import { walkList } from "#server/takeover/old-system/walk-list.ts";
import { namedPictures, readDetails, readPictures, unreadIds } from "./details.ts";

/** Scope of a fetch, and the folder into which it goes. */
export interface FetchOrder {
  readonly folder: string;
  /** True where every object is read again. False where only those objects are read that a list shows as changed since the last fetch. */
  readonly whole: boolean;
  /** True where the barcode of each box is fetched, too. This takes one more request for each box. */
  readonly barcodes: boolean;
  readonly program: string;
}

/** Notifications for whoever waits for the fetch. */
export interface Report {
  /** Once, when it is known: about so many requests are to be made. */
  readonly plan: (requests: number) => void;
  /**
   * Reports what is being read, how many of these things are read, and how many are to be read (0 where nobody knows). `left` is the number of
   * requests left in all.
   */
  readonly progress: (what: string, done: number, of: number, left: number) => void;
}

const mostRounds = 6;
const mostWalks = 4;

/**
 * Fetches an old system into a folder. Ended anywhere, it goes on from there when it is begun again; the folder holds what it held before
 * until all is read. Lists are read again at the end, and what has changed meanwhile with them, until they stay as they are.
 * @throws Unreadable, BrokenFolder
 */
export async function fetchInto(
  old: OldSystem,
  order: FetchOrder,
  clock: Clock,
  report: Report,
): Promise<FolderManifest> {
  work.openFetchFolder(order.folder);
  const unlock = lockFetch(order.folder);
  try {
    const lines = await beginOrGoOn(old, order, clock);
    try {
      return await new Fetch(old, order, lines, clock, report).run();
    } finally {
      work.closeWork(lines);
    }
  } finally {
    unlock();
  }
}

/** Goes on with what was begun, unless the whole is asked for now and was not then. */
async function beginOrGoOn(old: OldSystem, order: FetchOrder, clock: Clock): Promise<work.WorkLines> {
  const { folder } = order;
  const before = existsSync(join(folder, "manifest.json")) ? await proveFolder(folder) : null;
  const begun = work.readBegun(folder);
  const foreign = [before?.address, begun?.address].find(
    (address) => address !== undefined && address !== old.api.href,
  );
  if (foreign !== undefined)
    throw new BrokenFolder(`${folder} gehört zu ${foreign}: Bitte für ${old.api.href} einen anderen Ordner nehmen.`);
  const isOver = begun !== null && begun.begun === before?.begun; // it was killed while it tidied up
  const goesOn = begun !== null && !isOver && (begun.whole || !order.whole) && begun.barcodes === order.barcodes;
  await old.open();
  if (goesOn) return work.openLines(folder, begun);
  const address = old.api.href;
  const [whole, { barcodes }] = [order.whole || before === null, order];
  const now = clock.now().toISOString();
  return work.beginLines(folder, { format: folderFormat, address, begun: now, whole, barcodes }, before);
}

/** Returns the `begun` mark of the fetch into this folder that has begun and not ended; null where there is none. */
export const readBeginning = (folder: string): string | null => {
  const begun = work.readBegun(folder);
  return begun === null || begun.begun === readManifest(folder)?.begun ? null : begun.begun;
};

/** A number of a field, written as a number or as text; 0 where there is none. */
const countIn = (object: object, field: string): number => Number((object as Record<string, unknown>)[field] ?? 0) || 0;

const mostNamed = 5;

/** The first of many names, in one line. */
const firstOf = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(", ") + (names.length > mostNamed ? ` und ${names.length - mostNamed} weitere` : "");

type Ids = Readonly<Record<KindName, ReadonlySet<string>>>;

class Fetch {
  readonly #old: OldSystem;
  readonly #order: FetchOrder;
  readonly #lines: work.WorkLines;
  readonly #clock: Clock;
  readonly #report: Report;
  readonly #doubts = new Map<KindName, string>();
  #ids = Object.fromEntries(kindNames.map((kind) => [kind, new Set<string>()])) as unknown as Record<
    KindName,
    ReadonlySet<string>
  >;

  constructor(old: OldSystem, order: FetchOrder, lines: work.WorkLines, clock: Clock, report: Report) {
    [this.#old, this.#order, this.#lines, this.#clock, this.#report] = [old, order, lines, clock, report];
  }

  async run(): Promise<FolderManifest> {
    let changed = await this.#readLists(0);
    this.#report.plan(this.#left());
    for (let round = 1; ; round++) {
      await this.#readObjects();
      changed = await this.#readLists(round);
      const isQuiet = changed === 0 && this.#unread().every(([, ids]) => ids.length === 0);
      if (isQuiet || round >= mostRounds) break;
    }
    if (this.#unread().some(([, ids]) => ids.length > 0)) await this.#readObjects();
    work.syncLines(this.#lines);
    const restless =
      changed === 0
        ? []
        : [
            `Beim letzten Lesen der Listen noch geändert: ${showThings(changed, "Eintrag", "Einträge")}. Es wird gerade gearbeitet.`,
          ];
    return completeFolder(this.#order.folder, this.#lines, {
      ids: this.#ids,
      pictures: new Set(this.#images().keys()),
      program: this.#order.program,
      completed: this.#clock.now().toISOString(),
      doubts: [...restless, ...this.#doubts.values(), ...this.#faults()],
    });
  }

  /** Reads all lists and answers how many of their entries are others than before. */
  async #readLists(round: number): Promise<number> {
    let changed = 0;
    const ids: Partial<Record<KindName, ReadonlySet<string>>> = {};
    for (const kind of kindNames) {
      const [before, count] = [
        this.#ids[kind],
        (read: number) => this.#report.progress(`Liste ${readKinds[kind].title}`, read, 0, 0),
      ];
      const list = await this.#readList(kind, round, count);
      changed += list.changed + [...before].filter((id) => !list.ids.has(id)).length;
      ids[kind] = list.ids;
    }
    this.#ids = ids as Ids;
    return changed;
  }

  /** Walks through a list until a walk met each entry once and as many as was said; some old systems never say it right. */
  async #readList(kind: KindName, round: number, count: (read: number) => void) {
    const lines = this.#lines.lists[kind];
    const met = new Set<string>();
    let [changed, read] = [0, 0];
    const take = (id: string, entry: string) => {
      const [line, seen] = [inOneLine(entry), work.entryDigest(inOneLine(entry))];
      if (lines.seen(id) !== seen) {
        lines.write(id, seen, line);
        changed++;
      }
      met.add(id);
      count(++read);
    };
    for (let tries = 1; ; tries++) {
      // from the other end in turn: what slips from one page to the one before it does so in one direction
      const walk = await walkList(this.#old, kind, (round + tries) % 2 === 0, take);
      if (walk.isWhole) this.#doubts.delete(kind);
      if (walk.isWhole) return { ids: walk.ids, changed };
      if (tries === mostWalks) {
        const { title } = readKinds[kind];
        this.#doubts.set(kind, `Die Liste «${title}» nennt ${walk.said} Einträge und zeigt ${walk.ids.size}.`);
        return { ids: met, changed };
      }
      read = 0;
    }
  }

  #unread(): (readonly [KindName, string[]])[] {
    return kindNames.map((kind) => [kind, unreadIds(this.#lines, kind, this.#ids[kind])] as const);
  }

  /** Reads what is not read yet: details, and then the pictures that they name. */
  async #readObjects(): Promise<void> {
    const unread = this.#unread();
    let left = this.#left();
    const count = (what: string, of: number) => {
      let done = 0;
      return () => this.#report.progress(what, ++done, of, Math.max(of - done, --left));
    };
    for (const [kind, ids] of unread)
      await readDetails(this.#old, this.#lines, kind, ids, count(readKinds[kind].title, ids.length));
    const images = [...this.#images()].filter(([key]) => this.#lines.pictures.seen(key) === undefined);
    const addresses = images.map(([, address]) => address);
    const folder = join(this.#order.folder, "pictures");
    await readPictures(this.#old, this.#lines, folder, addresses, count("Bilder", images.length));
  }

  /** About how many requests are left: objects, and pictures as far as the list of customers counts them. */
  #left(): number {
    const objects = this.#unread().reduce((sum, [, ids]) => sum + ids.length, 0);
    const customers = [...this.#ids.customers].map((id) => JSON.parse(this.#lines.lists.customers.read(id)) as object);
    const named = customers.reduce((sum, customer) => sum + countIn(customer, "count_boximages"), this.#ids.rows.size);
    const codes = this.#order.barcodes ? this.#ids.boxes.size : 0;
    return objects + Math.max(0, named + codes - [...this.#lines.pictures.keys].length);
  }

  /** The pictures that objects name, by their keys. */
  #images(): Map<string, string> {
    const images = new Map<string, string>();
    for (const kind of ["rows", "boxes"] as const)
      for (const id of this.#ids[kind]) {
        if (this.#lines.details[kind].seen(id) === undefined || isFaulty(this.#lines, kind, id)) continue;
        const detail: unknown = JSON.parse(this.#lines.details[kind].read(id));
        for (const image of namedPictures(detail, this.#order.barcodes)) images.set(pictureKey(image), image);
      }
    return images;
  }

  #faults(): string[] {
    const objects = kindNames.flatMap((kind) => {
      const faulty = [...this.#ids[kind]].filter((id) => isFaulty(this.#lines, kind, id));
      return faulty.length === 0 ? [] : [`Nicht zu lesen von «${readKinds[kind].title}»: ids ${firstOf(faulty)}.`];
    });
    const pictures = [...this.#images()].flatMap(([key, address]) =>
      "fault" in (JSON.parse(this.#lines.pictures.read(key)) as FetchedPicture) ? [address] : [],
    );
    const missing = showThings(pictures.length, "Bild fehlt", "Bilder fehlen");
    const named = pictures.length === 0 ? [] : [`${missing}: ${firstOf(pictures.sort())}.`];
    return [...objects, ...named];
  }
}
