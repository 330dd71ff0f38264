import { showCount } from "#rules/amounts.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import { questionHeads } from "#server/takeover/plan/given-answers.ts";
import { mostQuestions, type Ledger, questionOfAll } from "#server/takeover/plan/ledger.ts";
import { takeoverRules } from "#server/takeover/plan/rules.ts";

interface QuestionsFile {
  readonly text: string;
  /** Lines of questions, as a spreadsheet counts. */
  readonly rows: ReadonlyMap<string, number>;
}

/** The file of questions, with every answer and every column that people have added. */
export function questionsFile({ file, findings, unused }: Ledger): QuestionsFile {
  const rows = new Map<string, number>();
  const lines = [csvStart + csvLine([...questionHeads, ...file.added])];
  const addLine = (id: string, cells: readonly string[]) => {
    const answer = file.answers.get(id);
    rows.set(id, lines.length + 1);
    lines.push(csvLine([id, ...cells, answer?.text ?? "", ...file.added.map((head) => answer?.added.get(head) ?? "")]));
  };
  for (const { rule, count, questions } of findings) {
    const asked = takeoverRules[rule];
    if (asked.becomes !== "question") continue;
    const value = asked.value ? [asked.value.name] : [];
    const possible = (words: readonly string[]) => [...words, ...value].join(" / ");
    const all = `alle ${showCount(count)}`;
    const rest =
      count > mostQuestions
        ? " Einzeln stehen hier nicht alle: Die Antwort in dieser Zeile gilt auch für die übrigen."
        : "";
    const choices = possible(asked.choices.map(({ word }) => word));
    const ofAll = questionOfAll(rule);
    if (count > 1 || file.answers.has(ofAll)) {
      const text = `${asked.text} Diese Antwort gilt, wo keine eigene steht.${rest}`;
      addLine(ofAll, [asked.title, all, text, choices]);
    }
    for (const { id, thing, said, words } of questions) {
      addLine(id, [asked.title, thing.name, said, possible(words)]);
    }
  }
  const noted = [...file.answers.keys()].filter((id) => !rows.has(id));
  const leftOver = new Set(unused);
  for (const id of noted) addLine(id, [leftOver.has(id) ? "wird nicht mehr gefragt" : "", "", "", ""]);
  return { text: lines.join(""), rows };
}
