import { showBoxCode } from "#rules/stock/box-code.ts";
import { showPlace } from "#rules/stock/positions.ts";
import { type StoredOperation, toHold } from "./chains.ts";
import { type FlowChoice, type CommonTap, firstState, type FlowState, type Note } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, shelfPlaceOf } from "./stock-data.ts";
import { scanKind, scanKindText } from "./log.ts";
import { boxesOfOperation, type OperationDraft, needsNetwork, type Operation, type Result } from "./operation.ts";
import { type Asking, respond } from "./steps.ts";
import { resolutionFor } from "./resolutions.ts";

/** Operation that the device keeps, with the answer to it. */
export interface OperationAnswer extends StoredOperation {
  readonly result: Result | null;
  readonly at: number;
}

/** Something to be looked into: what was wanted, what is true now, and what can be made of it. */
export interface Case {
  readonly id: string;
  readonly at: number;
  readonly wanted: string;
  readonly asking: Asking<CommonTap>;
  /** Number of operations of the same boxes that wait behind this one. */
  readonly later: number;
}

export interface HeldState extends FlowState<CommonTap> {
  /** The box whose case is wanted. */
  readonly code: string | null;
}

export const beginHeld = (isOnline: boolean): HeldState => ({ ...firstState(isOnline), code: null });

/** The cases: a scan leads to the one of its box, each choice is an operation of its own. */
export const heldCases = general<HeldState, never>({
  begin: beginHeld,
  read: ({ state }, read) => {
    const code = read.kind === "box" ? read.code : null;
    if (code) return { ...respond({ ...state, code }, { signal: "look", title: showBoxCode(code), text: "", code }) };
    return respond({ ...state, code }, { signal: "look", title: "Unbekannter Code", text: "Das ist kein Boxcode." });
  },
});

/** All that is to be looked into, the oldest first. */
export function casesOf(kept: readonly OperationAnswer[], notes: readonly Note[], data: Data): readonly Case[] {
  const cases = kept.flatMap((one) => caseOf(one, kept, data) ?? []);
  return [...cases, ...notes.map(caseOfNote)].toSorted((one, other) => one.at - other.at);
}

function caseOf(one: OperationAnswer, kept: readonly OperationAnswer[], data: Data): Case | null {
  const { operation, status, result, isSettled, at } = one;
  if (isSettled || isBehind(one, kept)) return null;
  const { id } = operation;
  const operationText = wantedText(operation, data);
  if (status === "held") return { id, at, wanted: operationText, asking: askHeld(operation, data), later: 0 };
  if (status !== "refused" || !result) return null;
  const later = kept.filter((other) => other.status === "held" && !other.isSettled && isAfter(one, other)).length;
  const asking = resolutionFor({ wanted: operation, result }, data);
  const again = sendChoice("Noch einmal senden", operation, result.box?.version ?? operation.seen);
  return { id, at, wanted: operationText, asking: { ...asking, choices: [...asking.choices, again] }, later };
}

/** The same operation anew, as the worker sees the box now. */
function sendChoice(label: string, operation: Operation, seen: number | undefined): FlowChoice<CommonTap> {
  const { id, ...draft } = operation;
  const [code = ""] = boxesOfOperation(operation);
  const say = { signal: "done" as const, title: "Wird gesendet", text: "", code };
  const again: OperationDraft = { ...draft, seen };
  const what = { do: "commit" as const, ops: [again], settles: [id], say };
  return { label, what, needsNetwork: needsNetwork(operation.kind) };
}

const isAfter = (one: OperationAnswer, other: OperationAnswer) =>
  toHold([
    { ...one, status: "refused" },
    { ...other, status: "waiting" },
  ]).length > 0;

/** It has its turn once what is before it is dealt with. */
const isBehind = (one: OperationAnswer, kept: readonly OperationAnswer[]) =>
  one.status === "held" &&
  kept
    .slice(0, kept.indexOf(one))
    .some((before) => !before.isSettled && ["refused", "held"].includes(before.status) && isAfter(before, one));

/** Returns the wanted action in words: `Eingelagert: Halle 1, Reihe 3, Teil 2, Höhe 1`. */
function wantedText(operation: Operation, data: Data): string {
  const word = scanKindText[scanKind(operation)];
  const place = operation.kind === "store" ? shelfPlaceOf(data, operation) : null;
  return place ? `${word}: ${showPlace(place)}` : word;
}

function askHeld(operation: Operation, data: Data): Asking<CommonTap> {
  const [code = ""] = boxesOfOperation(operation);
  const say = { signal: "done" as const, title: "Verworfen", text: "", code };
  return {
    signal: "look",
    title: "Zurückgehalten",
    text: "Davor wurde etwas abgelehnt. Gilt das noch?",
    code,
    choices: [
      sendChoice("Jetzt ausführen", operation, data.box(code)?.version),
      { label: "Verwerfen", what: { do: "commit", ops: [], settles: [operation.id], say } },
    ],
  };
}

function caseOfNote({ id, at, code, title, text }: Note): Case {
  const say = { signal: "done" as const, title: "Erledigt", text: "", code };
  const choices = [{ label: "Erledigt", what: { do: "commit" as const, ops: [], settles: [id], say } }];
  return { id, at, wanted: "", asking: { signal: "stop", title, text, code, choices }, later: 0 };
}
