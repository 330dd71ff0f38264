import type { Deed, FlowState, Logged } from "./flow.ts";
import { type Data, placeOf } from "./known.ts";
import { boxesOf, type Operation, type OperationKind } from "./operation.ts";

const mostLogged = 500; // the last five are shown; what waits for an answer is found again

/** What was done, in the word beside its place. */
export const deedText: Record<Deed, string> = {
  stored: "Eingelagert",
  moved: "Umgelagert",
  swapped: "Getauscht",
  picked: "Kommissioniert",
  missing: "Nicht gefunden",
  received: "Zurückgekommen",
  released: "Ausgelagert",
  created: "Angelegt",
  loaded: "Verladen",
  delivered: "Übergeben",
  back: "Zurück an Bord",
  handedOver: "Abgeschlossen",
  rowMoved: "Reihe umgelagert",
  shredded: "Vernichtet",
  unknown: "Unbekannt",
  none: "Offen",
};

const deeds: Record<OperationKind, Deed> = {
  store: "stored",
  pick: "picked",
  missing: "missing",
  receive: "received",
  release: "released",
  swap: "swapped",
  move_row: "rowMoved",
  count: "none",
  undo: "none",
  create: "created",
  load: "loaded",
  unload: "delivered",
  handover: "handedOver",
  shred: "shredded",
};

/** What an operation does, as the list says it. */
export function deedOf(operation: Operation): Deed {
  if (operation.kind === "store" && operation.move) return "moved";
  if (operation.kind === "unload" && operation.fate === "back") return "back";
  return deeds[operation.kind];
}

/** What can be taken back, at least until it is sent; what was loaded is unloaded by a scan. */
const revocable: readonly OperationKind[] = ["store", "pick", "receive", "missing"];

/** What the server takes back, too. */
export const isUndoneLater = (deed: Deed): boolean => deed === "stored" || deed === "moved";

/** The line of an operation that has just been asked for; of a content `about` is the code of its box. */
export function lineOf(operation: Operation, at: number, about: string, data: Data): Logged {
  const [code = about] = boxesOf(operation);
  const spot = operation.kind === "store" ? operation : (data.box(code)?.place ?? null);
  return {
    id: operation.id,
    at,
    code,
    deed: deedOf(operation),
    place: placeOf(data, spot),
    status: "waiting",
    message: null,
    isRevocable: revocable.includes(operation.kind),
  };
}

export const logged = (state: FlowState, id: string): Logged | undefined => state.log.find((entry) => entry.id === id);

type Count = keyof FlowState["counts"];

/** As what a line counts: what was taken back counts no more. */
function countedAs({ status, deed }: Logged): Count | null {
  if (status === "refused" || status === "open") return status;
  return status === "undone" ? null : deed;
}

function counted(counts: FlowState["counts"], was: Count | null, is: Count | null): FlowState["counts"] {
  if (was === is) return counts;
  const next = { ...counts };
  if (was) next[was] = (next[was] ?? 0) - 1;
  if (is) next[is] = (next[is] ?? 0) + 1;
  return next;
}

/** Writes down what was done. */
export const noted = <S extends FlowState>(state: S, ...entries: readonly Logged[]): S => ({
  ...state,
  log: [...state.log, ...entries].slice(-mostLogged),
  counts: entries.reduce((counts, entry) => counted(counts, null, countedAs(entry)), state.counts),
});

/** What has become of it. */
export function marked<S extends FlowState>(state: S, id: string, now: Partial<Logged>): S {
  const entry = logged(state, id);
  if (!entry) return state;
  const next = { ...entry, ...now };
  const log = state.log.map((one) => (one.id === id ? next : one));
  return { ...state, log, counts: counted(state.counts, countedAs(entry), countedAs(next)) };
}

/** A line that stands for nothing done. */
export const openLine = (id: string, at: number, code: string, message: string): Logged => ({
  id,
  at,
  code,
  deed: "none",
  place: null,
  status: "open",
  message,
  isRevocable: false,
});

/** Who scans something else has not answered what was asked: that stays undone, and the list says so. */
export function openLeft<S extends FlowState>(state: S): S {
  const { question } = state;
  if (!question) return state;
  const { about, since, code = "", title, isOptional } = question;
  const closed = { ...state, question: null };
  return isOptional || logged(state, about) ? closed : noted(closed, openLine(about, since, code, title));
}
