import { showBoxes } from "#rules/amounts.ts";
import { berlinDay } from "#rules/dates.ts";
import { type LineProgress, showBatch } from "#rules/destruction/batch-state.ts";
import { parseWeight } from "#rules/destruction/weight.ts";
import { type CommonTap, firstState, type FlowState, type Say, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, type KnownBatch, type KnownBatchLine, shelfPlaceOf } from "./stock-data.ts";
import { isNews } from "./operation.ts";
import { ask, commit, note, stay, respond, inState } from "./steps.ts";
import { nextLine, countPassedLines, sayRow, type Stop, stopOf, wantedText } from "./walk.ts";
import { resolutionFor } from "./resolutions.ts";

export type DestroyTap =
  | { readonly do: "choose"; readonly batch: number | null }
  /** To the shelves, or at the shredder. */
  | { readonly do: "phase"; readonly phase: "stage" | "shred" }
  /** Weight in kg of the box that is scanned next, as it was typed; empty where the box is not weighed. */
  | { readonly do: "weigh"; readonly kg: string }
  | { readonly do: "skip" };

/** Flow H: the boxes of a destruction batch are fetched, and each is destroyed when it is scanned at the shredder. */
export interface DestroyState extends FlowState<DestroyTap | CommonTap> {
  readonly batch: number | null;
  readonly phase: "stage" | "shred";
  /** Where the worker was last. */
  readonly after: Stop | null;
  readonly skipped: readonly string[];
  /** Typed weight of the box that is scanned next. */
  readonly kg?: string;
}

export const beginDestroy = (isOnline: boolean): DestroyState => ({
  ...firstState(isOnline),
  batch: null,
  phase: "stage",
  after: null,
  skipped: [],
});

type Of = FlowStep<DestroyState>;

/** Flow of destruction. Fetched boxes wait without a network; destroyed boxes do not, and are not sent later. */
export const destroyBoxes = general<DestroyState, DestroyTap>({
  begin: beginDestroy,
  read: (turn, read) => {
    const { state, data } = turn;
    const batch = batchOf(state, data);
    if (!batch) return respond(state, look("Zuerst auswählen", "Bitte einen Vorgang auswählen."));
    if (read.kind === "box") return atBox(turn, batch, read.code);
    if (read.kind === "row" && state.phase === "stage")
      return respond(state, sayRow(read.row, destroyLine(state, data), data));
    return respond(state, look("Keine Box", "Bitte eine Box scannen."));
  },
  tap: ({ state, data }, what) => {
    switch (what.do) {
      case "choose":
        return stay({ ...beginDestroy(state.isOnline), batch: what.batch });
      case "phase":
        return stay({ ...state, phase: what.phase, kg: "", said: null, question: null, read: null });
      case "weigh":
        return stay({ ...state, kg: what.kg, read: null }); // the same box, scanned once more, is meant
      case "skip":
        return skip(state, data);
    }
  },
  answer: (turn, result, entry) => {
    const { state, data } = turn;
    if (result.status === "done") return entry.deed === "shredded" ? refuseDestroyed(state, entry.code, data) : null;
    const operation = data.operation(entry.id);
    if (!operation) return null;
    const say: Say = { signal: "stop", title: "Nichts vernichtet", text: result.message ?? "", code: entry.code };
    if (isNews(operation.kind, result.code)) return respond(state, say);
    return ask<DestroyTap | CommonTap, DestroyState>(turn, resolutionFor({ result, wanted: operation }, data));
  },
});

/** The batch that was chosen; undefined where it is over. */
export const batchOf = ({ batch }: Pick<DestroyState, "batch">, data: Data): KnownBatch | undefined =>
  data.batches().find(({ id }) => id === batch);

const toFetch = (state: DestroyState, data: Data) =>
  batchOf(state, data)?.lines.filter((line) => line.state === "open" && !line.isHeld) ?? [];

/** The box in front of which the worker is to stand; null where all are fetched, but for those that are held. */
export const destroyLine = (state: DestroyState, data: Data): KnownBatchLine | null =>
  nextLine(toFetch(state, data), state.after, state.skipped, data);

/** Counts the boxes of a batch by progress, and the held ones among those that are left. */
export function countBatch({ lines }: KnownBatch): Readonly<Record<LineProgress | "held", number>> {
  const counts = { open: 0, staged: 0, destroyed: 0, out: 0, held: 0 };
  for (const { state, isHeld } of lines) {
    counts[state]++;
    if (isHeld) counts.held++;
  }
  return counts;
}

/** The first day on which boxes may be destroyed; null where it has come. */
export function firstDay({ waitUntil }: KnownBatch, now: Date): string | null {
  const end = waitUntil === null ? null : new Date(waitUntil);
  return end && end > now ? berlinDay(end) : null;
}

