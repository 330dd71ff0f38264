import type { CollectLine } from "#contract/schemas/deliveries.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { onSessionEnd } from "#web/api/session-state.ts";
import type { Answer } from "#web/lines/line-answer.tsx";
import type { Asked } from "#web/lines/line-choice.tsx";
import { type Deed, deedOf, operationOf } from "#web/lines/line-deeds.ts";
import { type Entry, idOf, isOf, isOpen, isRevocable, isUnsent } from "#web/outbox/entry.ts";
import { entries, takeBack } from "#web/outbox/outbox.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { followVisit, inTurn, takeOr } from "#web/outbox/visit.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { createStore } from "#web/ui/store.ts";
import { collectKey } from "./collect-walk.ts";
import { undoTime } from "./undo-time.ts";

// Outside the page: what was ticked is answered whichever page is open by then.

/** A line that somebody has ticked or reported missing. */
export interface Tick {
  readonly id: string;
  readonly line: CollectLine;
  readonly deed: Deed;
  /** `held`: it can be taken back. `unsent`: no answer came; it is sent again by itself. */
  readonly status: "held" | "waiting" | "done" | "refused" | "unsent";
  readonly message: string | null;
}

/** Every line of this visit, by its key. */
export const ticks = createStore<ReadonlyMap<string, Tick>>(new Map());
/** What was said last, and the ticks that it was about. */
export const answer = createStore<(Answer & { readonly about?: readonly string[] }) | null>(null);

/** The box of which it is asked which contents are there, and since when. */
export const question = createStore<Pick<Asked, "code" | "since"> | null>(null);

/** What was done and is not to be seen any more. */
const forgotten = new Set<string>();

export const isDone = (one: Tick | undefined) => one !== undefined && one.status !== "refused";

const isTick = isOf("collect");

function tickOf(entry: Entry): Tick[] {
  if (!isTick(entry)) return [];
  const { operation, shown, status, message, failure } = entry;
  const deed = deedOf(operation);
  if (!deed) return [];
  const now = isRevocable(entry) ? "held" : isUnsent(entry) ? "unsent" : status;
  return [{ id: operation.id, line: shown.line, deed, status: now, message: message ?? failure }];
}

const queue = inTurn();

/** Takes lines as fetched, or as not found, and sends it; what is under way or done already is left alone. */
export function tick(lines: readonly CollectLine[], deed: Deed): void {
  question.set(null); // whoever ticks has gone on, or answered it
  void queue(() => add(lines, deed));
}

async function add(lines: readonly CollectLine[], deed: Deed) {
  const fresh = lines.filter((line) => !isDone(ticks.get().get(collectKey(line))));
  const drafts = fresh.map((line) => {
    const { delivery, box, content } = line;
    const thing = content ? { content: content.id } : { code: box.code };
    const operation = operationOf(newScanId(), delivery.id, thing, deed);
    return { operation, shown: { screen: "collect" as const, line }, hold: undoTime };
  });
  const added = await takeOr(drafts, (message) =>
    say({ signal: "stop", word: "Nicht übernommen", code: fresh[0]?.box.code ?? "", lines: [message] }),
  );
  if (added) sayTaken(fresh, deed, added.map(idOf));
}

function sayTaken(lines: readonly CollectLine[], deed: Deed, about: readonly string[]) {
  const [first] = lines;
  if (!first) return;
  const word = deed.kind === "pick" ? "Kommissioniert" : "Als nicht gefunden gemeldet";
  const contents = lines.flatMap(({ content }) => content?.text ?? []);
  say({ signal: "done", word, code: first.box.code, lines: contents, about });
}

/** Takes ticks back that have not been sent: the server never hears of them. */
export async function undo(ids: readonly string[]): Promise<void> {
  const code = [...ticks.get().values()].find(({ id }) => ids.includes(id))?.line.box.code ?? "";
  const gone = await takeBack(new Set(ids)).catch(() => new Set<string>());
  if (gone.size === ids.length) say({ signal: "look", word: "Zurückgenommen", code, lines: [] });
  else say({ signal: "stop", word: "Schon gesendet", code, lines: ["Das lässt sich nicht mehr zurücknehmen."] });
}

/** Forgets what is done; what has no answer yet stays. */
export function forgetDone(): void {
  for (const entry of entries.get()) if (!isOpen(entry)) forgotten.add(idOf(entry));
  draw();
  answer.set(null);
  question.set(null);
}

/** What did not become of the lines that were sent together; that they are done was said when they were ticked. */
function sayEnd(ended: readonly Tick[]) {
  const refused = ended.filter(({ status }) => status === "refused");
  const unsent = ended.filter(({ status }) => status === "unsent");
  const [last] = [...refused, ...unsent];
  if (!last) return;
  const { line, message } = last;
  if (refused.length > 1) return say({ signal: "stop", word: "Nicht möglich", code: "", lines: refused.map(lineOf) });
  const lines = message ? [message] : [];
  if (refused.length === 1) say({ signal: "stop", word: "Nicht möglich", code: line.box.code, lines });
  else say({ signal: "look", word: "Noch nicht gesendet", code: line.box.code, lines });
}

const lineOf = ({ line, message }: Tick) => `${showBoxCode(line.box.code)}: ${message ?? ""}`;

/** Says it in words, colour and sound. */
export function say(said: NonNullable<ReturnType<typeof answer.get>>): void {
  answer.set(said);
  give(said.signal);
}

const draw = followVisit({
  screen: "collect",
  draw: (scans) => {
    const shown = scans.filter((entry) => !forgotten.has(idOf(entry)));
    ticks.set(new Map(shown.flatMap(tickOf).map((one) => [collectKey(one.line), one])));
  },
  hear: (answered, failed) => sayEnd([...answered, ...failed].flatMap(tickOf)),
});
onSessionEnd(forgetDone);
