import type { AisleEvent, FlowState, FlowStep } from "./flow.ts";
import { isUndoneLater, findLogEntry, updateLogEntry } from "./log.ts";
import type { Result } from "./operation.ts";
import { stay, respond } from "./steps.ts";

/** ms: what was done longer ago is not taken back by a tap. */
const operationUndoTime = 30 * 60_000;

/** Takes an operation back: what had not been sent is gone with its chain, of the rest the server is asked. */
export function undoOperation<S extends FlowState>(
  state: S,
  event: Extract<AisleEvent, { type: "undo" }>,
): FlowStep<S> {
  const { of, dropped, id, at } = event;
  const entry = findLogEntry(state, of);
  if (dropped.includes(of)) {
    const next = dropped.reduce(
      (left, one) => updateLogEntry(left, one, { status: "undone", isRevocable: false }),
      state,
    );
    return respond(next, undoLog(entry?.code));
  }
  if (!entry?.isRevocable) return stay(state);
  if (!isUndoneLater(entry.deed)) {
    const alreadySent = {
      signal: "look" as const,
      title: "Schon gesendet",
      text: "Das lässt sich nicht mehr zurücknehmen.",
    };
    return respond(updateLogEntry(state, of, { isRevocable: false }), { ...alreadySent, code: entry.code });
  }
  if (at - entry.at > operationUndoTime || at < entry.at)
    return respond(state, {
      signal: "look",
      title: "Zu spät",
      text: "Das lässt sich nur 30 Minuten lang zurücknehmen.",
      code: entry.code,
    });
  const entryState = updateLogEntry(state, of, { isRevocable: false, undoneBy: id });
  const text = "Wird zurückgenommen …";
  return respond(
    entryState,
    { signal: "look", title: "Zurücknehmen", text, code: entry.code },
    { ops: [{ id, kind: "undo", of }] },
  );
}

const undoLog = (code = "") => ({
  signal: "done" as const,
  title: "Zurückgenommen",
  text: "Es ist, als wäre nichts gescannt worden.",
  code,
});

/** Returns the step that follows the server's answer to an undo; null where the result answers something else. */
export function answerUndo<S extends FlowState>(state: S, { id, status, message }: Result): FlowStep<S> | null {
  const entry = state.log.find(({ undoneBy }) => undoneBy === id);
  if (!entry) return null;
  const isDone = status === "done";
  const next = updateLogEntry(state, entry.id, isDone ? { status: "undone", message: null } : { message });
  const say = isDone
    ? undoLog(entry.code)
    : { signal: "stop" as const, title: "Nicht zurückgenommen", text: message ?? "", code: entry.code };
  return next.question ? { ...stay(next), say } : respond(next, say);
}
