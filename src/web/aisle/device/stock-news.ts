import { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import type { Reply } from "#contract/route.ts";
import type { Result } from "#rules/aisle/operation.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { request } from "#web/api/call.ts";
import { hasLeft, onSessionChange, sessionState } from "#web/api/session-state.ts";
import { answeredIn, onOutboxChange, entries } from "#web/outbox/outbox.ts";
import { apiHeader, apiLevel } from "#contract/api-level.ts";
import { isOpenEntry } from "#web/outbox/entry.ts";
import { halls, hallsOfDevice } from "./halls.ts";
import { forgetStock, noteBoxes, type PackedBox, stockStore, takeStock } from "./stock.ts";
import { questionStands } from "./flow-run.ts";
import { takeOver, waitingVersion } from "./update.ts";

// A server that these pages do not understand any more: what they hold is sent first, then they come anew, by themselves and once.

let isOutdated = false;
let isDone = false;

/** Takes note of the level that the server says. */
function noteLevel({ headers }: Response): void {
  if (isOutdated || Number(headers.get(apiHeader)) <= apiLevel) return;
  isOutdated = true;
  const { serviceWorker } = navigator as Partial<Navigator>;
  void serviceWorker?.ready.then((kept) => kept.update()).catch(() => undefined);
  renew();
}

function renew() {
  if (!isOutdated || isDone || !waitingVersion.get()) return;
  const isBusy = questionStands.get() || document.querySelector("dialog:modal") !== null;
  if (isBusy || entries.get().some(isOpenEntry)) return;
  isDone = true;
  takeOver();
}

for (const store of [waitingVersion, questionStands]) store.subscribe(renew);
onOutboxChange(renew);

// Loads what is in the archive, and what has changed since.

const often = 60_000; // ms: what others do at the shelves
const longest = 60_000; // ms: a network that swallows the call must not keep the next one away
const soon = 1500; // ms after an answer: what it changed besides its box
/** Until the next time; undefined while none is planned. */
let timer: ReturnType<typeof setTimeout> | undefined;
let loading: Promise<void> | null = null;

/** Loads now, unless that is under way. */
function load() {
  loading ??= news()
    .catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error; // no network: what is known stays
    })
    .finally(() => {
      loading = null;
      if (timer === undefined) loadIn(often); // an answer meanwhile wants it sooner
    });
}

function loadIn(time: number) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    if (loading) loadIn(soon);
    else load();
  }, time);
}

async function news() {
  const { user } = sessionState();
  const mayAsk = user?.is_staff && !user.init_password && user.second_factor !== "required";
  if (!mayAsk || document.visibilityState === "hidden") return;
  const areas = await hallsOfDevice();
  if (areas === undefined) return; // the worker is asked
  const { cursor, answered: before } = stockStore.get();
  const loaded = Date.now();
  const query = { ...(cursor !== null && { since: cursor }), ...(areas && { areas: areas.join() }) };
  const response = await request(scanPack, { query, signal: AbortSignal.timeout(longest) });
  noteLevel(response);
  const pack = (await response.json().catch(noAnswer)) as Reply<typeof scanPack>;
  if (sessionState().user?.id !== user.id) return; // ended meanwhile
  if (halls.get() !== areas) return loadIn(0); // others were chosen
  await takeStock(pack, { loaded, before, areas });
}

function noAnswer(): never {
  throw new CallError(0, errors.network);
}

/** A box as the server says it is with its answer to a scan. */
function packBox({ code, state, version, owner, place }: NonNullable<Result["box"]>): PackedBox {
  return [code, state, place?.row ?? null, place?.part ?? null, place?.height ?? null, version, owner];
}

onOutboxChange((changes) => {
  const answeredEntries = answeredIn(changes);
  if (answeredEntries.length === 0) return;
  noteBoxes(answeredEntries.flatMap(({ result }) => (result?.box ? [packBox(result.box)] : [])));
  loadIn(soon);
});
/**
 * Whoever worked here did not leave: the server has ended their session, because the device is lost, or was taken from them. What is in the
 * archive goes from it; what they have scanned stays for them (decision 85).
 */
function forgetWhereEnded() {
  const { loaded, user } = sessionState();
  if (loaded && !user && !hasLeft()) void forgetStock().catch(() => undefined);
}

onSessionChange(load);
halls.subscribe(load);
onSessionChange(forgetWhereEnded);
forgetWhereEnded();
addEventListener("online", load);
document.addEventListener("visibilitychange", load);
load();
