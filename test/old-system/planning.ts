import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { questionsName } from "#server/takeover/plan/given-answers.ts";
import type { CheckedPlan } from "#server/takeover/plan/plan.ts";
import type { PlannedKind, PlannedRows } from "#server/takeover/plan/planned-rows.ts";
import type { OldArchive } from "./archive.ts";
import { fetchFrom, oldSystemFor, testFolder } from "./fetching.ts";

type Wishes = Parameters<typeof oldSystemFor>[1];

/** A folder into which an old system was fetched that has stopped since. */
export async function fetchedArchive(archive: OldArchive, wishes?: Wishes): Promise<string> {
  const folder = testFolder();
  const old = await oldSystemFor(archive, wishes);
  await fetchFrom(old.url, folder);
  await old.stop();
  return folder;
}

/** Writes answers as somebody might who only knows the two columns. */
export function writeAnswers(folder: string, answers: Readonly<Record<string, string>>): void {
  const lines = Object.entries(answers).map(([question, text]) => `${question};${text}\n`);
  writeFileSync(join(folder, questionsName), `Frage;Antwort\n${lines.join("")}`);
}

/** All rows of a kind. */
export async function plannedRows<K extends PlannedKind>(plan: CheckedPlan, kind: K): Promise<PlannedRows[K][]> {
  const rows: PlannedRows[K][] = [];
  for await (const row of plan.rowsOf(kind)) rows.push(row);
  return rows;
}

/** A box as it is planned; undefined where it is not. */
export async function plannedBox(plan: CheckedPlan, id: number): Promise<PlannedRows["boxes"] | undefined> {
  return (await plannedRows(plan, "boxes")).find((box) => box.id === id);
}

/** Things by the rules that found them. */
export const foundThings = ({ ledger }: CheckedPlan) =>
  Object.fromEntries(
    ledger.findings.map(({ rule, examples }) => [rule, examples.map(({ thing }) => `${thing.kind}:${thing.id}`)]),
  );
