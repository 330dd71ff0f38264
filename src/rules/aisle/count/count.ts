import { showBoxes } from "#rules/amounts.ts";
import { keyOf, type Spot } from "#rules/stock/places/place-cursor.ts";
import { CountState } from "#rules/stocktake/stocktake-state.ts";
import {
  type CountScan,
  type Counting,
  countSpot,
  type ExpectedBox,
  expectedIn,
  placeCode,
  uncountedBoxes,
} from "./count-places.ts";
import {
  type CommonTap,
  firstState,
  type FlowState,
  type Happening,
  type Reducer,
  type Say,
  type FlowStep,
  type Turn,
} from "#rules/aisle/flow.ts";
import { general } from "#rules/aisle/general.ts";
import { type Data, type KnownRow, type KnownStocktake, shelfPlaceOf } from "#rules/aisle/stock-data.ts";
import { rowHere } from "#rules/aisle/halls/elsewhere.ts";
import type { OperationDraft } from "#rules/aisle/operation.ts";
import { ask, addCode, commit, stay, respond, inState } from "#rules/aisle/steps.ts";

type CountMode = "blind" | "target";

export type CountTap =
  /** Another row, whatever was left of this one. */
  | { readonly do: "row"; readonly row: number }
  | { readonly do: "mode"; readonly mode: CountMode }
  | { readonly do: "cursor"; readonly spot: Spot }
  /** Nothing stands at the cursor. */
  | { readonly do: "empty" }
  /** A label that could not be read, or that is no box's. */
  | { readonly do: "count"; readonly code: string }
  /** Takes back the last count, which is wrong. */
  | { readonly do: "back" }
  | { readonly do: "close" }
  /** Nothing stands where something was expected. */
  | { readonly do: "vacant"; readonly spots: readonly Spot[] }
  /** Places that the server has of a row that was begun before. */
  | { readonly do: "resume"; readonly places: readonly CountScan[]; readonly target: readonly ExpectedBox[] | null }
  /** Somebody else counts the row, or it was counted: the worker goes on with it, or counts it anew. */
  | { readonly do: "want"; readonly want: "take_over" | "again" }
  /** The server has agreed: all that was counted goes there once more. */
  | { readonly do: "resend" }
  | { readonly do: "failed"; readonly text: string };

type Taps = CountTap | CommonTap;

/** Flow G: a row is counted, box by box in the order in which they stand. */
export interface CountingState extends FlowState<Taps> {
  readonly row: number | null;
  /** The stocktake that it is counted for; the server finds or makes one where there is none. */
  readonly session: number | null;
  readonly mode: CountMode | null;
  readonly expected: readonly ExpectedBox[];
  readonly counted: readonly CountScan[];
  readonly cursor: Spot | null;
  /** Changes by the last scans, for undoing them: each place as it was, null where it was not counted. */
  readonly changes: readonly (readonly { readonly spot: Spot; readonly was: CountScan | null }[])[];
  readonly isEnded: boolean;
  /** Request that the device is to make to the server. */
  readonly want: "take_over" | "again" | null;
}

export const beginCount = (isOnline: boolean): CountingState => ({
  ...firstState(isOnline),
  row: null,
  session: null,
  mode: null,
  expected: [],
  counted: [],
  cursor: null,
  changes: [],
  isEnded: false,
  want: null,
});

type Of = FlowStep<CountingState>;
const mostBack = 20; // scans that can be taken back one after the other
const mostPlaces = 500; // of one operation
const look = (title: string, text: string): Say => ({ signal: "look", title, text });

