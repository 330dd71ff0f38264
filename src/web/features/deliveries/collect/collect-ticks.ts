import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { onSessionEnd } from "#web/api/session-state.ts";
import type { LineMessage } from "#web/delivery-lines/line-answer.tsx";
import type { ContentQuestion } from "#web/delivery-lines/line-choice.tsx";
import { type LineAction, lineAction, operationOf } from "#web/delivery-lines/line-actions.ts";
import { type OutboxEntry, idOf, isOf, isOpenEntry, isRevocable, isUnsent } from "#web/outbox/entry.ts";
import { entries, removeUnsent } from "#web/outbox/outbox.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { followVisit, inTurn, takeOr } from "#web/outbox/visit.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { createStore } from "#web/ui/store.ts";
import { collectKey } from "./collect-walk.ts";
import { tickUndoTime } from "./undo-time.ts";

// Outside the page: what was ticked is answered whichever page is open by then.

/** A line that somebody has ticked or reported missing. */
export interface Tick {
  readonly id: string;
  readonly line: CollectLine;
  readonly action: LineAction;
  /** `held`: it can be taken back. `unsent`: no answer came; it is sent again by itself. */
  readonly status: "held" | "waiting" | "done" | "refused" | "unsent";
  readonly message: string | null;
}

/** Every line of this visit, by its key. */
export const ticks = createStore<ReadonlyMap<string, Tick>>(new Map());
/** Last answer, and the ticks that it was about. */
export const lastAnswer = createStore<(LineMessage & { readonly about?: readonly string[] }) | null>(null);

/** The box of which it is asked which contents are there, and since when. */
export const question = createStore<Pick<ContentQuestion, "code" | "since"> | null>(null);

/** Ids of finished ticks that are not to be seen any more. */
const forgottenIds = new Set<string>();

export const isDone = (one: Tick | undefined) => one !== undefined && one.status !== "refused";

const isTick = isOf("collect");

function tickOf(entry: OutboxEntry): Tick[] {
  if (!isTick(entry)) return [];
  const { operation, shown, status, message, failure } = entry;
  const action = lineAction(operation);
  if (!action) return [];
  const now = isRevocable(entry) ? "held" : isUnsent(entry) ? "unsent" : status;
  return [{ id: operation.id, line: shown.line, action, status: now, message: message ?? failure }];
}

const queue = inTurn();

/** Takes lines as fetched, or as not found, and sends it; what is under way or done already is left alone. */
export function tick(lines: readonly CollectLine[], action: LineAction): void {
  question.set(null); // whoever ticks has gone on, or answered it
  void queue(() => add(lines, action));
}

async function add(lines: readonly CollectLine[], action: LineAction) {
  const fresh = lines.filter((line) => !isDone(ticks.get().get(collectKey(line))));
  const drafts = fresh.map((line) => {
    const { delivery, box, content } = line;
    const thing = content ? { content: content.id } : { code: box.code };
    const operation = operationOf(newScanId(), delivery.id, thing, action);
    return { operation, shown: { screen: "collect" as const, line }, hold: tickUndoTime };
  });
  const newEntries = await takeOr(drafts, (message) =>
    announce({ signal: "stop", word: "Nicht übernommen", code: fresh[0]?.box.code ?? "", lines: [message] }),
  );
  if (newEntries) sayTaken(fresh, action, newEntries.map(idOf));
}

function sayTaken(lines: readonly CollectLine[], action: LineAction, about: readonly string[]) {
  const [first] = lines;
  if (!first) return;
  const word = action.kind === "pick" ? "Kommissioniert" : "Als nicht gefunden gemeldet";
  const contents = lines.flatMap(({ content }) => content?.text ?? []);
  announce({ signal: "done", word, code: first.box.code, lines: contents, about });
}

/** Takes ticks back that have not been sent: the server never hears of them. */
export async function undoTicks(ids: readonly string[]): Promise<void> {
  const code = [...ticks.get().values()].find(({ id }) => ids.includes(id))?.line.box.code ?? "";
  const removedIds = await removeUnsent(new Set(ids)).catch(() => new Set<string>());
  if (removedIds.size === ids.length) announce({ signal: "look", word: "Zurückgenommen", code, lines: [] });
  else announce({ signal: "stop", word: "Schon gesendet", code, lines: ["Das lässt sich nicht mehr zurücknehmen."] });
}

/** Forgets what is done; what has no answer yet stays. */
export function forgetDone(): void {
  for (const entry of entries.get()) if (!isOpenEntry(entry)) forgottenIds.add(idOf(entry));
  draw();
  lastAnswer.set(null);
  question.set(null);
}

/** Reports what did not become of the lines that were sent together. Their success was reported when they were ticked. */
function sayEnd(ended: readonly Tick[]) {
  const refusedTicks = ended.filter(({ status }) => status === "refused");
  const unsentTicks = ended.filter(({ status }) => status === "unsent");
  const [last] = [...refusedTicks, ...unsentTicks];
  if (!last) return;
  const { line, message } = last;
  if (refusedTicks.length > 1)
    return announce({ signal: "stop", word: "Nicht möglich", code: "", lines: refusedTicks.map(lineOf) });
  const lines = message ? [message] : [];
  if (refusedTicks.length === 1) announce({ signal: "stop", word: "Nicht möglich", code: line.box.code, lines });
  else announce({ signal: "look", word: "Noch nicht gesendet", code: line.box.code, lines });
}

const lineOf = ({ line, message }: Tick) => `${showBoxCode(line.box.code)}: ${message ?? ""}`;

/** Says it in words, colour and sound. */
export function announce(said: NonNullable<ReturnType<typeof lastAnswer.get>>): void {
  lastAnswer.set(said);
  give(said.signal);
}

const draw = followVisit({
  screen: "collect",
  draw: (scans) => {
    const visibleEntries = scans.filter((entry) => !forgottenIds.has(idOf(entry)));
    ticks.set(new Map(visibleEntries.flatMap(tickOf).map((one) => [collectKey(one.line), one])));
  },
  hear: (answered, failed) => sayEnd([...answered, ...failed].flatMap(tickOf)),
});
onSessionEnd(forgetDone);
