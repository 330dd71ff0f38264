import { showCount, showThings } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showDayAndTime } from "#rules/times.ts";
import type { Example } from "#server/takeover/plan/ledger.ts";
import type { CheckedPlan } from "#server/takeover/plan/plan.ts";
import { type RuleName, ruleNames, takeoverRules } from "#server/takeover/plan/rules.ts";
import { html, Markup } from "./markup.ts";
import { reportStyle } from "./report-style.ts";

/** Kinds as people call them, in the order of the report. */
export const countTitles: readonly (readonly [kind: keyof CheckedPlan["counts"], title: string])[] = [
  ["areas", "Bereiche"],
  ["rows", "Reihen"],
  ["customers", "Kunden"],
  ["users", "Users"],
  ["options", "Lieferoptionen"],
  ["boxes", "Boxen"],
  ["contents", "Inhalte"],
  ["images", "Bilder"],
  ["history", "Einträge der Verläufe"],
  ["deliveries", "Lieferungen"],
];

type Finding = CheckedPlan["ledger"]["findings"][number];

const shownExamples = 3;

/** The address of the old system's screens; null where it is none of the web. */
const screensOf = (address: string): string | null =>
  /^https?:\/\//.test(address) ? address.replace(/\/api\/v1\/?$/, "") : null;

const linked = (address: string, { thing }: Example): Markup => {
  const screens = screensOf(address);
  return screens === null ? html`${thing.name}` : html`<a href="${screens + thing.page}">${thing.name}</a>`;
};

const screen = /(\/(?:stock\/(?:areas|rows|boxes)|customers|deliveries)\/\d+)/;

/** A sentence whose screens of the old system are links. */
function withLinks(address: string, said: string): Markup[] {
  const screens = screensOf(address);
  return said
    .split(screen)
    .map((part) =>
      screens !== null && screen.test(part) ? html`<a href="${screens + part}">${part}</a>` : html`${part}`,
    );
}

function examplesOf(address: string, { count, examples }: Finding): Markup {
  const shown = examples.slice(0, shownExamples);
  const more = examples.slice(shownExamples);
  const items = shown.map(
    (example) => html`<li>${linked(address, example)}<br><span>${withLinks(address, example.said)}</span></li>`,
  );
  const links = more.map((example) => html`<li>${linked(address, example)}</li>`);
  const left = count - examples.length;
  const rest = left > 0 ? html`<p class="small">Und ${showCount(left)} mehr.</p>` : html``;
  const collapsed =
    more.length === 0
      ? html``
      : html`<details><summary>${showThings(more.length, "weiteres", "weitere")} zeigen</summary><ul class="more">${links}</ul>${rest}</details>`;
  return html`<ul class="examples">${items}</ul>${collapsed}`;
}

function countOf({ becomes, count, open }: Finding): Markup {
  if (becomes !== "question") return html`<span class="count">${showCount(count)}-mal</span>`;
  const asked = showThings(count, "Frage", "Fragen");
  if (open === 0) return html`<span class="count done">${asked}, beantwortet</span>`;
  return html`<span class="count">${open === count ? asked : `${asked}, ${showCount(open)} offen`}</span>`;
}

function becomesOf(rule: RuleName): Markup {
  const said = takeoverRules[rule];
  if (said.becomes === "taken") return html``;
  if (said.becomes === "mended") return html`<p class="undone"><strong>Zurück geht es so:</strong> ${said.undone}</p>`;
  const choices = said.choices.map(({ word, means }) => html`<dt>${word}</dt><dd>${means}</dd>`);
  const value = said.value ? html`<dt>${said.value.name}</dt><dd>${said.value.means}</dd>` : html``;
  return html`<dl>${choices}${value}</dl>`;
}

function ruleOf(address: string, finding: Finding): Markup {
  const { title, text } = takeoverRules[finding.rule];
  return html`<section class="rule ${finding.becomes}">
<header><h3>${title}</h3>${countOf(finding)}</header>
<p>${text}</p>${becomesOf(finding.rule)}${examplesOf(address, finding)}
</section>
`;
}

