import { join } from "node:path";
import { showCount, showThings } from "#rules/amounts.ts";
import { showDayAndTime } from "#rules/times.ts";
import { readBeginning } from "#server/takeover/fetch/fetch.ts";
import { type CheckedTakeover, checkTakeover, reportFileName } from "#server/takeover/check/check.ts";
import { countTitles } from "#server/takeover/check/report.ts";
import { questionsName } from "#server/takeover/plan/given-answers.ts";
import { ruleNames, takeoverRules } from "#server/takeover/plan/rules.ts";

const mostLines = 8; // half a screen, with all that stands around them

function checked({ counts, ledger, nonsense, open, completed, digest }: CheckedTakeover, folder: string): string[] {
  const { findings, unused } = ledger;
  const of = (becomes: (typeof findings)[number]["becomes"]) =>
    findings.filter((finding) => finding.becomes === becomes).length;
  const asked = findings.reduce((sum, { becomes, count }) => sum + (becomes === "question" ? count : 0), 0);
  const waiting = findings.filter((finding) => finding.open > 0);
  const more = waiting.length > mostLines ? [`OFFEN     … und ${waiting.length - mostLines} weitere Regeln`] : [];
  return [
    `${folder}: Stand ${showDayAndTime(completed)}, Prüfsumme ${digest}`,
    `Geprüft   ${countTitles.map(([kind, title]) => `${title} ${showCount(counts[kind].there)}`).join(" · ")}`,
    `Regeln    ${ruleNames.length} geprüft, ${findings.length} mit Befund: unverändert übernommen ${of("taken")}, in Ordnung gebracht ${of("mended")}, mit Fragen ${of("question")}`,
    `Fragen    ${showCount(open)} offen, ${showCount(asked - open)} beantwortet`,
    ...waiting
      .slice(0, mostLines)
      .map(({ rule, open: left }) => `OFFEN     ${takeoverRules[rule].title}: ${showCount(left)}`),
    ...more,
    ...nonsense.slice(0, mostLines).map((said) => `FALSCH    ${said}`),
    ...(nonsense.length > mostLines
      ? [`FALSCH    … und ${nonsense.length - mostLines} weitere; alle stehen im Bericht`]
      : []),
    ...(unused.length > 0
      ? [
          `ÜBRIG     ${showThings(unused.length, "Antwort gehört", "Antworten gehören")} zu keiner Frage mehr und ${unused.length === 1 ? "steht" : "stehen"} am Ende der Datei.`,
        ]
      : []),
    `Bericht   ${join(folder, reportFileName)}`,
    `Antworten ${join(folder, questionsName)}`,
  ];
}

/** Checks what was fetched into a folder. Answers the exit code: 0 where no question is open. */
export async function checkFolder(folder: string, now: () => Date): Promise<number> {
  const plan = await checkTakeover(folder, now);
  const begun = readBeginning(folder);
  if (begun !== null)
    console.error(
      `Was am ${showDayAndTime(begun)} zu holen begonnen wurde, ist nicht zu Ende: Geprüft ist der Stand davor.`,
    );
  console.log(checked(plan, folder).join("\n"));
  return plan.open === 0 && plan.nonsense.length === 0 ? 0 : 1;
}
