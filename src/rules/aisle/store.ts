import { foreignCode } from "#rules/scanning/foreign-code.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showPlace } from "#rules/stock/positions.ts";
import { type Cursor, cursorSpot, keyOf, nextEmpty, type Spot } from "#rules/stock/places/place-cursor.ts";
import type { RowSign } from "#rules/stock/places/place-sign.ts";
import { type FlowChoice, type CommonTap, firstState, type FlowState, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, type KnownBox, shelfPlaceOf, type RowSpot, occupiedPlaces, wantedBy } from "./stock-data.ts";
import { absence } from "#rules/aisle/halls/elsewhere.ts";
import type { Operation } from "./operation.ts";
import { ask, addCode, commit, cursorAt, nameOfRow, note, rowOfSign, stay, respond, inState } from "./steps.ts";
import {
  anywayChoice,
  nextChoice,
  occupantOf,
  provideChoice,
  sayStored,
  storing,
  swapChoice,
  resolutionFor,
} from "./resolutions.ts";

export type StoreTap = { readonly do: "cursor"; readonly spot: Spot };

/** Flow B: boxes come to their places. */
export interface StoreState extends FlowState<StoreTap | CommonTap> {
  readonly row: number | null;
  readonly cursor: Cursor | null;
}

export const beginStore = (isOnline: boolean): StoreState => ({ ...firstState(isOnline), row: null, cursor: null });

/** The next box goes to the cursor, which moves on to the next empty place as the row is walked. */
export const storeBoxes = general<StoreState, StoreTap>({
  begin: beginStore,
  read: (turn, read) => {
    const { state, data } = turn;
    if (read.kind === "row") return enter(state, read, data);
    if (read.kind === "box") return store(turn, read.code);
    return respond(state, { signal: "look", title: "Unbekannter Code", text: foreignCode(read.text), code: read.text });
  },
  tap: ({ state }, { spot }) => stay({ ...state, cursor: { spot, byHand: true } }),
  answer: (turn, result, entry) => {
    const { data } = turn;
    if (result.status === "done") return null;
    const operation = data.operation(entry.id);
    return operation
      ? ask<StoreTap | CommonTap, StoreState>(turn, resolutionFor({ result, wanted: operation }, data))
      : null;
  },
  after: (state, ops, data) => ops.reduce((next, operation) => moveOn(next, operation, data), state),
});

/** Where the next box goes; null where the row is full. */
export function storeSpot(state: Pick<StoreState, "row" | "cursor">, data: Data): RowSpot | null {
  const row = state.row === null ? undefined : data.row(state.row);
  if (!row) return null;
  const occupied = occupiedPlaces(row.id, data);
  const spot = cursorSpot(row, (at) => occupied.has(keyOf(at)), state.cursor);
  return spot && { row: row.id, ...spot };
}

function enter(state: StoreState, sign: RowSign, data: Data): FlowStep<StoreState> {
  const row = rowOfSign(sign, data);
  if ("signal" in row) return respond(state, row);
  const { id } = row;
  const next = { ...state, row: id, cursor: cursorAt(sign) ?? (state.row === id ? state.cursor : null) };
  const spot = storeSpot(next, data);
  const free = row.parts * row.heights - occupiedPlaces(id, data).size;
  const text = spot ? `${free} Plätze frei. Jetzt die Boxen scannen.` : "Kein Platz mehr frei.";
  const plate = (sign.spot && shelfPlaceOf(data, spot)) ?? undefined;
  return respond(next, { signal: spot ? "done" : "look", title: nameOfRow(row), text, plate });
}

function store(turn: Turn<StoreState>, code: string): FlowStep<StoreState> {
  const { state, data } = turn;
  if (state.row === null)
    return respond(state, {
      signal: "look",
      title: "Zuerst die Reihe",
      text: "Bitte das Schild der Reihe scannen.",
      code,
    });
  const box = data.box(code);
  if (box?.state === BoxState.destroyed) return refuseDestroyed(turn, code);
  const spot = storeSpot(state, data);
  if (!spot)
    return respond(state, { signal: "look", title: "Reihe ist voll", text: "Hier ist kein Platz mehr frei.", code });
  if (!box) return askUnknown(inState(turn, addCode(state, code)), code, spot);
  if (box.state === BoxState.marked && !box.place) return refuseMarked(state, code);
  const occupant = occupantOf(spot, data);
  if (occupant && occupant.code !== code) return askTaken(turn, box, occupant);
  if (box.state === BoxState.ordered) return askOrdered(turn, box, spot);
  if (box.place) return askMove(turn, box, spot);
  const text = box.state === BoxState.notInStock ? "Die Rückgabe wird mitgebucht." : "";
  const storeStep = { ops: [storing(box, spot)], say: sayStored("Eingelagert", code, spot, data, text) };
  const step = commit(turn, storeStep);
  return { ...step, state: step.ops.reduce((next, operation) => moveOn(next, operation, data), step.state) };
}

