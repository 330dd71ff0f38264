import { showBoxes } from "#rules/amounts.ts";
import { foreignCode } from "#rules/scanning/foreign-code.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { type Cursor, cursorSpot, isInside, keyOf, type Spot } from "#rules/stock/places/place-cursor.ts";
import type { RowSign } from "#rules/stock/places/place-sign.ts";
import { type CommonTap, firstState, type FlowState, type Say, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, type KnownBox, type KnownRow, occupiedPlaces, type RowSpot, shelfPlaceOf } from "./stock-data.ts";
import { absence } from "#rules/aisle/halls/elsewhere.ts";
import { ask, addCode, commit, cursorAt, nameOfRow, note, rowOfSign, stay, respond, inState } from "./steps.ts";
import { nextChoice, occupantOf, sayStored, storing, swapChoice, resolutionFor } from "./resolutions.ts";

export type MoveTap =
  | { readonly do: "cursor"; readonly spot: Spot }
  /** The whole row; who confirms it types how many boxes that are. */
  | { readonly do: "row"; readonly typed: string }
  | { readonly do: "again" };

/** Flow C: a box, or all boxes of a row, to another place. */
export interface MoveState extends FlowState<MoveTap | CommonTap> {
  readonly box: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly cursor: Cursor | null;
}

export const beginMove = (isOnline: boolean): MoveState => ({
  ...firstState(isOnline),
  box: null,
  from: null,
  to: null,
  cursor: null,
});

type Of = FlowStep<MoveState>;
const nothing = { box: null, from: null, to: null, cursor: null };

/** First what, then where to. */
export const moveBoxes = general<MoveState, MoveTap>({
  begin: beginMove,
  read: (turn, read) => {
    const { state } = turn;
    if (read.kind === "box") return atBox(turn, read.code);
    if (read.kind === "row") return atRow(turn, read);
    return respond(state, {
      signal: "look",
      title: "Unbekannter Code",
      text: foreignCode(read.text),
      code: read.text,
    });
  },
  tap: (turn, what) => {
    const { state } = turn;
    if (what.do === "again") return stay({ ...state, ...nothing, question: null, said: null });
    if (what.do === "row") return moveRow(turn, what.typed);
    return askPlace(inState(turn, { ...state, cursor: { spot: what.spot, byHand: true } }));
  },
  answer: (turn, result, entry) => {
    const { state, data } = turn;
    if (entry.deed === "rowMoved" && result.status === "done")
      return respond(state, {
        signal: "done",
        title: "Reihe umgelagert",
        text: "Alle Boxen stehen in der neuen Reihe.",
      });
    const operation = result.status === "refused" ? data.operation(entry.id) : undefined;
    return operation
      ? ask<MoveTap | CommonTap, MoveState>(turn, resolutionFor({ result, wanted: operation }, data))
      : null;
  },
  after: (state) => ({ ...state, ...nothing }),
});

function atBox(turn: Turn<MoveState>, code: string): Of {
  const { state, data } = turn;
  const box = data.box(code);
  const next = { ...state, ...nothing };
  if (!box) {
    const { title, text, hint } = absence(data, code);
    return respond(addCode(next, code), { signal: "look", title, text: text + hint, code });
  }
  if (box.state === BoxState.destroyed) {
    const text = "Die Box ist vernichtet. Bitte zur Seite stellen.";
    return note(inState(turn, next), { signal: "stop", title: "Vernichtet", text, code });
  }
  const place = shelfPlaceOf(data, box.place);
  if (!place) {
    const store = { do: "go", flow: "store", settles: [] } as const;
    return ask<MoveTap | CommonTap, MoveState>(inState(turn, next), {
      signal: "look",
      title: "Ohne Platz",
      text: "Die Box steht nirgends und wird eingelagert.",
      code,
      choices: [{ label: "Einlagern", what: store }],
      isOptional: true,
    });
  }
  return respond(
    { ...next, box: code },
    {
      signal: "done",
      title: "Wohin?",
      text: "Hier steht sie jetzt. Bitte die neue Reihe scannen.",
      code,
      plate: place,
    },
  );
}

function atRow(turn: Turn<MoveState>, sign: RowSign): Of {
  const { state, data } = turn;
  const row = rowOfSign(sign, data);
  if ("signal" in row) return respond(state, row);
  if (state.box !== null) return askPlace(inState(turn, { ...state, to: row.id, cursor: cursorAt(sign) }));
  return state.from === null ? leaveRow(state, row, data) : enterRow(state, row, data);
}