const flow = general<CountingState, CountTap>({
  begin: beginCount,
  read: (turn, read) => {
    const { state } = turn;
    if (read.kind === "row") return atRow(turn, read.row);
    const problem = notReady(state);
    if (problem) return respond(state, problem);
    if (read.kind === "box") return atBox(turn, read.code);
    return ask<Taps, CountingState>(turn, {
      ...look("Kein Boxcode", "Ist das die Box an diesem Platz?"),
      code: read.text,
      choices: [
        { label: "Trotzdem zählen", what: { do: "count", code: read.text } },
        { label: "Nein", what: { do: "leave" } },
      ],
      isOptional: true,
    });
  },
  tap: (turn, what) => {
    const { state, data } = turn;
    switch (what.do) {
      case "row":
        return chooseRow({ ...beginCount(state.isOnline), log: state.log }, what.row, data);
      case "mode":
        return start(state, what.mode, data);
      case "cursor":
        return stay({ ...state, cursor: what.spot, question: null });
      case "empty":
        return empty(turn);
      case "count":
        return count(turn, what.code, true);
      case "back":
        return back(turn);
      case "close":
        return close(turn, []);
      case "vacant":
        return close(turn, what.spots);
      case "resume":
        if (state.counted.length > 0) return stay(state);
        return stay({ ...state, counted: what.places, expected: what.target ?? state.expected });
      case "want":
        return stay({ ...state, want: what.want, question: null });
      case "resend":
        return resend(turn);
      case "failed":
        return respond({ ...state, want: null }, { signal: "stop", title: "Nicht gezählt", text: what.text });
    }
  },
  answer: (turn, result, entry) => {
    const { state } = turn;
    if (result.status === "done")
      return entry.deed === "rowCounted" ? respond(state, { signal: "done", title: "Reihe gezählt", text: "" }) : null;
    const want = result.code === "counting" ? "take_over" : result.code === "counted" ? "again" : null;
    const label = want === "again" ? "Noch einmal zählen" : "Weiterzählen";
    return ask<Taps, CountingState>(turn, {
      signal: "stop",
      title: "Nicht gezählt",
      text: result.message ?? "",
      choices: [
        ...(want && state.session !== null ? [{ label, what: { do: "want", want } as const, needsNetwork: true }] : []),
        { label: "Verwerfen", what: { do: "restart" } },
      ],
    });
  },
});

/** Scans what stands there; silent as long as it is what was predicted. */
export const countRow: Reducer<CountingState, Taps> = (state, event, data) => {
  const step = flow(state, event, data);
  if (event.type !== "answer" || event.result.status !== "refused") return step;
  // reported once, for all scans of the row: none of them is to be looked into by itself
  return { ...step, settles: [...step.settles, event.result.id] };
};

/** The count as far as its places go; null before a row and a mode are chosen, and after its end. */
export const countingOf = ({ row, mode, isEnded, expected, counted, cursor }: CountingState): Counting | null =>
  row === null || mode === null || isEnded ? null : { row, expected, counted, cursor };

/** Returns the number of boxes that were counted; empty places do not count. */
export const countedBoxes = ({ counted }: CountingState): number => counted.filter(({ code }) => code !== null).length;

const byName = new Intl.Collator("de", { numeric: true });

/** The rows of stocktakes that nobody has counted to their end, in the order in which one walks through the halls. */
export function findUncountedRows(data: Data): readonly KnownRow[] {
  const open = data.stocktakes().flatMap(({ rows }) => rows.filter(({ state }) => state < CountState.counted));
  return [...new Set(open.map(({ row }) => row))]
    .flatMap((row) => data.row(row) ?? [])
    .sort((one, other) => byName.compare(one.area.name, other.area.name) || one.number - other.number);
}

function notReady({ row, mode, isEnded }: CountingState): Say | null {
  if (row === null || isEnded) return look("Zuerst die Reihe", "Bitte das Schild der Reihe scannen.");
  return mode === null ? look("Wie wird gezählt?", "Bitte „Blind“ oder „Mit Vorgabe“ wählen.") : null;
}

