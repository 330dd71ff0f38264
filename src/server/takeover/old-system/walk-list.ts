import { type ExactList, exactList } from "./exact-json.ts";
import { anotherProgram, Unreadable } from "./failures.ts";
import { objectId, type KindName, readKinds } from "./kinds.ts";
import type { OldSystem } from "./old-system.ts";

/** Entries that a page is asked for: ours has no more (product 8), and others cut it to what they allow. */
const askedSize = 1000;
const specifiedSize = 30; // specification 9

/** Where a page begins, and how it is ordered. */
interface PageAsked {
  readonly limit: number;
  readonly offset: number;
  readonly backwards?: boolean;
}

/** The account may not read this list. */
export class ListRefused extends Unreadable {}

/** One page of a list. @throws ListRefused, Unreadable; null behind the last page */
async function readPage(old: OldSystem, kind: KindName, asked: PageAsked): Promise<ExactList | null> {
  const { list, order, title } = readKinds[kind];
  const { limit, offset, backwards = false } = asked;
  const ordered = order === null ? {} : { [order[0]]: `${backwards ? "-" : ""}${order[1]}` };
  const { status, text } = await old.read(list, {
    query: { limit, offset, page: Math.floor(offset / limit) + 1, ...ordered },
  });
  if (status === 401 || status === 403)
    throw new ListRefused(`Das Konto darf die Liste «${title}» nicht lesen (Antwort ${status}).`);
  if (status === 404 && offset > 0) return null;
  if (status === 400 && limit > specifiedSize) return readPage(old, kind, { ...asked, limit: specifiedSize });
  if (status !== 200) throw new Unreadable(`Die Liste «${title}» antwortet nicht, sondern meldet ${status}.`);
  const found = exactList(text);
  if (found === null) throw anotherProgram(old.api, status, "", "");
  return found;
}

/** The first page, in the size that the old system allows. */
export const readFirstPage = (old: OldSystem, kind: KindName) =>
  readPage(old, kind, { limit: askedSize, offset: 0 }) as Promise<ExactList>;

/** Result of one walk through the pages of a list. */
export interface Walk {
  readonly ids: ReadonlySet<string>;
  /** Number of entries, as the last page stated it. */
  readonly said: number | null;
  /** True where each page stated the same number, each entry came once, and there are as many entries as stated. */
  readonly isWhole: boolean;
}

function entryId(kind: KindName, entry: string): string {
  const id = objectId(JSON.parse(entry));
  if (id === null) throw new Unreadable(`In der Liste «${readKinds[kind].title}» steht etwas ohne id.`);
  return id;
}

/** Walks through all pages of a list and hands over each entry once, as it stands in the answer. */
export async function walkList(
  old: OldSystem,
  kind: KindName,
  backwards: boolean,
  take: (id: string, entry: string) => void,
): Promise<Walk> {
  const ids = new Set<string>();
  const counts = new Set<number | null>();
  let [read, size, twice] = [0, askedSize, 0];
  for (;;) {
    const page = await readPage(old, kind, { limit: size, offset: read, backwards });
    if (page === null || page.entries.length === 0) break;
    counts.add(page.count);
    const entries = page.entries.map((entry) => [entryId(kind, entry), entry] as const);
    const unread = entries.filter(([id]) => !ids.has(id));
    if (unread.length === 0) break; // the same page again: it has no pages
    for (const [id, entry] of unread) {
      if (!ids.has(id)) take(id, entry);
      ids.add(id);
    }
    read += entries.length;
    twice += entries.length - unread.length;
    if (page.count !== null && read >= page.count && entries.length < size) break;
    if (read === entries.length) size = entries.length;
  }
  const said = [...counts].at(-1) ?? null;
  const isWhole = counts.size <= 1 && (said === null || said === ids.size) && twice === 0;
  return { ids, said, isWhole };
}
