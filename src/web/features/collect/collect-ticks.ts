import type { CollectLine } from "#contract/schemas/deliveries.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { onSessionEnd } from "#web/api/session-state.ts";
import type { Answer } from "#web/lines/line-answer.tsx";
import type { Asked } from "#web/lines/line-choice.tsx";
import { type Deed, deedOf, operationOf } from "#web/lines/line-deeds.ts";
import { type Entry, idOf, isOf, isOpen, isUnsent } from "#web/outbox/entry.ts";
import {
  answeredIn,
  type Change,
  entries,
  failedIn,
  known,
  NotKept,
  onOutboxChange,
  ownIn,
  take,
} from "#web/outbox/outbox.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { createStore } from "#web/ui/store.ts";
import { collectKey } from "./collect-walk.ts";

// Outside the page: what was ticked is answered whichever page is open by then.

/** A line that somebody has ticked or reported missing. */
export interface Tick {
  readonly id: string;
  readonly line: CollectLine;
  readonly deed: Deed;
  /** `unsent`: no answer came; it is sent again by itself. */
  readonly status: "waiting" | "done" | "refused" | "unsent";
  readonly message: string | null;
}

/** Every line of this visit, by its key. */
export const ticks = createStore<ReadonlyMap<string, Tick>>(new Map());
/** What was said last. */
export const answer = createStore<Answer | null>(null);

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
  const now = isUnsent(entry) ? "unsent" : status;
  return [{ id: operation.id, line: shown.line, deed, status: now, message: message ?? failure }];
}

function draw() {
  const shown = entries.get().filter((entry) => !forgotten.has(idOf(entry)));
  ticks.set(new Map(shown.flatMap(tickOf).map((one) => [collectKey(one.line), one])));
}

let before: Promise<void> = Promise.resolve();

/** Takes lines as fetched, or as not found, and sends it; what is under way or done already is left alone. */
export function tick(lines: readonly CollectLine[], deed: Deed): void {
  question.set(null); // whoever ticks has gone on, or answered it
  before = before.then(() => add(lines, deed));
}

async function add(lines: readonly CollectLine[], deed: Deed) {
  await known;
  const fresh = lines.filter((line) => !isDone(ticks.get().get(collectKey(line))));
  try {
    await take(
      fresh.map((line) => {
        const { delivery, box, content } = line;
        const thing = content ? { content: content.id } : { code: box.code };
        return { operation: operationOf(newScanId(), delivery.id, thing, deed), shown: { screen: "collect", line } };
      }),
    );
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    say({ signal: "stop", word: "Nicht übernommen", code: fresh[0]?.box.code ?? "", lines: [error.message] });
  }
}

/** Forgets what is done; what has no answer yet stays. */
export function forgetDone(): void {
  for (const entry of entries.get()) if (!isOpen(entry)) forgotten.add(idOf(entry));
  draw();
  answer.set(null);
  question.set(null);
}

/** The worst of what became of the lines that were sent together. */
function sayEnd(ended: readonly Tick[]) {
  const refused = ended.filter(({ status }) => status === "refused");
  const unsent = ended.filter(({ status }) => status === "unsent");
  const last = refused[0] ?? unsent[0] ?? ended.at(-1);
  if (!last) return;
  const { line, deed, message } = last;
  if (refused.length > 1) say({ signal: "stop", word: "Nicht möglich", code: "", lines: refused.map(lineOf) });
  else if (refused.length === 1)
    say({ signal: "stop", word: "Nicht möglich", code: line.box.code, lines: message ? [message] : [] });
  else if (unsent.length > 0)
    say({ signal: "look", word: "Noch nicht gesendet", code: line.box.code, lines: message ? [message] : [] });
  else {
    const contents = ended.flatMap((one) => (one.line.box.id === line.box.id ? (one.line.content?.text ?? []) : []));
    const word = deed.kind === "pick" ? "Kommissioniert" : "Als nicht gefunden gemeldet";
    say({ signal: "done", word, code: line.box.code, lines: contents });
  }
}

const lineOf = ({ line, message }: Tick) => `${showBoxCode(line.box.code)}: ${message ?? ""}`;

/** Says it in words, colour and sound. */
export function say(said: Answer): void {
  answer.set(said);
  give(said.signal);
}

onOutboxChange((changes: readonly Change[]) => {
  draw();
  const own = ownIn(changes);
  sayEnd([...answeredIn(own), ...failedIn(own)].flatMap(tickOf));
});
onSessionEnd(forgetDone);
draw();
