import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { lockFetch } from "#server/takeover/folder/fetch-lock.ts";
import { hexDigest } from "#server/takeover/folder/folder-manifest.ts";
import { readManifest } from "#server/takeover/folder/prove-folder.ts";
import { questionsName, WrongAnswers } from "#server/takeover/plan/given-answers.ts";
import { type CheckedPlan, planTakeover } from "#server/takeover/plan/plan.ts";
import { questionsFile } from "./questions-file.ts";
import { reportText } from "./report.ts";

/** Name of the report in the folder. */
export const reportFileName = "report.html";

/** A plan, and the answers that do not fit, as sentences with their line in the file as it is now. */
export interface CheckedTakeover extends CheckedPlan {
  readonly nonsense: readonly string[];
}

/** Writes files so that all of them are there whole, or none was touched. */
function writeTogether(files: readonly (readonly [path: string, text: string])[]): void {
  const begun = (path: string) => `${path}.unfinished`;
  try {
    for (const [path, text] of files) writeFileSync(begun(path), text, { mode: 0o600, flush: true });
    for (const [path] of files) renameSync(begun(path), path);
  } catch (error) {
    for (const [path] of files) rmSync(begun(path), { force: true });
    throw error;
  }
}

/**
 * Plans how an archive in a folder is taken over, and writes the report and the file of questions into it; what people have answered stays there.
 * @throws BrokenFolder and WrongAnswers, where nothing is written
 */
export async function checkTakeover(folder: string, now: () => Date): Promise<CheckedTakeover> {
  if (readManifest(folder) === null) throw new BrokenFolder(`In ${folder} ist nichts zu Ende geholt.`);
  const release = lockFetch(folder);
  const questions = join(folder, questionsName);
  const before = digestOf(questions);
  try {
    const plan = await planTakeover(folder);
    if (digestOf(questions) !== before)
      throw new WrongAnswers(`${questions} wurde während des Prüfens geändert. Bitte noch einmal prüfen.`);
    const { text, rows } = questionsFile(plan.ledger);
    const nonsense = plan.ledger.nonsenseIn(rows);
    writeTogether([
      [join(folder, reportFileName), reportText(plan, nonsense, now())],
      [questions, text],
    ]);
    return { ...plan, nonsense };
  } finally {
    release();
  }
}

const digestOf = (path: string) => (existsSync(path) ? hexDigest(readFileSync(path)) : null);