function countsOf({ counts }: CheckedPlan): Markup {
  const rows = countTitles.map(([kind, title]) => {
    const { there, planned } = counts[kind];
    const less = there - planned;
    return html`<tr><td>${title}</td><td>${showCount(there)}</td><td>${showCount(planned)}</td><td${new Markup(less > 0 ? ' class="less"' : "")}>${less > 0 ? showCount(less) : "–"}</td></tr>`;
  });
  return html`<table><thead><tr><th>Was da ist</th><th>im alten System</th><th>kommt mit</th><th>wartet oder bleibt</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function stateOf({ open, ledger }: CheckedPlan, nonsense: readonly string[]): Markup {
  const lines = (texts: readonly string[]) => texts.map((text) => html`<li>${text}</li>`);
  const asked =
    open === 0
      ? html`<div class="state done"><p><strong>Keine Frage ist offen.</strong></p><p>Das Archiv kann so geladen werden.</p></div>`
      : html`<div class="state"><p><strong>${showThings(open, "Frage ist", "Fragen sind")} offen.</strong></p><p>Solange wird nichts geladen. Was zu einer Frage gehört, wartet mit.</p></div>`;
  const { unused } = ledger;
  const wrong =
    nonsense.length === 0
      ? html``
      : html`<div class="state bad"><p><strong>${showThings(nonsense.length, "Antwort passt", "Antworten passen")} nicht.</strong></p><ul>${lines(nonsense)}</ul></div>`;
  const left =
    unused.length === 0
      ? html``
      : html`<p class="small">${showThings(unused.length, "Antwort gehört", "Antworten gehören")} zu keiner Frage mehr, etwa ${unused.slice(0, shownExamples).join(", ")}. In der Datei der Antworten steht sie ganz unten.</p>`;
  return html`${asked}${wrong}${left}`;
}

const times = (count: number) => (count === 1 ? "an einer Stelle" : `an ${showCount(count)} Stellen`);

function leadOf({ counts, ledger }: CheckedPlan): Markup {
  const of = (becomes: Finding["becomes"]) => ledger.findings.filter((finding) => finding.becomes === becomes);
  const sum = (findings: readonly Finding[]) => findings.reduce((total, { count }) => total + count, 0);
  const [taken, mended] = [sum(of("taken")), sum(of("mended"))];
  const questions = sum(of("question"));
  const odd = taken === 0 ? "" : ` Auffällig, aber unverändert übernehmbar ist es ${times(taken)}.`;
  const mends =
    mended === 0
      ? ""
      : ` ${times(mended).replace(/^a/, "A")} bringt Magazin etwas in Ordnung, das sich zurücknehmen lässt.`;
  const asks =
    questions === 0
      ? " Zu entscheiden ist nichts."
      : ` ${questions === 1 ? "Eine Frage kann" : `${showCount(questions)} Fragen können`} nur Sie entscheiden.`;
  return html`<p class="lead">Alles, was geholt wurde, ist durchgesehen: ${showThings(counts.boxes.there, "Box", "Boxen")} von ${showThings(counts.customers.there, "Kunden", "Kunden")}, mit allen Inhalten, Bildern, Verläufen und Lieferungen.${odd}${mends}${asks}</p>
<p>Im alten System wurde nichts geändert, und in Magazin ist noch nichts geladen.</p>`;
}

function answering({ ledger }: CheckedPlan): Markup {
  if (ledger.findings.every(({ becomes }) => becomes !== "question")) return html``;
  return html`<p>Die Fragen stehen in der Datei <code>questions.csv</code> neben diesem Bericht, eine in jeder Zeile. Sie öffnet sich in Excel oder LibreOffice. In die Spalte «Antwort» kommt eines der Wörter oder ein Wert, wie sie hier stehen. Die Zeile «alle» beantwortet alle Fragen einer Regel zugleich, und eine Antwort in der eigenen Zeile geht ihr vor. Gespeichert am selben Ort wird sie beim nächsten Prüfen gelesen. Wer lieber im alten System etwas richtigstellt, holt danach noch einmal.</p>`;
}

function sectionOf(plan: CheckedPlan, becomes: Finding["becomes"], [title, text]: readonly [string, string]): Markup {
  const findings = plan.ledger.findings.filter((finding) => finding.becomes === becomes);
  const shown = findings.toSorted((one, other) => Number(other.open > 0) - Number(one.open > 0));
  const rules = shown.length === 0 ? html`<p>Nichts.</p>` : shown.map((finding) => ruleOf(plan.address, finding));
  const how = becomes === "question" ? answering(plan) : html``;
  return html`<h2>${title}</h2><p>${text}</p>${how}${rules}`;
}

function endOf({ ledger, folder: { manifest }, digest }: CheckedPlan): Markup {
  const found = new Set(ledger.findings.map(({ rule }) => rule));
  const clean = ruleNames.filter((rule) => !found.has(rule)).map((rule) => takeoverRules[rule].title);
  const doubts = manifest.doubts.map((doubt) => html`<li>${doubt}</li>`);
  const noted = doubts.length === 0 ? html`<p>Beim Holen blieb nichts offen.</p>` : html`<ul>${doubts}</ul>`;
  const whole = manifest.whole
    ? "Gelesen wurde alles."
    : "Gelesen wurde, was die Listen des alten Systems als geändert zeigten. Am letzten Abend gehört alles gelesen.";
  return html`<h2>Was beim Holen auffiel</h2>${noted}<p>${whole}</p>
<h2>Gesucht und nicht gefunden</h2><p class="small">${clean.join(" · ")}</p>
<h2>Gesehen</h2><p>Dieser Bericht gilt für den Stand mit der Prüfsumme <span class="digest">${digest}</span>. Ändert sich im geholten Ordner ein Zeichen, gilt er nicht mehr.</p>
<div class="sign"><div>Ort, Datum</div><div>Unterschrift</div></div>`;
}

/**
 * The report of `check` as one file of HTML: everything in it, nothing of the network. `nonsense` are sentences about
 * answers that do not fit, `now` is when it was written.
 */
export function reportText(plan: CheckedPlan, nonsense: readonly string[], now: Date): string {
  const { address, completed } = plan;
  const host = URL.parse(address)?.host ?? address;
  const page = html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Übernahme aus ${host}, Stand ${showDate(berlinDay(new Date(completed)))}</title>
<style>${new Markup(reportStyle)}</style>
</head>
<body>
<main>
<h1>Übernahme aus ${host}</h1>
<p class="from">Stand ${showDayAndTime(completed)} · geprüft ${showDayAndTime(now.toISOString())}</p>
${leadOf(plan)}
${stateOf(plan, nonsense)}
${countsOf(plan)}
${sectionOf(plan, "question", ["Was Sie entscheiden", "Hier sagt das alte System zweierlei, oder zu wenig. Geraten wird nicht."])}
${sectionOf(plan, "mended", ["Was Magazin in Ordnung bringt", "Hier ist klar, was gemeint ist. Jede Änderung folgt einer Regel und lässt sich zurücknehmen."])}
${sectionOf(plan, "taken", ["Was bleibt, wie es ist", "Es fällt auf und stört nicht."])}
${endOf(plan)}
</main>
</body>
</html>
`;
  return page.text;
}
