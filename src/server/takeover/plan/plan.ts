import { join } from "node:path";
import { manifestDigest } from "#server/takeover/folder/folder-manifest.ts";
import { linesOf, proveFolder } from "#server/takeover/folder/prove-folder.ts";
import type { KindName } from "#server/takeover/old-system/kinds.ts";
import { questionsName, readAnswers } from "./given-answers.ts";
import { ArchiveFacts } from "./facts.ts";
import {
  gatherBoxes,
  gatherDeliveries,
  gatherPeople,
  gatherPictures,
  type OldFolder,
  pictureIn,
  readObjects,
} from "./gather-facts.ts";
import { Ledger } from "./ledger.ts";
import { unreadThing } from "./old-things.ts";
import type { OldObject } from "./old-values.ts";
import { planArea, planRow } from "./plan-areas-rows.ts";
import { planBox } from "./plan-boxes.ts";
import { planCustomer, planOptions } from "./plan-customers.ts";
import { planDelivery } from "./plan-deliveries.ts";
import type { PlannedKind, PlannedRows, TakeoverPlan } from "./planned-rows.ts";
import type { Planning } from "./plan-fields.ts";
import { planUser } from "./plan-users.ts";

/** Things of a kind in the folder, and those of them that come along. */
interface PlannedCount {
  there: number;
  planned: number;
}

/** A plan with its folder, its findings and its counts, as `check` reports them. */
export interface CheckedPlan extends TakeoverPlan {
  readonly folder: OldFolder;
  readonly ledger: Ledger;
  readonly counts: Readonly<Record<PlannedKind | "contents" | "images" | "history", PlannedCount>>;
}

type Planner<K extends PlannedKind> = (planning: Planning, old: OldObject) => PlannedRows[K] | null;

const planners: { readonly [K in KindName]: Planner<K> } = {
  areas: planArea,
  rows: planRow,
  customers: planCustomer,
  users: planUser,
  boxes: planBox,
  deliveries: planDelivery,
};

const day = 86_400_000; // ms: clocks of two computers differ

/**
 * Plans how an archive that was fetched into a folder is taken over, by every rule and by the answers of `questions.csv`. Reads all of the folder
 * and changes nothing.
 * @throws BrokenFolder where one byte of the folder is another, and WrongAnswers where the answers cannot be read
 */
export async function planTakeover(path: string): Promise<CheckedPlan> {
  const manifest = await proveFolder(path);
  const folder = { path, manifest };
  const ledger = new Ledger(await readAnswers(join(path, questionsName)));
  const limit = new Date(Date.parse(manifest.completed) + day).toISOString();
  const planning: Planning = { facts: new ArchiveFacts(limit), ledger };
  const counts = await planAll(folder, planning);
  const { facts } = planning;
  const findings = ledger.findings;
  return {
    folder,
    ledger,
    counts,
    findings,
    open: findings.reduce((sum, { open }) => sum + open, 0),
    digest: manifestDigest(manifest),
    address: manifest.address,
    completed: manifest.completed,
    rowsOf: (kind) => rowsOf(folder, { facts, ledger: ledger.silent() }, kind),
    pictureFile: (sha256) => pictureIn(folder, sha256),
  };
}

const none = (): PlannedCount => ({ there: 0, planned: 0 });

/** Asks every rule about everything, in the order in which one thing depends on another. */
async function planAll(folder: OldFolder, planning: Planning): Promise<CheckedPlan["counts"]> {
  const counts = {
    areas: none(),
    rows: none(),
    customers: none(),
    users: none(),
    options: none(),
    boxes: none(),
    deliveries: none(),
    contents: none(),
    images: none(),
    history: none(),
  };
  const planEach = async (kind: KindName) => {
    for await (const old of readObjects(folder, kind)) {
      const row = planners[kind](planning, old);
      counts[kind].there++;
      if (row !== null) counts[kind].planned++;
      if (kind === "boxes") countParts(counts, old, row as PlannedRows["boxes"] | null);
      if (kind === "customers") countOptions(counts.options, planning, old);
    }
  };
  await askUnread(folder, planning);
  await gatherPictures(folder, planning);
  await gatherPeople(folder, planning);
  await planEach("areas");
  await planEach("rows");
  await gatherDeliveries(folder, planning);
  await gatherBoxes(folder, planning);
  for (const kind of ["users", "customers", "boxes", "deliveries"] as const) await planEach(kind);
  return counts;
}

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

function countParts(counts: CheckedPlan["counts"], old: OldObject, box: PlannedRows["boxes"] | null): void {
  for (const [kind, field, planned] of [
    ["contents", "content", box?.contents],
    ["images", "images", box?.images],
    ["history", "history", box?.history],
  ] as const) {
    counts[kind].there += lengthOf(old[field]);
    counts[kind].planned += planned?.length ?? 0;
  }
}

function countOptions(options: PlannedCount, planning: Planning, customer: OldObject): void {
  options.there += lengthOf(customer["deliveryoptions"]);
  options.planned += planOptions(planning, customer).length;
}

/** Objects of lists that could not be read are asked for. */
async function askUnread({ path, manifest }: OldFolder, { ledger }: Planning): Promise<void> {
  for await (const line of linesOf(join(path, manifest.data, "faults.jsonl"))) {
    const { kind, id, fault } = JSON.parse(line) as { kind: KindName; id: string; fault: string };
    ledger.begin();
    ledger.ask("object-unread", unreadThing(kind, id), `Die Antwort war ${fault.replace("status-", "")}.`);
  }
}

async function* rowsOf<K extends PlannedKind>(
  folder: OldFolder,
  planning: Planning,
  kind: K,
): AsyncGenerator<PlannedRows[K]> {
  if (kind === "options") {
    const options: PlannedRows["options"][] = [];
    for await (const customer of readObjects(folder, "customers")) options.push(...planOptions(planning, customer));
    yield* options.sort((one, other) => one.id - other.id) as PlannedRows[K][];
    return;
  }
  const plan = (planners as Readonly<Record<string, unknown>>)[kind] as Planner<K>;
  for await (const old of readObjects(folder, kind)) {
    const row = plan(planning, old);
    if (row !== null) yield row;
  }
}
