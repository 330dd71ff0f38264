import { showCount } from "#rules/amounts.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import { questionHeads } from "#server/takeover/plan/given-answers.ts";
import { mostQuestions, type Ledger, questionOfAll } from "#server/takeover/plan/ledger.ts";
import { takeoverRules } from "#server/takeover/plan/rules.ts";

/** The file of questions, with every answer and every column that people have added. */
export function questionsText({ file, findings, unused }: Ledger): string {
  const line = (id: string, cells: readonly string[]) => {
    const answer = file.answers.get(id);
    return csvLine([id, ...cells, answer?.text ?? "", ...file.added.map((head) => answer?.added.get(head) ?? "")]);
  };
  const written = new Set<string>();
  const lines = [csvStart + csvLine([...questionHeads, ...file.added])];
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
      lines.push(line(ofAll, [asked.title, all, text, choices]));
      written.add(ofAll);
    }
    for (const { id, thing, said, words } of questions) {
      lines.push(line(id, [asked.title, thing.name, said, possible(words)]));
      written.add(id);
    }
  }
  const noted = [...file.answers.keys()].filter((id) => !written.has(id));
  for (const id of noted) lines.push(line(id, [unused.includes(id) ? "wird nicht mehr gefragt" : "", "", "", ""]));
  return lines.join("");
}
