import type { DeliveryDetail, DeliveryEvent } from "#contract/schemas/deliveries/deliveries.ts";
import { DeliveryKind, DeliveryState, isInbound, deliveryNoun } from "#rules/deliveries/delivery-state.ts";
import { showMoney } from "#rules/money.ts";
import { showUserName } from "#rules/access/users.ts";
import { showLineCount, type Line, linesOfDelivery, lineName } from "#web/delivery-lines/line-facts.ts";
import { showDateTime, showDay } from "#web/ui/berlin-time.ts";

export type TimelineKind = DeliveryEvent["kind"] | "picked" | "missing" | "received" | "due";

/** One point of a delivery's timeline. */
export interface TimelineEntry {
  readonly kind: TimelineKind;
  /** When it began, and where it took a while, when it ended; instants in UTC. */
  readonly at: string;
  readonly until: string | null;
  /** The same as people read it. */
  readonly when: string;
  readonly text: string;
  /** The name of the author, where it may be shown. */
  readonly author: string | null;
}

type Mark = "picked" | "missing" | "received";
const marks: readonly Mark[] = ["picked", "missing", "received"];

/** Returns the events of a delivery in order of time; lines between one event and the next stand together. */
export function timelineOf(delivery: DeliveryDetail): readonly TimelineEntry[] {
  const events = delivery.events.toSorted((one, other) => compare(one.created, other.created));
  const runs = marks.flatMap((mark) => runsOf(mark, delivery, events));
  const entries = [...events.map((event) => entryOf(event, delivery.kind)), ...runs];
  entries.sort((one, other) => compare(one.at, other.at) || rank(one.kind) - rank(other.kind));
  return [...entries, ...dueOf(delivery)];
}

/** Ranks entries that one action has caused, which all have the same time. The first line begins the work, the last one may end it. */
function rank(kind: TimelineKind): number {
  if (kind === "created") return 0;
  if (kind === "completed" || kind === "canceled") return 3;
  return kind === "started" ? 1 : 2;
}

const compare = (one: string, other: string) => Date.parse(one) - Date.parse(other);

/** The lines that were marked so, in one run for each stretch between two events. */
function runsOf(mark: Mark, delivery: DeliveryDetail, events: readonly DeliveryEvent[]): TimelineEntry[] {
  const runs = new Map<number, { line: Line; at: string }[]>();
  for (const line of linesOfDelivery(delivery)) {
    const at = line[`${mark}_at`];
    if (at === null) continue;
    const isBefore = ({ created, kind }: DeliveryEvent) => (compare(created, at) || rank(kind) - rank(mark)) <= 0;
    const stretch = events.filter(isBefore).length;
    const run = runs.get(stretch);
    if (run) run.push({ line, at });
    else runs.set(stretch, [{ line, at }]);
  }
  return [...runs.values()].map((run) => {
    const times = run.map(({ at }) => at).sort(compare);
    const [at = "", until = ""] = [times[0], times.at(-1)];
    const lines = run.map(({ line }) => line);
    const entry = { kind: mark, at, text: sentenceOf(mark, lines, delivery), author: null };
    if (until === at) return { ...entry, until: null, when: showDateTime(at) };
    return { ...entry, until, when: span(at, until) };
  });
}

/** From when to when, with the day once where both are on it. */
function span(at: string, until: string): string {
  const [from, to, day] = [showDateTime(at), showDateTime(until), `${showDay(until)} `];
  if (from === to) return from;
  return `${from} bis ${from.startsWith(day) ? to.slice(day.length) : to}`;
}

const mostNamed = 5;

const receivedWord: Record<DeliveryKind, string> = {
  0: "zurückgekommen",
  1: "zurückgekommen",
  2: "gekommen",
  3: "gescannt und zurückgestellt",
};

function sentenceOf(mark: Mark, lines: readonly Line[], { kind }: DeliveryDetail): string {
  if (mark === "picked") return `${showLineCount(lines.length)} kommissioniert`;
  if (mark === "received") return `${showLineCount(lines.length)} ${receivedWord[kind]}`;
  const missingText = `${showLineCount(lines.length)} ${isInbound(kind) ? "nicht gekommen" : "nicht gefunden"}`;
  const names = lines.slice(0, mostNamed).map((line) => `${lineName(line)}${line.reason ? ` (${line.reason})` : ""}`);
  return `${missingText}: ${names.join(", ")}${lines.length > mostNamed ? " und weitere" : ""}`;
}

function entryOf(event: DeliveryEvent, kind: DeliveryKind): TimelineEntry {
  const { user, created } = event;
  const author = user && showUserName(user);
  const when = showDateTime(created);
  return { kind: event.kind, at: created, until: null, when, text: eventText(event, kind), author };
}

const createdText: Record<DeliveryKind, string> = {
  0: "Lieferung angelegt",
  1: "Rückgabe angekündigt",
  2: "Abholung bestellt",
  3: "Scans bestellt",
};

function eventText({ kind, from, to }: DeliveryEvent, of: DeliveryKind): string {
  switch (kind) {
    case "created":
      return `${createdText[of]}${to === null ? "" : ` als Eilauftrag: ${to}`}`;
    case "started":
      return "Bearbeitung begonnen";
    case "price":
      return `Preis geändert${change(from, to, showMoney)}`;
    case "time":
      return `Termin geändert${change(from, to, (value) => showTime(of, value))}`;
    case "cost_centre":
      return `Kostenstelle geändert${change(from, to, (name) => `„${name}“`)}`;
    case "address":
      return `Adresse geändert${change(from, to, (line) => `„${line}“`)}`;
    case "boxes":
      return `Boxen geändert${moved(from, to)}`;
    case "boxcontents":
      return `Inhalte geändert${moved(from, to, "aus ")}`;
    case "completed":
      if (of !== DeliveryKind.customer) return `${deliveryNoun[of]} abgeschlossen`;
      return `Übergeben${to === null ? "" : ` an ${to}`} und abgeschlossen`;
    case "canceled":
      return "Storniert";
  }
}

function change(from: string | null, to: string | null, show: (value: string) => string): string {
  return `${from === null ? "" : ` von ${show(from)}`}${to === null ? "" : ` auf ${show(to)}`}`;
}

/** Describes the things taken out and those added; nothing for a reader who does not see all of them. */
function moved(from: string | null, to: string | null, where = ""): string {
  const parts = [from && `${where}${from} entfernt`, to && `${where}${to} hinzugefügt`].filter(Boolean);
  return parts.length > 0 ? `: ${parts.join("; ")}` : "";
}

/** The time of a delivery; of a return only the day is known. */
export const showTime = (kind: DeliveryKind, time: string): string =>
  kind === DeliveryKind.return ? showDay(time) : showDateTime(time);

/** Returns the entries that are still to come. */
function dueOf({ state, kind, time }: DeliveryDetail): TimelineEntry[] {
  const isRunning = state === DeliveryState.open || state === DeliveryState.processing;
  if (!isRunning || time === null) return [];
  const text = { 0: "Liefertermin", 1: "Rückgabe erwartet", 2: "Abholtermin", 3: "Fertig bis" }[kind];
  return [{ kind: "due", at: time, until: null, when: showTime(kind, time), text, author: null }];
}
