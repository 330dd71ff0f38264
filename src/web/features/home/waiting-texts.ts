import type { WaitingLine } from "#contract/schemas/home/home.ts";
import { mostToDo } from "#contract/limits.ts";
import { showCount } from "#rules/amounts.ts";
import type { WaitingKind } from "#rules/waiting-lines.ts";

type Action = "Freigeben" | "Bestätigen" | "Prüfen" | "Einlagern" | "Weiter" | "Berichtigen" | "Abrechnen";

/** Names of waiting things, as one and as many, and the action on them. */
const texts: Readonly<Record<WaitingKind, readonly [one: string, many: string, action: Action]>> = {
  batch_draft: ["Vernichtung ist noch nicht vorgelegt", "Vernichtungen sind noch nicht vorgelegt", "Weiter"],
  batch_approve: ["Vernichtung wartet auf Ihre Freigabe", "Vernichtungen warten auf Ihre Freigabe", "Freigeben"],
  batch_letter: ["Brief mit Freigabe ist einzutragen", "Briefe mit Freigabe sind einzutragen", "Freigeben"],
  batch_unanswered: ["Vernichtungsanfrage ohne Antwort", "Vernichtungsanfragen ohne Antwort", "Prüfen"],
  batch_nobody: [
    "Vernichtung kann vom Kunden niemand mehr freigeben",
    "Vernichtungen kann vom Kunden niemand mehr freigeben",
    "Prüfen",
  ],
  batch_confirm: ["Vernichtung braucht eine zweite Person", "Vernichtungen brauchen eine zweite Person", "Bestätigen"],
  batch_shred: ["Vernichtung ist bereit für den Schredder", "Vernichtungen sind bereit für den Schredder", "Weiter"],
  batch_witness: ["Vernichtung ist zu bezeugen", "Vernichtungen sind zu bezeugen", "Bestätigen"],
  batch_certify: ["Vernichtung ist zu bescheinigen", "Vernichtungen sind zu bescheinigen", "Weiter"],
  procedure: [
    "Änderung am Vernichtungsverfahren braucht Ihre Zustimmung",
    "Änderungen am Vernichtungsverfahren brauchen Ihre Zustimmung",
    "Bestätigen",
  ],
  import_errors: ["Import hat Fehler", "Importe haben Fehler", "Berichtigen"],
  import_open: ["Import ist noch nicht übernommen", "Importe sind noch nicht übernommen", "Weiter"],
  rows_counted: ["gezählte Reihe ist zu prüfen", "gezählte Reihen sind zu prüfen", "Prüfen"],
  second_looks: ["fehlende Box ist noch einmal zu suchen", "fehlende Boxen sind noch einmal zu suchen", "Prüfen"],
  cases_due: ["Klärfall ist fällig", "Klärfälle sind fällig", "Prüfen"],
  cases_seen: ["gesuchte Box wurde inzwischen gescannt", "gesuchte Boxen wurden inzwischen gescannt", "Prüfen"],
  cases_mine: ["Klärfall ist Ihnen zugewiesen", "Klärfälle sind Ihnen zugewiesen", "Weiter"],
  boxes_overdue: ["Box ist überfällig und noch nicht zurück", "Boxen sind überfällig und noch nicht zurück", "Prüfen"],
  boxes_returned: ["zurückgekommene Box ist einzulagern", "zurückgekommene Boxen sind einzulagern", "Einlagern"],
  boxes_inconsistent: ["Box ist inkonsistent", "Boxen sind inkonsistent", "Prüfen"],
  boxes_marked: ["Box ist zur Vernichtung markiert", "Boxen sind zur Vernichtung markiert", "Prüfen"],
  billing_due: ["Kunde", "Kunden", "Abrechnen"],
  numbers: ["letzte Nummer ist zu nennen", "letzte Nummern sind zu nennen", "Weiter"],
  messages_failed: ["Nachricht konnte nicht gesendet werden", "Nachrichten konnten nicht gesendet werden", "Prüfen"],
  pictures: ["Bild ist zu bearbeiten", "Bilder sind zu bearbeiten", "Prüfen"],
};

/** `"3 Klärfälle sind fällig"`; of pictures no more are counted than anybody would work off. */
export function waitingText({ kind, count, first }: Pick<WaitingLine, "kind" | "count" | "first">): string {
  const [one, many] = texts[kind];
  if (kind === "billing_due") return `${showCount(count)} ${count === 1 ? one : many} für ${first.name} abzurechnen`;
  const more = kind === "pictures" && count >= mostToDo ? "+" : "";
  return `${showCount(count)}${more} ${count === 1 ? one : many}`;
}

export const actionOf = ({ kind }: Pick<WaitingLine, "kind">): Action => texts[kind][2];
