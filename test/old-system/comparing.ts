import { compareSystems, type CompareResult } from "#server/takeover/compare/compare.ts";
import type { OldArchive } from "./archive.ts";
import { fetchFrom, oldSystemFor, readerOf, testFolder } from "./fetching.ts";
import { writeAnswers } from "./planning.ts";
import { oldLogin, type RunningOldSystem } from "./serve.ts";

type Wishes = Parameters<typeof oldSystemFor>[1];

interface Comparing {
  /** Manners and moods of each system. */
  readonly old?: Wishes;
  readonly new?: Wishes;
  readonly sample?: number;
  /** Answers of `questions.csv`. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Changes the archives when all is fetched. */
  readonly meanwhile?: () => void;
}

/** Two systems that were compared, and the folder of the old one. */
interface Compared extends CompareResult {
  readonly folder: string;
  readonly systems: readonly [old: RunningOldSystem, now: RunningOldSystem];
}

/** Fetches the old system into a folder and compares both. */
export async function comparedArchives(old: OldArchive, now: OldArchive, wishes: Comparing = {}): Promise<Compared> {
  const folder = testFolder();
  const systems = [await oldSystemFor(old, wishes.old), await oldSystemFor(now, wishes.new)] as const;
  await fetchFrom(systems[0].url, folder);
  if (wishes.answers) writeAnswers(folder, wishes.answers);
  wishes.meanwhile?.();
  const [one, other] = [readerOf(systems[0].url), readerOf(systems[1].url)];
  const order = { folder, sample: wishes.sample ?? null, readers: [oldLogin.user] };
  return { ...(await compareSystems(one, other, order, () => undefined)), folder, systems };
}
