import { type Cursor, isInside } from "#rules/stock/places/place-cursor.ts";
import type { RowSign } from "#rules/stock/places/place-sign.ts";
import type { CommonTap, FlowState, Happening, Note, FlowQuestion, Say, FlowStep, Turn } from "./flow.ts";
import { lineOf, appendToLog, openLine } from "./log.ts";
import type { OperationDraft, Operation } from "./operation.ts";
import { type Data, type KnownRow } from "./stock-data.ts";
import { rowHere } from "#rules/aisle/halls/elsewhere.ts";

/** Nothing is done and nothing is said. */
export const stay = <S extends FlowState>(state: S): FlowStep<S> => ({
  state,
  say: null,
  ops: [],
  settles: [],
  notes: [],
});

/** The same turn of a flow that stands otherwise by now. */
export const inState = <S, E extends Happening>(turn: Turn<S, E>, state: S): Turn<S, E> => ({ ...turn, state });

interface Effects {
  readonly ops?: readonly Operation[];
  readonly settles?: readonly string[];
  readonly notes?: readonly Note[];
}

/** Says something, and does what is handed in; an open question is over. */
export const respond = <S extends FlowState>(state: S, say: Say, effects: Effects = {}): FlowStep<S> => ({
  ...stay({ ...state, said: say, question: null }),
  say,
  ...effects,
});

const look = (title: string, text: string): Say => ({ signal: "look", title, text });

export const nameOfRow = ({ area, number }: KnownRow): string => `${area.name}, Reihe ${number}`;

/** The row of a sign, or what is wrong with it: the device does not know its places, or the row does not have the place. */
export function rowOfSign({ row: id, spot }: RowSign, data: Data): KnownRow | Say {
  const row = rowHere(data, id);
  if ("signal" in row) return row;
  return spot && !isInside(row, spot) ? look(nameOfRow(row), "Diesen Platz hat die Reihe nicht.") : row;
}

/** Where the sign of a place puts the cursor. */
export const cursorAt = ({ spot }: RowSign): Cursor | null => spot && { spot, byHand: true };

/** Facts about a question; the question stands from its event on. */
export type Asking<W> = Omit<FlowQuestion<W>, "about" | "since"> & { readonly about?: string };

/** Asks something: nothing is done until it is answered. */
export function ask<W, S extends FlowState<W>>({ state, event }: Turn<S>, asking: Asking<W>): FlowStep<S> {
  const { signal, title, text, code, plate } = asking;
  const question: FlowQuestion<W> = { about: event.id, since: event.at, ...asking };
  const say = { signal, title, text, code, plate };
  return { ...stay({ ...state, said: say, question }), say };
}

/** The id of an event's nth operation: a UUID again. The first one is the event's own, so that no scan can become two. */
export const idAt = ({ id }: Pick<Happening, "id">, index: number): string =>
  index === 0 ? id : id.slice(0, -3) + ((parseInt(id.slice(-3), 16) + index) % 4096).toString(16).padStart(3, "0");

type Commit = Pick<Extract<CommonTap, { do: "commit" }>, "ops" | "say"> & { readonly settles?: readonly string[] };

/** Asks for operations, writes them down and says so. */
export function commit<S extends FlowState>({ state, event, data }: Turn<S>, request: Commit): FlowStep<S> {
  const ops = request.ops.map((draft: OperationDraft, index): Operation => ({ ...draft, id: idAt(event, index) }));
  const lines = ops.map((operation) => lineOf(operation, event.at, request.say.code ?? "", data));
  const codes = new Set(lines.map(({ code }) => code));
  const next = { ...appendToLog(state, ...lines), unknown: state.unknown.filter((code) => !codes.has(code)) };
  return respond(next, request.say, { ops, settles: request.settles ?? [] });
}

/** Puts something among what is to be looked into; the same of the same box once. */
export function note<S extends FlowState>({ state, event: { id, at } }: Turn<S>, say: Say): FlowStep<S> {
  const { code = "", title, text } = say;
  const isKnown = state.log.some((line) => line.status === "open" && line.code === code && line.message === title);
  if (isKnown) return respond(state, say);
  return respond(appendToLog(state, openLine(id, at, code, title)), say, { notes: [{ id, at, code, title, text }] });
}

/** A code that the device does not know is collected, once. */
export const addCode = <S extends FlowState>(state: S, code: string): S =>
  state.unknown.includes(code) ? state : { ...state, unknown: [...state.unknown, code] };
