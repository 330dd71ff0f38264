import { lockFetch } from "#server/takeover/folder/fetch-lock.ts";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { readManifest } from "#server/takeover/folder/prove-folder.ts";
import { Unreadable } from "#server/takeover/old-system/failures.ts";
import { type KindName, kindNames, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { OldSystem } from "#server/takeover/old-system/old-system.ts";
import type { OldObject } from "#server/takeover/plan/old-values.ts";
import { planTakeover } from "#server/takeover/plan/plan.ts";
import { type ComparedLists, compareLists, isSame, listDifferences, type Systems } from "./compare-lists.ts";
import { type ComparedThing, compareThings } from "./compare-things.ts";
import { comparedCounters } from "./compared-fields.ts";
import { type ComparedList, filteredLists, orderedLists } from "./compared-lists.ts";
import { Explanations } from "./explain.ts";
import { type FlatAnswer, fieldDifferences, flatAnswer } from "./flat-answer.ts";
import { type Difference, FoundDifferences } from "./found-differences.ts";
import { readSamples, sampleIds } from "./samples.ts";
import { PlanAnswers } from "./plan-answers.ts";

/** The folder, the extent of a comparison, and the accounts that read. */
export interface CompareOrder {
  /** The folder into which the old system was fetched, and from which the new one was loaded. */
  readonly folder: string;
  /** So many details of each kind at least, spread over customers and states; null for all of them. */
  readonly sample: number | null;
  /** Addresses of mail of the accounts that read: signing in changes them. */
  readonly readers: readonly string[];
}

/** Hears the kind of thing that is being compared, how much of it is done, and of how much (0 where nobody knows). */
export type ReportCompared = (what: string, done: number, of: number) => void;

/** Result of a comparison; an answer is a list, a thing, a picture, or the counters. */
export interface CompareResult {
  readonly compared: number;
  /** Answers that differ, and those of them that nothing explains. */
  readonly differ: number;
  readonly unexplained: number;
  /** The first differences, those that nothing explains before others. */
  readonly first: readonly Difference[];
  readonly count: number;
  /** The file of all of them; null where there are few. */
  readonly file: string | null;
  /** Fields that the old system does not answer. */
  readonly unsaid: readonly string[];
  /** Questions of the folder that nobody has answered: what waits for one is explained by nothing. */
  readonly open: number;
}

/** Signs in; the new system is named in its errors. */
async function openNew(system: OldSystem): Promise<void> {
  await system.open().catch((error: unknown) => {
    if (!(error instanceof Unreadable)) throw error;
    const said = error.message.replaceAll(/[Dd]as alte System/g, "Magazin");
    throw new Unreadable(`Magazin unter ${system.api.origin}: ${said}`, { cause: error });
  });
}

function traceless(readers: readonly string[]): Systems["withoutTraces"] {
  const emails = new Set(readers.map((email) => email.toLowerCase()));
  return (kind: KindName, answer: FlatAnswer) =>
    kind === "users" && emails.has((answer.get("email") ?? "").toLowerCase())
      ? new Map([...answer].filter(([path]) => path !== "last_login"))
      : answer;
}

/**
 * Compares what two systems answer to the calls of specification 7, and explains differences by the plan that was made of the folder. What
 * differs and is not explained is read again at the end before it counts.
 * @throws Unreadable, BrokenFolder, WrongAnswers
 */
export async function compareSystems(
  old: OldSystem,
  now: OldSystem,
  order: CompareOrder,
  report: ReportCompared,
): Promise<CompareResult> {
  const { folder } = order;
  const manifest = readManifest(folder);
  if (manifest === null) throw new BrokenFolder(`In ${folder} ist nichts zu Ende geholt.`);
  if (manifest.address !== old.api.href)
    throw new BrokenFolder(`${folder} gehört zu ${manifest.address}, und nicht zu ${old.api.href}.`);
  await old.open();
  await openNew(now);
  const release = lockFetch(folder);
  try {
    report("Der Ordner wird gelesen", 0, 0);
    const planAnswers = await PlanAnswers.of(await planTakeover(folder));
    const systems = { old, new: now, withoutTraces: traceless(order.readers) };
    const found = new FoundDifferences(folder);
    try {
      return await new Comparison(systems, planAnswers, { sample: order.sample, found }, report).run();
    } catch (error) {
      found.drop();
      throw error;
    }
  } finally {
    release();
  }
}

class Comparison {
  readonly #systems: Systems;
  readonly #planAnswers: PlanAnswers;
  readonly #sample: number | null;
  readonly #report: ReportCompared;
  readonly #explanations: Explanations;
  readonly #found: FoundDifferences;
  readonly #unsaid = new Set<string>();
  /** Ids of each kind, and those whose entry in a list differs: they are compared even where samples are. */
  readonly #ids = new Map<KindName, Set<string>>();
  readonly #suspected = new Map<KindName, Set<string>>();
  /** Things that differ, and the fields in which they do. */
  readonly #differing = new Map<string, ReadonlySet<string>>();
  #compared = 0;

  constructor(
    systems: Systems,
    planAnswers: PlanAnswers,
    { sample, found }: Pick<CompareOrder, "sample"> & { readonly found: FoundDifferences },
    report: ReportCompared,
  ) {
    [this.#systems, this.#planAnswers, this.#sample, this.#found, this.#report] = [
      systems,
      planAnswers,
      sample,
      found,
      report,
    ];
    this.#explanations = new Explanations(planAnswers.plan);
  }

  async run(): Promise<CompareResult> {
    const lists = await this.#compareLists();
    const again = await this.#compareThings(await this.#wantedIds(), false);
    await this.#compareThings(again, true);
    await this.#compareCounters();
    for (const list of lists) await this.#compareListAgain(list);
    const file = this.#found.close();
    const { answers, unexplainedAnswers, first, count } = this.#found;
    return {
      compared: this.#compared,
      differ: answers,
      unexplained: unexplainedAnswers,
      first,
      count,
      file,
      unsaid: [...this.#unsaid].sort(),
      open: this.#planAnswers.plan.open,
    };
  }

  /** Reads every list and answers those that differ. */
  async #compareLists(): Promise<ComparedList[]> {
    const lists = [...orderedLists, ...filteredLists(await readSamples(this.#planAnswers.plan.folder))];
    const different: ComparedList[] = [];
    for (const [at, list] of lists.entries()) {
      this.#report("Listen", at + 1, lists.length);
      const compared = await compareLists(this.#systems, list, this.#isFirst(list));
      this.#compared++;
      this.#note(compared);
      if (!isSame(compared)) different.push(list);
    }
    return different;
  }

  #isFirst(list: ComparedList): boolean {
    return list === orderedLists.find(({ kind }) => kind === list.kind);
  }

  #note({ list: { kind }, old, new: now, oneSided, fields }: ComparedLists): void {
    const [ids, suspected] = [this.#idsIn(this.#ids, kind), this.#idsIn(this.#suspected, kind)];
    for (const id of [...old.ids, ...now.ids]) ids.add(id);
    for (const id of [...oneSided, ...fields.keys()]) suspected.add(id);
  }

  #idsIn(map: Map<KindName, Set<string>>, kind: KindName): Set<string> {
    const ids = map.get(kind) ?? new Set<string>();
    map.set(kind, ids);
    return ids;
  }

  /** The things whose details are compared: all of them, or samples and what a list has shown to differ. */
  async #wantedIds(): Promise<Map<KindName, ReadonlySet<string>>> {
    const sample = this.#sample;
    const wanted = new Map<KindName, ReadonlySet<string>>();
    for (const kind of kindNames) {
      const ids = this.#idsIn(this.#ids, kind);
      const some = sample === null ? ids : await sampleIds(this.#planAnswers.plan.folder, kind, sample);
      const suspected = this.#idsIn(this.#suspected, kind);
      wanted.set(kind, new Set([...ids].filter((id) => some.has(id) || suspected.has(id))));
    }
    return wanted;
  }

  /** Compares details. Of those that differ and are not explained the ids are answered, unless this was the second time. */
  async #compareThings(wanted: ReadonlyMap<KindName, ReadonlySet<string>>, isSecond: boolean) {
    const again = new Map<KindName, Set<string>>();
    for (const [kind, ids] of wanted) {
      let done = 0;
      const unsaid = (field: string) => void this.#unsaid.add(field);
      const compared = (thing: ComparedThing) => {
        this.#report(`${readKinds[kind].title}${isSecond ? " noch einmal" : ""}`, ++done, ids.size);
        const differences = this.#explained(thing);
        const isClear = isSecond || differences.every(({ explainedBy }) => explainedBy !== null);
        if (!isSecond) this.#compared += 1 + thing.pictures;
        if (isClear) this.#settle(thing, differences);
        else this.#idsIn(again, kind).add(thing.id);
      };
      if (ids.size > 0) await compareThings(this.#systems, this.#planAnswers, kind, ids, { unsaid, compared });
    }
    return again;
  }

  #explained({ kind, id, differences, known }: ComparedThing): Difference[] {
    return differences.map((difference) => ({
      address: readKinds[kind].detail.replace("{id}", id),
      field: difference.path,
      old: difference.old,
      new: difference.new,
      explainedBy: this.#explanations.of(kind, Number(id), difference, known),
    }));
  }

  #settle({ kind, id }: ComparedThing, differences: readonly Difference[]): void {
    if (differences.length === 0) return;
    this.#found.add(differences);
    this.#differing.set(`${kind}/${id}`, new Set(differences.map(({ field }) => field)));
  }

  async #compareCounters(): Promise<void> {
    this.#compared++;
    const read = async () => {
      const [old, now] = await Promise.all(
        [this.#systems.old, this.#systems.new].map(async (system) => {
          const { status, text } = await system.read("/boxes/overview/");
          return status === 200
            ? flatAnswer(comparedCounters, JSON.parse(text) as OldObject)
            : new Map([["Antwort", String(status)]]);
        }),
      );
      return fieldDifferences(old ?? new Map(), now ?? new Map(), () => undefined);
    };
    const first = await read();
    const differences = first.length === 0 ? first : await read();
    const known = this.#planAnswers.overview();
    this.#found.add(
      differences.map(({ path, ...values }) => ({
        address: "/boxes/overview/",
        field: path,
        ...values,
        explainedBy: this.#explanations.ofCounter({ path, ...values }, known),
      })),
    );
  }

  /** Compares a list again that has differed; what follows from things that differ themselves is no difference of its own. */
  async #compareListAgain(list: ComparedList): Promise<void> {
    this.#report("Listen noch einmal", 0, 0);
    const { kind } = list;
    const compared = await compareLists(this.#systems, list, this.#isFirst(list));
    const differences = listDifferences(compared, (id) => this.#differing.has(`${kind}/${id}`));
    for (const [id, fields] of compared.fields) {
      const known = this.#differing.get(`${kind}/${id}`);
      for (const { path, ...values } of fields)
        if (known?.has(path) !== true)
          differences.push({ address: readKinds[kind].list, field: `${id}.${path}`, ...values, explainedBy: null });
    }
    this.#found.add(differences);
  }
}