function leaveRow(state: MoveState, row: KnownRow, data: Data): Of {
  const title = nameOfRow(row);
  const count = data.boxesIn(row.id).length;
  if (count === 0) return respond(state, { signal: "look", title, text: "Diese Reihe ist leer." });
  if (!state.isOnline)
    return respond(state, { signal: "look", title, text: "Eine ganze Reihe wird nur mit Netz umgelagert." });
  return respond(
    { ...state, ...nothing, from: row.id },
    { signal: "done", title: "Wohin?", text: `${showBoxes(count)} aus ${title}.` },
  );
}

function enterRow(state: MoveState, row: KnownRow, data: Data): Of {
  const title = nameOfRow(row);
  if (row.id === state.from) return respond(state, { signal: "look", title, text: "Das ist dieselbe Reihe." });
  const all = data.boxesIn(state.from ?? 0);
  const occupied = occupiedPlaces(row.id, data);
  const unusable = all.filter(({ place }) => place && (occupied.has(keyOf(place)) || !isInside(row, place))).length;
  const text = `${showBoxes(all.length)} kommen auf dieselben Plätze dieser Reihe.`;
  if (unusable === 0)
    return respond({ ...state, to: row.id }, { signal: "look", title, text: `${text} Bitte die Zahl eingeben.` });
  return respond(state, {
    signal: "stop",
    title: "Ziel nicht frei",
    text: `${showBoxes(unusable)} haben dort keinen freien Platz.`,
  });
}

function moveRow(turn: Turn<MoveState>, typed: string): Of {
  const { state, data } = turn;
  const { from, to } = state;
  if (from === null || to === null) return stay(state);
  if (!state.isOnline)
    return respond(state, { signal: "look", title: "Nur mit Netz", text: "Bitte mit Netz noch einmal." });
  const count = data.boxesIn(from).length;
  if (typed.trim() !== String(count))
    return respond(state, {
      signal: "look",
      title: "Die Zahl stimmt nicht",
      text: `${showBoxes(count)} stehen in der Reihe.`,
    });
  const say: Say = { signal: "look", title: "Wird umgelagert …", text: showBoxes(count) };
  const step = commit(turn, { ops: [{ kind: "move_row", row: from, to_row: to }], say });
  return { ...step, state: { ...step.state, ...nothing } };
}

/** Where the box is to go in the row that was scanned. */
export function moveSpot({ to, cursor }: Pick<MoveState, "to" | "cursor">, data: Data): RowSpot | null {
  const row = to === null ? undefined : data.row(to);
  if (!row) return null;
  const occupied = occupiedPlaces(row.id, data);
  const spot = cursorSpot(row, (at) => occupied.has(keyOf(at)), cursor);
  return spot && { row: row.id, ...spot };
}

function askPlace(turn: Turn<MoveState>): Of {
  const { state, data } = turn;
  const box = state.box === null ? undefined : data.box(state.box);
  if (!box) return stay(state);
  const spot = moveSpot(state, data);
  const { code } = box;
  if (!spot)
    return respond(state, { signal: "look", title: "Reihe ist voll", text: "Hier ist kein Platz mehr frei.", code });
  const occupant = occupantOf(spot, data);
  const plate = shelfPlaceOf(data, spot) ?? undefined;
  if (occupant?.code === code)
    return respond(state, { signal: "look", title: "Schon hier", text: "Dort steht sie bereits.", code, plate });
  if (occupant) return askTaken(turn, box, occupant, spot);
  const say = sayStored("Umgelagert", code, spot, data);
  const anyway = box.state === BoxState.ordered && { anyway: true }; // it is wanted, and stays so
  const yes: CommonTap = { do: "commit", ops: [storing(box, spot, { move: true, ...anyway })], settles: [], say };
  return ask<MoveTap | CommonTap, MoveState>(turn, {
    signal: "look",
    title: "Hierher?",
    text: "Einen anderen Platz bitte antippen.",
    code,
    plate,
    choices: [
      { label: "Hierher umlagern", what: yes },
      { label: "Abbrechen", what: { do: "again" } },
    ],
    yes,
    isOptional: true,
  });
}

function askTaken(turn: Turn<MoveState>, box: KnownBox, occupant: KnownBox, spot: RowSpot): Of {
  const { data } = turn;
  return ask<MoveTap | CommonTap, MoveState>(turn, {
    signal: "look",
    title: "Platz belegt",
    text: `Platz belegt durch ${showBoxCode(occupant.code)}.`,
    code: box.code,
    plate: shelfPlaceOf(data, spot) ?? undefined,
    choices: [
      ...swapChoice(box, occupant, spot, data),
      ...nextChoice(box, spot, data),
      { label: "Abbrechen", what: { do: "again" } },
    ],
    isOptional: true,
  });
}
