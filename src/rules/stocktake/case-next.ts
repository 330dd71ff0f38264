import { showUserName } from "#rules/access/users.ts";
import { showDate } from "#rules/dates.ts";
import { CaseState, caseStateText } from "./case-state.ts";

type Person = Parameters<typeof showUserName>[0];

/** Facts about a case that decide what comes next for it. */
export interface CaseStanding {
  readonly state: CaseState;
  readonly assignee: Person | null;
  /** The day on which it becomes the next person's, `YYYY-MM-DD`; null where there is none. */
  readonly until: string | null;
  /** True where the box was scanned since. */
  readonly isSeen: boolean;
}

const isSearched = (state: CaseState) => state === CaseState.open || state === CaseState.searched;
const untilText = ({ state, until }: Pick<CaseStanding, "state" | "until">) =>
  until !== null && isSearched(state) ? ` bis ${showDate(until)}` : "";

/** Says what comes next for a case, in one sentence. */
export function nextOfCase(it: CaseStanding): string {
  const { state, assignee, isSeen } = it;
  if (state === CaseState.closed) return "Der Klärfall ist geschlossen; er bleibt nachzulesen.";
  if (isSeen) return "Die Box ist wieder gescannt; ist alles geklärt, den Klärfall schließen.";
  if (state === CaseState.found) return "Die Box ist gefunden; als Nächstes einlagern und den Klärfall schließen.";
  if (state === CaseState.lost) return "Der Verlust ist gemeldet; als Nächstes den Kunden unterrichten und schließen.";
  if (!assignee) return `Als Nächstes jemandem zuweisen, der${untilText(it)} sucht.`;
  return `${showUserName(assignee)} sucht${untilText(it)}.`;
}

/** A case as the page of its box names it, after its number: `gesucht von Sabine Krüger, bis 26.11.2026`. */
export function showStandingOfCase({ state, assignee, until }: Omit<CaseStanding, "isSeen">): string {
  const relation = state === CaseState.searched ? " von " : ", zuständig ";
  const searcher = assignee && isSearched(state) ? relation + showUserName(assignee) : "";
  return [caseStateText[state] + searcher, untilText({ state, until }).trim()].filter(Boolean).join(", ");
}
