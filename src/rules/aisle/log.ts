import type { ScanKind, FlowState, LogEntry } from "./flow.ts";
import { type Data, shelfPlaceOf, type RowSpot } from "./stock-data.ts";
import { boxesOfOperation, type Operation, type OperationKind } from "./operation.ts";

const mostLogged = 500; // the last five are shown; what waits for an answer is found again

/** Word for each action, shown beside its place. */
export const scanKindText: Record<ScanKind, string> = {
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
  staged: "Bereitgestellt",
  shredded: "Vernichtet",
  counted: "Gezählt",
  rowCounted: "Reihe gezählt",
  unknown: "Unbekannt",
  none: "Offen",
};

const scanKinds: Record<OperationKind, ScanKind> = {
  store: "stored",
  pick: "picked",
  missing: "missing",
  receive: "received",
  release: "released",
  swap: "swapped",
  move_row: "rowMoved",
  count: "counted",
  undo: "none",
  create: "created",
  load: "loaded",
  unload: "delivered",
  handover: "handedOver",
  stage: "staged",
  shred: "shredded",
};

/** Returns the action of an operation, as the list says it. */
export function scanKind(operation: Operation): ScanKind {
  if (operation.kind === "store" && operation.move) return "moved";
  if (operation.kind === "unload" && operation.fate === "back") return "back";
  if (operation.kind === "count" && operation.close) return "rowCounted";
  return scanKinds[operation.kind];
}

/** Operations that can be undone, at least until they are sent; a loaded box is unloaded by a scan. */
const revocable: readonly OperationKind[] = ["store", "pick", "receive", "missing", "stage"];

/** Says whether the server undoes this action, too. */
export const isUndoneLater = (kind: ScanKind): boolean => kind === "stored" || kind === "moved";

/** The place that an operation is about. */
function spotOf(operation: Operation): RowSpot | null {
  if (operation.kind === "store") return operation;
  if (operation.kind !== "count") return null;
  const [place] = operation.places;
  return place ? { row: operation.row, part: place.part, height: place.height } : null;
}

/** The line of an operation that has just been asked for; of a content `about` is the code of its box. */
export function lineOf(operation: Operation, at: number, about: string, data: Data): LogEntry {
  const [code = about] = boxesOfOperation(operation);
  const spot = spotOf(operation) ?? data.box(code)?.place ?? null;
  return {
    id: operation.id,
    at,
    code,
    deed: scanKind(operation),
    place: shelfPlaceOf(data, spot),
    status: "waiting",
    message: null,
    isRevocable: revocable.includes(operation.kind),
  };
}

export const findLogEntry = (state: FlowState, id: string): LogEntry | undefined =>
  state.log.find((entry) => entry.id === id);

type Count = keyof FlowState["counts"];

/** As what a line counts: what was taken back counts no more. */
function countedAs({ status, deed }: LogEntry): Count | null {
  if (status === "refused" || status === "open") return status;
  return status === "undone" ? null : deed;
}

function adjustCounts(counts: FlowState["counts"], was: Count | null, is: Count | null): FlowState["counts"] {
  if (was === is) return counts;
  const next = { ...counts };
  if (was) next[was] = (next[was] ?? 0) - 1;
  if (is) next[is] = (next[is] ?? 0) + 1;
  return next;
}

/** Writes down what was done. */
export const appendToLog = <S extends FlowState>(state: S, ...entries: readonly LogEntry[]): S => ({
  ...state,
  log: [...state.log, ...entries].slice(-mostLogged),
  counts: entries.reduce((counts, entry) => adjustCounts(counts, null, countedAs(entry)), state.counts),
});

/** Updates the log entry of an operation with what has become of it. */
export function updateLogEntry<S extends FlowState>(state: S, id: string, now: Partial<LogEntry>): S {
  const entry = findLogEntry(state, id);
  if (!entry) return state;
  const next = { ...entry, ...now };
  const log = state.log.map((one) => (one.id === id ? next : one));
  return { ...state, log, counts: adjustCounts(state.counts, countedAs(entry), countedAs(next)) };
}

/** A line that stands for nothing done. */
export const openLine = (id: string, at: number, code: string, message: string): LogEntry => ({
  id,
  at,
  code,
  deed: "none",
  place: null,
  status: "open",
  message,
  isRevocable: false,
});

/** Leaves a question open: a worker who scans something else has not answered it. The action stays undone, and the list says so. */
export function openLeft<S extends FlowState>(state: S): S {
  const { question } = state;
  if (!question) return state;
  const { about, since, code = "", title, isOptional } = question;
  const answeredState = { ...state, question: null };
  return isOptional || findLogEntry(state, about)
    ? answeredState
    : appendToLog(answeredState, openLine(about, since, code, title));
}