/** Says whether nothing remains to be done for a batch but to bear witness; also true of a batch that no longer exists. */
export function isBatchDone(batch: KnownBatch | undefined): boolean {
  return batch?.lines.every(({ state }) => state === "destroyed" || state === "out") ?? true;
}

/** The same of the batch that was chosen, once the server has said so. */
export const isEnded = (state: DestroyState, data: Data): boolean =>
  isBatchDone(batchOf(state, data)) &&
  !state.log.some(({ deed, status }) => deed === "shredded" && status === "waiting");

const look = (title: string, text: string): Say => ({ signal: "look", title, text });

function atBox(turn: Turn<DestroyState>, batch: KnownBatch, code: string): Of {
  const { state, data } = turn;
  const line = batch.lines.find((one) => one.code === code);
  if (!line) return foreign(state, code, data);
  const plate = shelfPlaceOf(data, data.box(code)?.place ?? null) ?? undefined;
  const isFetching = state.phase === "stage";
  if (line.state === "destroyed") return refuseMissing(turn, code);
  if (line.state === "out") {
    const text = "Sie wurde aus dem Vorgang genommen. Bitte zurückstellen.";
    return respond(state, { signal: "stop", title: "Nicht vernichten", text, code, plate });
  }
  if (line.isHeld) {
    const text = "Auf ihr liegt eine Sperre. Bitte zurückstellen.";
    return respond(state, { signal: "stop", title: "Gesperrt", text, code, plate });
  }
  if (isFetching && line.state === "staged") return respond(state, { ...look("Schon bereitgestellt", ""), code });
  return isFetching ? stage(turn, batch, line) : shredBox(turn, batch, code);
}

function foreign(state: DestroyState, code: string, data: Data): Of {
  const other = data.batches().find(({ lines }) => lines.some((line) => line.code === code));
  const where = other ? `Sie gehört zu ${showBatch(other.id)}.` : "Sie gehört zu keinem offenen Vorgang.";
  const text =
    state.phase === "stage" ? `${where} ${wantedText(destroyLine(state, data))}` : `${where} Nichts ist geschehen.`;
  return respond(state, { signal: "stop", title: "Falsche Box", text, code });
}

/** Refuses a box as missing: a destroyed box may still lie at the shredder, but on no shelf. */
function refuseMissing(turn: Turn<DestroyState>, code: string): Of {
  const { state } = turn;
  if (state.phase === "shred") return respond(state, { ...look("Schon vernichtet", ""), code });
  const text = "Die Box ist vernichtet. Bitte zur Seite stellen.";
  return note(turn, { signal: "stop", title: "Vernichtet", text, code });
}

function stage(turn: Turn<DestroyState>, batch: KnownBatch, line: KnownBatchLine): Of {
  const { state, data } = turn;
  const { code } = line;
  const openCount = countBatch(batch).open - 1;
  const text = openCount > 0 ? `Noch ${showBoxes(openCount)}.` : "Alle stehen bereit.";
  const say: Say = { signal: "done", title: "Bereitgestellt", text, code };
  const ops = [{ kind: "stage" as const, batch: batch.id, code, seen: data.box(code)?.version }];
  return commit(inState(turn, { ...state, after: stopOf(line, data) }), { ops, say });
}

function shredBox(turn: Turn<DestroyState>, { id }: KnownBatch, code: string): Of {
  const { state, data } = turn;
  if (!state.isOnline) {
    const text = "Vernichtet wird nur mit Netz. Nichts ist geschehen.";
    return respond(state, { signal: "stop", title: "Nur mit Netz", text, code });
  }
  const { kg = "" } = state;
  const weight = parseWeight(kg);
  if (weight === null && kg.trim() !== "") {
    const text = `„${kg}“ ist kein Gewicht in kg. Nichts ist geschehen.`;
    return respond(state, { signal: "stop", title: "Gewicht prüfen", text, code });
  }
  const op = { kind: "shred" as const, batch: id, code, seen: data.box(code)?.version };
  const ops = [weight === null ? op : { ...op, weight_kg: weight }];
  const say: Say = { signal: "tick", title: "Wird geprüft …", text: "Bitte noch nicht einwerfen.", code };
  return commit(inState(turn, { ...state, kg: "" }), { ops, say });
}

function refuseDestroyed(state: DestroyState, code: string, data: Data): Of {
  const batch = batchOf(state, data);
  const counts = batch && countBatch(batch);
  const openCount = counts ? counts.open + counts.staged : 0;
  const text = openCount > 0 ? `Noch ${showBoxes(openCount)}.` : "Das war die letzte Box.";
  return respond(state, { signal: "done", title: "Vernichtet", text, code });
}

function skip(state: DestroyState, data: Data): Of {
  const line = destroyLine(state, data);
  if (!line) return stay(state);
  return stay({ ...state, ...countPassedLines(toFetch(state, data), line, state.skipped, data), question: null });
}