function atRow(turn: Turn<CountingState>, row: number): Of {
  const { state, data } = turn;
  const counting = countingOf(state);
  if (!counting) return chooseRow(state, row, data);
  if (row === counting.row) return close(turn, []);
  return ask<Taps, CountingState>(turn, {
    ...look("Andere Reihe", "Die begonnene Reihe ist noch nicht zu Ende gezählt."),
    choices: [
      { label: "Weiterzählen", what: { do: "leave" } },
      { label: "Unterbrechen", what: { do: "row", row } },
    ],
    isOptional: true,
  });
}

const rowName = (row: number, data: Data) => {
  const rowData = data.row(row);
  return rowData ? `${rowData.area.name}, Reihe ${rowData.number}` : "";
};

function chooseRow(state: CountingState, row: number, data: Data): Of {
  const here = rowHere(data, row);
  if ("signal" in here) return respond(state, here);
  const isIn = (wanted: CountState) => (one: KnownStocktake) =>
    one.rows.some((of) => of.row === row && of.state === wanted);
  const stocktakes = data.stocktakes();
  const stocktake = stocktakes.find(isIn(CountState.counting)) ?? stocktakes.find(isIn(CountState.open));
  const next = { ...beginCount(state.isOnline), log: state.log, row, session: stocktake?.id ?? null };
  if (stocktake) return start(next, stocktake.isBlind ? "blind" : "target", data);
  return respond(next, look("Wie wird gezählt?", rowName(row, data)));
}

function start(state: CountingState, mode: CountMode, data: Data): Of {
  if (state.row === null) return stay(state);
  const expectedBoxes = mode === "target" ? expectedIn(state.row, data) : [];
  const text = `${rowName(state.row, data)}. Boxen scannen, wie sie stehen; am Ende noch einmal das Schild.`;
  return respond({ ...state, mode, expected: expectedBoxes }, { signal: "done", title: "Jetzt zählen", text });
}

function atBox(turn: Turn<CountingState, Happening & { readonly via?: string }>, code: string): Of {
  const { state, event, data } = turn;
  const before = state.counted.find((one) => one.code === code);
  if (!before) return count(turn, code, event.via === "hand");
  return ask<Taps, CountingState>(turn, {
    ...look("Schon gezählt", "Ein zweites Etikett mit derselben Nummer?"),
    code,
    plate: shelfPlaceOf(data, { row: state.row ?? 0, part: before.part, height: before.height }) ?? undefined,
    choices: [
      { label: "Nein", what: { do: "leave" } },
      { label: "Hier noch einmal zählen", what: { do: "count", code } },
    ],
    isOptional: true,
  });
}

function count(turn: Turn<CountingState>, code: string, hand: boolean): Of {
  const { state, data } = turn;
  const counting = countingOf(state);
  if (!counting) return stay(state);
  const placement = placeCode(counting, code, hand, data);
  if (!placement) return respond(state, look("Reihe ist voll", "Bitte den Platz antippen, an dem sie steht."));
  const isUnknown = state.mode === "target" && data.box(code) === undefined;
  return note(inState(turn, isUnknown ? addCode(state, code) : state), placement.places, placement.say);
}

/** Keeps what was counted, silent where there is nothing to say. */
function note(turn: Turn<CountingState>, places: readonly CountScan[], say: Say | null): Of {
  const { state } = turn;
  const keys = new Set(places.map(keyOf));
  const was = places.map((spot) => ({
    spot: { part: spot.part, height: spot.height },
    was: state.counted.find((one) => keyOf(one) === keyOf(spot)) ?? null,
  }));
  const next = {
    ...state,
    counted: [...state.counted.filter((one) => !keys.has(keyOf(one))), ...places],
    cursor: null,
    changes: [...state.changes, was].slice(-mostBack),
  };
  return send(inState(turn, next), { places }, say);
}

interface CountOperation {
  readonly places: readonly CountScan[];
  readonly close?: boolean;
}

