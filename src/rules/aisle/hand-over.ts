import { showBoxes } from "#rules/amounts.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { type CommonTap, firstState, type FlowState, type Say, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, deliveryOf, type KnownDelivery, type KnownLine, type LineState, wantedBy } from "./stock-data.ts";
import type { OperationDraft, HandoverOutcome } from "./operation.ts";
import { ask, commit, stay, respond, inState } from "./steps.ts";
import { resolutionFor } from "./resolutions.ts";

export type HandOverTap =
  | { readonly do: "choose"; readonly delivery: number | null }
  /** Onto the vehicle, or at the customer's. */
  | { readonly do: "phase"; readonly phase: "load" | "door" }
  /** Meaning of a scan at the customer's. */
  | { readonly do: "fate"; readonly fate: HandoverOutcome }
  | { readonly do: "complete"; readonly name: string; readonly signature?: string };

/** Flow E: what was picked goes onto the vehicle, and from it to the customer. */
export interface HandOverState extends FlowState<HandOverTap | CommonTap> {
  readonly delivery: number | null;
  readonly phase: "load" | "door";
  readonly fate: HandoverOutcome;
}

export const beginHandOver = (isOnline: boolean): HandOverState => ({
  ...firstState(isOnline),
  delivery: null,
  phase: "load",
  fate: "delivered",
});

type Of = FlowStep<HandOverState>;
type Taps = HandOverTap | CommonTap;

/** A scan loads, or takes off; only the end needs a network. */
export const handOverFlow = general<HandOverState, HandOverTap>({
  begin: beginHandOver,
  read: (turn, read) => {
    const { state } = turn;
    if (read.kind === "box") return atBox(turn, read.code);
    return respond(state, { signal: "look", title: "Keine Box", text: "Bitte eine Box scannen." });
  },
  tap: (turn, what) => {
    const { state } = turn;
    switch (what.do) {
      case "choose":
        return stay({ ...beginHandOver(state.isOnline), delivery: what.delivery });
      case "phase":
        return stay({ ...state, phase: what.phase, fate: "delivered", said: null, question: null, read: null });
      case "fate":
        return stay({ ...state, fate: what.fate });
      case "complete":
        return complete(turn, what);
    }
  },
  answer: (turn, result, entry) => {
    const { state, data } = turn;
    if (entry.deed === "handedOver" && result.status === "done")
      return respond(
        { ...state, delivery: null },
        { signal: "done", title: "Übergeben", text: "Die Lieferung ist abgeschlossen." },
      );
    const operation = result.status === "refused" ? data.operation(entry.id) : undefined;
    return operation ? ask<Taps, HandOverState>(turn, resolutionFor({ result, wanted: operation }, data)) : null;
  },
});

const isBox = ({ content }: KnownLine) => content === null;

function atBox(turn: Turn<HandOverState>, code: string): Of {
  const { state, data } = turn;
  const delivery = state.delivery === null ? ofBox(code, data) : deliveryOf(data, state.delivery);
  const line = delivery?.lines.find((one) => one.code === code && isBox(one));
  if (!delivery || !line) return foreign(state, code, data);
  const next = { ...state, delivery: delivery.id };
  const reaction = reactions[state.phase](line.state, state.fate);
  if (reaction) return respond(next, { ...reaction, code });
  const version = data.box(code)?.version;
  const { fate } = state;
  const isLoad = state.phase === "load";
  const op: OperationDraft = isLoad
    ? { kind: "load", delivery: delivery.id, code, seen: version }
    : { kind: "unload", delivery: delivery.id, code, fate, seen: version };
  const title = isLoad ? "Verladen" : fate === "back" ? "Zurück an Bord" : "Übergeben";
  const text = fate === "back" && !isLoad ? "Sie wird beim Abschließen zur Retour." : "";
  return commit(inState(turn, next), { ops: [op], say: { signal: "done", title, text, code } });
}

/** The delivery of which the first box that is scanned is a picked one. */
function ofBox(code: string, data: Data): KnownDelivery | undefined {
  const isIts = (line: KnownLine) =>
    line.code === code && isBox(line) && line.state !== "open" && line.state !== "missing";
  return data.deliveries().find(({ kind, lines }) => kind === 0 && lines.some(isIts));
}

type Heard = Omit<Say, "code">;
const look = (title: string, text = ""): Heard => ({ signal: "look", title, text });
const notPicked = look("Noch nicht kommissioniert", "Bitte zuerst kommissionieren.");
const notFound = look("Nicht gefunden gemeldet", "Bitte im Büro melden.");

/** Why a scan does nothing; null where it does what it means. */
const reactions: Record<HandOverState["phase"], (line: LineState, fate: HandoverOutcome) => Heard | null> = {
  load: (line) =>
    ({ open: notPicked, missing: notFound, done: null, loaded: look("Schon verladen"), delivered: null, left: null })[
      line
    ],
  door: (line, fate) =>
    ({
      open: notPicked,
      missing: notFound,
      done: null,
      loaded: null,
      delivered: fate === "delivered" ? look("Schon übergeben") : null,
      left: fate === "back" ? look("Schon wieder an Bord") : null,
    })[line],
};

function foreign(state: HandOverState, code: string, data: Data): Of {
  const other = wantedBy(data, code)?.delivery ?? ofBox(code, data);
  const text = other
    ? `Sie gehört zu Lieferung ${showDeliveryCode(other.code)}.`
    : "Sie gehört zu keiner offenen Lieferung.";
  if (state.delivery === null && other)
    return respond(state, { ...notPicked, text: `${text} ${notPicked.text}`, code });
  return respond(state, { signal: "stop", title: "Falsche Box", text, code });
}

/** Counts the boxes of a delivery by state. */
export function countLineStates(delivery: KnownDelivery | undefined): Readonly<Record<LineState, number>> {
  const counts = { open: 0, done: 0, missing: 0, loaded: 0, delivered: 0, left: 0 };
  for (const { state } of delivery?.lines ?? []) counts[state]++;
  return counts;
}

function complete(turn: Turn<HandOverState>, { name, signature }: Extract<HandOverTap, { do: "complete" }>): Of {
  const { state, data } = turn;
  const { delivery: id } = state;
  if (id === null) return stay(state);
  if (!state.isOnline)
    return respond(state, look("Nur mit Netz", "Abgeschlossen wird, sobald das Netz wieder da ist."));
  if (name.trim() === "") return respond(state, look("Name fehlt", "Bitte eintragen, wer die Lieferung annimmt."));
  const delivery = deliveryOf(data, id);
  const { open } = countLineStates(delivery);
  if (open > 0) return respond(state, look("Noch offen", `${open} nicht kommissioniert.`));
  const say: Say = { signal: "look", title: "Wird abgeschlossen …", text: "" };
  const ops: OperationDraft[] = [
    { kind: "handover", delivery: id, name: name.trim(), ...(signature && { signature }) },
  ];
  const boxes = delivery?.lines.filter(isBox) ?? [];
  const remainingBoxes = boxes.filter(({ state: now }) => now === "done" || now === "loaded").length;
  if (remainingBoxes === 0) return commit(turn, { ops, say });
  return ask<Taps, HandOverState>(turn, {
    ...look("Nicht abgescannt"),
    text: `${showBoxes(remainingBoxes)} nicht beim Kunden gescannt. Als übergeben abschließen?`,
    isOptional: true,
    choices: [
      { label: "Abschließen", needsNetwork: true, what: { do: "commit", ops, settles: [], say } },
      { label: "Noch nicht", what: { do: "leave" } },
    ],
  });
}
