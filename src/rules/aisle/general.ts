import {
  type AisleEvent,
  type CommonTap,
  type FlowState,
  type LogEntry,
  type ParsedScan,
  type Reducer,
  parseScan,
  type FlowStep,
  type Turn,
} from "./flow.ts";
import type { Data } from "./stock-data.ts";
import { isUndoneLater, findLogEntry, updateLogEntry, openLeft } from "./log.ts";
import { needsNetwork, type Operation, type Result } from "./operation.ts";
import { commit, note, stay, respond, inState } from "./steps.ts";
import { answerUndo, undoOperation } from "./undo.ts";

const repeatTime = 2000; // ms: a trigger bounces, or the same label is still in front of the scanner

/** Parts that belong to one flow alone; `W` are its own taps. */
interface Flow<S extends FlowState<W | CommonTap>, W> {
  readonly begin: (isOnline: boolean) => S;
  readonly read: (turn: Turn<S, EventOf<W, "scan">>, read: Exclude<ParsedScan, { kind: "part" }>) => FlowStep<S>;
  readonly tap?: (turn: Turn<S>, what: W) => FlowStep<S>;
  /** To an operation of this flow that was answered; null where nothing but the general is to be said. */
  readonly answer?: (turn: Turn<S>, result: Result, entry: LogEntry) => FlowStep<S> | null;
  /** Continues the flow after a tap has asked for operations. */
  readonly after?: (state: S, ops: readonly Operation[], data: Data) => S;
}

type EventOf<W, T extends AisleEvent["type"]> = Extract<AisleEvent<W | CommonTap>, { type: T }>;

/** A flow with what all flows have in common: repeated and broken codes, questions, answers, the network, taking back. */
export function general<S extends FlowState<W | CommonTap>, W>(flow: Flow<S, W>): Reducer<S, W | CommonTap> {
  return (state, event, data) => {
    switch (event.type) {
      case "scan":
        return scan(flow, { state, event, data });
      case "tap":
        return tap(flow, { state, event, data }, event.what);
      case "answer":
        return answer(flow, { state, event, data });
      case "network":
        return stay({ ...state, isOnline: event.up });
      case "undo":
        return undoOperation(state, event);
    }
  };
}

function scan<S extends FlowState<W | CommonTap>, W>(flow: Flow<S, W>, turn: Turn<S, EventOf<W, "scan">>): FlowStep<S> {
  const { state } = turn;
  const { text, at } = turn.event;
  const pause = at - (state.read?.at ?? Number.NEGATIVE_INFINITY);
  if (state.read?.text === text && pause >= 0 && pause < repeatTime)
    return { ...stay(state), say: { signal: "tick", title: "", text: "" } };
  const next = { ...state, read: { text, at } };
  const read = parseScan(text);
  if (read.kind === "part") return failStep(next, read.text);
  const { question } = next;
  if (question?.yes !== undefined && read.kind === "box" && question.code === read.code)
    return tap<S, W>(flow, inState(turn, next), question.yes);
  return flow.read(inState(turn, openLeft(next)), read);
}

/** An open question stays: it was not answered by half a code. */
function failStep<S extends FlowState>(state: S, code: string): FlowStep<S> {
  const say = { signal: "look" as const, title: "Scan unvollständig", text: "Bitte noch einmal scannen.", code };
  return { ...stay({ ...state, said: say }), say };
}

const isCommon = (what: unknown): what is CommonTap =>
  ["commit", "leave", "restart", "go", "note"].includes((what as { do?: string } | null)?.do ?? "");

function tap<S extends FlowState<W | CommonTap>, W>(flow: Flow<S, W>, turn: Turn<S>, what: W | CommonTap): FlowStep<S> {
  const { state, data } = turn;
  if (!isCommon(what)) return flow.tap?.(turn, what) ?? stay(state);
  if (what.do === "leave") return stay({ ...openLeft(state), said: null });
  if (what.do === "restart") return stay(flow.begin(state.isOnline));
  if (what.do === "go")
    return { ...stay({ ...state, question: null, said: null }), settles: what.settles, go: what.flow };
  if (what.do === "note") return note(inState(turn, { ...state, question: null }), { ...what, signal: "look" });
  if (what.ops.some(({ kind }) => !state.isOnline && needsNetwork(kind)))
    return respond(state, {
      signal: "look",
      title: "Nur mit Netz",
      text: "Bitte versuchen Sie es mit Netz noch einmal.",
    });
  const step = commit(turn, what);
  return { ...step, state: flow.after?.(step.state, step.ops, data) ?? step.state };
}

function answer<S extends FlowState<W | CommonTap>, W>(
  flow: Flow<S, W>,
  turn: Turn<S, EventOf<W, "answer">>,
): FlowStep<S> {
  const { state } = turn;
  const { result } = turn.event;
  const undoAnswer = answerUndo(state, result);
  if (undoAnswer) return undoAnswer;
  const entry = findLogEntry(state, result.id);
  if (!entry || entry.status !== "waiting") return stay(state);
  const { status, message } = result;
  const isRevocable = entry.isRevocable && status === "done" && isUndoneLater(entry.deed);
  const next = updateLogEntry(state, result.id, { status, message, isRevocable });
  const own = next.question ? null : flow.answer?.(inState(turn, next), result, entry);
  if (own) return own;
  if (status === "done") return stay(next);
  const say = { signal: "stop" as const, title: "Nicht möglich", text: message ?? "", code: entry.code };
  return next.question ? { ...stay(next), say } : respond(next, say);
}