/** The cursor leaves the place that was just filled. */
function moveOn(state: StoreState, operation: Operation, data: Data): StoreState {
  const row = state.row === null ? undefined : data.row(state.row);
  if (operation.kind !== "store" || operation.row !== row?.id) return state;
  const occupied = occupiedPlaces(row.id, data).add(keyOf(operation));
  const next = nextEmpty(row, (at) => occupied.has(keyOf(at)), operation);
  return { ...state, cursor: { spot: next ?? { part: operation.part, height: operation.height }, byHand: false } };
}

function refuseDestroyed(turn: Turn<StoreState>, code: string): FlowStep<StoreState> {
  const text = "Die Box ist vernichtet. Bitte zur Seite stellen.";
  return note(turn, { signal: "stop", title: "Vernichtet", text, code });
}

function refuseMarked(state: StoreState, code: string): FlowStep<StoreState> {
  const text = "Die Box ist zur Vernichtung markiert und kommt nicht ins Regal.";
  return respond(state, { signal: "stop", title: "Markiert", text, code });
}

const leave = (label: string): FlowChoice<CommonTap> => ({ label, what: { do: "leave" } });

function askUnknown(turn: Turn<StoreState>, code: string, spot: RowSpot): FlowStep<StoreState> {
  const { data } = turn;
  const say = sayStored("Gemerkt", code, spot, data, "Der Bestand entscheidet beim Senden.");
  const yes: CommonTap = { do: "commit", ops: [storing({ code, version: undefined }, spot)], settles: [], say };
  const { title, text } = absence(data, code);
  return ask<StoreTap | CommonTap, StoreState>(turn, {
    signal: "look",
    title,
    text: `${text} Trotzdem merken?`,
    code,
    choices: [{ label: "Trotzdem merken", what: yes }, leave("Nicht merken")],
    yes,
  });
}

/** Only where a worker has put the cursor on a taken place. */
function askTaken(turn: Turn<StoreState>, box: KnownBox, occupant: KnownBox) {
  const { data } = turn;
  const spot = occupant.place as RowSpot;
  const title = "Platz belegt";
  const text = `Platz belegt durch ${showBoxCode(occupant.code)}.`;
  const toCase: FlowChoice<CommonTap> = { label: "Klärfall", what: { do: "note", code: box.code, title, text } };
  const choices = [...swapChoice(box, occupant, spot, data), ...nextChoice(box, spot, data), toCase];
  const plate = shelfPlaceOf(data, spot) ?? undefined;
  return ask<StoreTap | CommonTap, StoreState>(turn, {
    signal: "look",
    title,
    text,
    code: box.code,
    plate,
    choices,
  });
}

function askOrdered(turn: Turn<StoreState>, box: KnownBox, spot: RowSpot): FlowStep<StoreState> {
  const { data } = turn;
  const delivery = wantedBy(data, box.code)?.delivery;
  const text = delivery
    ? `Für Lieferung ${showDeliveryCode(delivery.code)} angefordert.`
    : "Für eine Lieferung angefordert.";
  const choices = [...provideChoice(box, data), anywayChoice(box, spot, data), leave("Nichts tun")];
  return ask<StoreTap | CommonTap, StoreState>(turn, {
    signal: "look",
    title: "Angefordert",
    text,
    code: box.code,
    choices,
  });
}

function askMove(turn: Turn<StoreState>, box: KnownBox, spot: RowSpot): FlowStep<StoreState> {
  const { state, data } = turn;
  const { code } = box;
  const place = shelfPlaceOf(data, box.place);
  const text = place ? `Box ist bereits eingelagert: ${showPlace(place)}.` : "Box ist bereits eingelagert.";
  const isHere = box.place?.row === spot.row && !state.cursor?.byHand;
  const isOnPlace = box.place?.row === spot.row && keyOf(box.place) === keyOf(spot);
  if (isHere || isOnPlace)
    return respond(state, { signal: "look", title: "Schon hier", text, code, plate: place ?? undefined });
  const say = sayStored("Umgelagert", code, spot, data);
  const yes: CommonTap = { do: "commit", ops: [storing(box, spot, { move: true })], settles: [], say };
  return ask<StoreTap | CommonTap, StoreState>(turn, {
    signal: "look",
    title: "Umlagern?",
    text,
    code,
    plate: shelfPlaceOf(data, spot) ?? undefined,
    choices: [{ label: "Hierher umlagern", what: yes }, leave("Nein")],
    yes,
  });
}
