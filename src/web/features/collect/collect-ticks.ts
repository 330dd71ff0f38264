import type { CollectLine } from "#contract/schemas/deliveries.ts";
import { maxOperations } from "#contract/limits.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { errors } from "#rules/texts.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { createStore } from "#web/ui/store.ts";
import { collectKey } from "./collect-walk.ts";
import { deliveryChangedSoon } from "#web/lines/delivery-changes.ts";
import type { Answer } from "#web/lines/line-answer.tsx";
import { type Deed, isLasting, messageOf, operationOf, type Outcome, sendOperations } from "#web/lines/line-deeds.ts";

// Outside the page: what was ticked is sent to its end, whichever page is open by then.

/** A line that somebody has ticked or reported missing. */
export interface Tick {
  /** Stays the same when it is sent again, so that the server does it once (product 7). */
  readonly id: string;
  readonly line: CollectLine;
  readonly deed: Exclude<Deed, { kind: "receive" }>;
  /** `unsent`: no answer came; it is sent again with the next one, or when the network is back. */
  readonly status: "waiting" | "sending" | "done" | "refused" | "unsent";
  readonly message: string | null;
}

const kept = "ticks"; // sessionStorage: a reload must not lose what has no answer yet

/** Every line of this visit, by its key. */
export const ticks = createStore<ReadonlyMap<string, Tick>>(restored());
/** What was said last. */
export const answer = createStore<Answer | null>(null);

const isOpen = ({ status }: Tick) => status === "waiting" || status === "sending" || status === "unsent";
export const isDone = (one: Tick | undefined) => one !== undefined && one.status !== "refused";

function restored(): ReadonlyMap<string, Tick> {
  try {
    const open = JSON.parse(sessionStorage.getItem(kept) ?? "[]") as Tick[];
    return new Map(open.map((one) => [collectKey(one.line), { ...one, status: "waiting", message: null }]));
  } catch {
    return new Map();
  }
}

function put(changed: readonly Tick[]) {
  const next = new Map(ticks.get());
  for (const one of changed) next.set(collectKey(one.line), one);
  keep(next);
}

function keep(next: ReadonlyMap<string, Tick>) {
  const open = [...next.values()].filter(isOpen);
  if (open.length > 0) sessionStorage.setItem(kept, JSON.stringify(open));
  else sessionStorage.removeItem(kept);
  ticks.set(next);
}

/** Takes lines as fetched, or as not found, and sends it; what is under way or done already is left alone. */
export function tick(lines: readonly CollectLine[], deed: Tick["deed"]): void {
  const known = ticks.get();
  const fresh = lines.filter((line) => !isDone(known.get(collectKey(line))));
  put(fresh.map((line) => ({ id: newScanId(), line, deed, status: "waiting", message: null })));
  sendAgain();
}

/** Sends what got no answer again, under the same ids. */
export function sendAgain(): void {
  put([...ticks.get().values()].filter(({ status }) => status === "unsent").map(waiting));
  void sendAll();
}
const waiting = (one: Tick): Tick => ({ ...one, status: "waiting", message: null });

/** Forgets what is done; what has no answer yet stays. */
export function forgetDone(): void {
  keep(new Map([...ticks.get()].filter(([, one]) => isOpen(one))));
  answer.set(null);
}

let busy = false;

async function sendAll() {
  if (busy) return;
  busy = true;
  for (let part = nextPart(); part.length > 0; part = nextPart()) await send(part);
  busy = false;
}

const nextPart = () => [...ticks.get().values()].filter(({ status }) => status === "waiting").slice(0, maxOperations);

async function send(part: readonly Tick[]) {
  put(part.map((one) => ({ ...one, status: "sending" })));
  let ended: readonly Tick[] = [];
  try {
    const operations = part.map(({ id, line: { delivery, box, content }, deed }) =>
      operationOf(id, delivery.id, content ? { content: content.id } : { code: box.code }, deed),
    );
    await sendOperations(operations, (outcomes) => {
      ended = part.map((one) => endedAs(one, outcomes.get(one.id)));
    });
  } catch (error) {
    const status = isLasting(error) ? "refused" : "unsent";
    ended = part.map((one) => ({ ...one, status, message: messageOf(error) }));
  }
  put(ended);
  sayEnd(ended);
  deliveryChangedSoon();
}

function endedAs(one: Tick, outcome: Outcome | undefined): Tick {
  if (outcome?.isDone) return { ...one, status: "done", message: null };
  return { ...one, status: "refused", message: outcome?.message ?? errors.unknown };
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

addEventListener("online", sendAgain);
void sendAll(); // what a reload has left open; the server knows by the id what it has done already