function send(turn: Turn<CountingState>, { places, close: isEnd }: CountOperation, say: Say | null): Of {
  const { state } = turn;
  const { row, session, mode } = state;
  if (row === null) return stay(state);
  const about = session === null ? { mode: mode ?? ("blind" as const) } : { session };
  const parts = Array.from({ length: Math.max(1, Math.ceil(places.length / mostPlaces)) }, (_, index) =>
    places.slice(index * mostPlaces, (index + 1) * mostPlaces),
  );
  const ops = parts.map((some, index): OperationDraft => {
    const isLast = index === parts.length - 1;
    return { kind: "count", row, ...about, places: [...some], ...(isEnd && isLast && { close: true }) };
  });
  const silent: Say = { signal: "tick", title: "", text: "", code: places[0]?.code ?? "" };
  const step = commit(turn, { ops, say: say ?? silent });
  return say ? step : { ...step, say: null, state: { ...step.state, said: null } };
}

function empty(turn: Turn<CountingState>): Of {
  const { state, data } = turn;
  const counting = countingOf(state);
  const spot = counting && countSpot(counting, data);
  if (!spot) return stay(state);
  return note(turn, [{ part: spot.part, height: spot.height, code: null, hand: false }], null);
}

/** Restores the state before the last count. Where nothing was counted, the server is notified that nothing stands there. */
function back(turn: Turn<CountingState>): Of {
  const { state, data } = turn;
  const last = state.changes.at(-1);
  if (!last) return respond(state, look("Nichts zurückzunehmen", ""));
  const spots = new Set(last.map(({ spot }) => keyOf(spot)));
  const before = last.flatMap(({ was }) => was ?? []);
  const next = {
    ...state,
    counted: [...state.counted.filter((one) => !spots.has(keyOf(one))), ...before],
    cursor: last[0]?.spot ?? null,
    changes: state.changes.slice(0, -1),
  };
  const places = last.map(({ spot, was }) => was ?? { ...spot, code: null, hand: false });
  const plate = shelfPlaceOf(data, { row: state.row ?? 0, ...(last[0]?.spot ?? { part: 1, height: 1 }) }) ?? undefined;
  const say: Say = { ...look("Zurückgenommen", "Was steht hier?"), plate };
  return send(inState(turn, next), { places }, say);
}

/** The row is at its end; every place at which something was expected and nothing was read is asked about first. */
function close(turn: Turn<CountingState>, vacant: readonly Spot[]): Of {
  const { state, data } = turn;
  const counting = countingOf(state);
  if (!counting) return stay(state);
  const nulls = vacant.map(({ part, height }): CountScan => ({ part, height, code: null, hand: false }));
  const scans = [...state.counted, ...nulls];
  const [open, ...rest] = uncountedBoxes({ ...counting, counted: scans });
  if (!open) {
    const next = { ...state, counted: scans, cursor: null, changes: [], isEnded: true };
    const text = `${showBoxes(countedBoxes(next))} gezählt.`;
    return send(inState(turn, next), { places: nulls, close: true }, { signal: "done", title: "Reihe beendet", text });
  }
  const step = nulls.length > 0 ? note(turn, nulls, null) : stay(state);
  const question = ask<Taps, CountingState>(inState(turn, step.state), {
    ...look("Ist der Platz leer?", ""),
    code: open.code,
    plate: shelfPlaceOf(data, { row: counting.row, ...open }) ?? undefined,
    choices: [
      { label: "Leer", what: { do: "vacant", spots: [open] } },
      { label: "Nachholen", what: { do: "cursor", spot: { part: open.part, height: open.height } } },
      ...(rest.length > 0
        ? [{ label: `Alle ${rest.length + 1} leer`, what: { do: "vacant", spots: [open, ...rest] } as const }]
        : []),
    ],
    isOptional: true,
  });
  return { ...question, ops: step.ops };
}

function resend(turn: Turn<CountingState>): Of {
  const { state } = turn;
  const text = `${showBoxes(countedBoxes(state))} noch einmal gesendet.`;
  const say: Say = { signal: "done", title: "Weiter", text };
  return send(inState(turn, { ...state, want: null }), { places: state.counted, close: state.isEnded }, say);
}
