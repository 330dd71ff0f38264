import type { AisleEvent, FlowState, Step } from "./flow.ts";
import { isUndoneLater, logged, marked } from "./log.ts";
import type { Result } from "./operation.ts";
import { stay, tell } from "./steps.ts";

/** ms: what was done longer ago is not taken back by a tap. */
export const undoTime = 30 * 60_000;

/** Takes an operation back: what had not been sent is gone with its chain, of the rest the server is asked. */
export function undo<S extends FlowState>(state: S, event: Extract<AisleEvent, { type: "undo" }>): Step<S> {
  const { of, dropped, id, at } = event;
  const entry = logged(state, of);
  if (dropped.includes(of)) {
    const next = dropped.reduce((left, one) => marked(left, one, { status: "undone", isRevocable: false }), state);
    return tell(next, undone(entry?.code));
  }
  if (!entry?.isRevocable) return stay(state);
  if (!isUndoneLater(entry.deed)) {
    const sent = { signal: "look" as const, title: "Schon gesendet", text: "Das lässt sich nicht mehr zurücknehmen." };
    return tell(marked(state, of, { isRevocable: false }), { ...sent, code: entry.code });
  }
  if (at - entry.at > undoTime || at < entry.at)
    return tell(state, {
      signal: "look",
      title: "Zu spät",
      text: "Das lässt sich nur 30 Minuten lang zurücknehmen.",
      code: entry.code,
    });
  const asked = marked(state, of, { isRevocable: false, undoneBy: id });
  const text = "Wird zurückgenommen …";
  return tell(
    asked,
    { signal: "look", title: "Zurücknehmen", text, code: entry.code },
    { ops: [{ id, kind: "undo", of }] },
  );
}

const undone = (code = "") => ({
  signal: "done" as const,
  title: "Zurückgenommen",
  text: "Es ist, als wäre nichts gescannt worden.",
  code,
});

/** What the server says to taking back; null where this answers something else. */
export function answerUndo<S extends FlowState>(state: S, { id, status, message }: Result): Step<S> | null {
  const entry = state.log.find(({ undoneBy }) => undoneBy === id);
  if (!entry) return null;
  const isDone = status === "done";
  const next = marked(state, entry.id, isDone ? { status: "undone", message: null } : { message });
  const say = isDone
    ? undone(entry.code)
    : { signal: "stop" as const, title: "Nicht zurückgenommen", text: message ?? "", code: entry.code };
  return next.question ? { ...stay(next), say } : tell(next, say);
}
