import { getRow } from "#contract/calls/rows.ts";
import type { RowDetail } from "#contract/schemas/rows.ts";
import { scan as scanCall } from "#contract/calls/scans.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { errors } from "#rules/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { invalidate, queryClient, queryFor } from "#web/api/queries.ts";
import { createStore } from "#web/ui/store.ts";
import { type Cursor, cursorSpot, keyOf, nextEmpty, shapeOf, type Spot } from "./place-cursor.ts";
import {
  answeredAs,
  isAnswered,
  isElsewhere,
  isPlaceTaken,
  nextToSend,
  type Scan,
  takenPlaces,
  withScan,
} from "./scan-queue.ts";
import { give } from "#web/ui/feedback/signals.ts";

// Outside the pages: what was scanned is sent to its end, whichever page is open by then.

const kept = "scans"; // sessionStorage: a reload must not lose what has no answer yet
const longestList = 200;
const refreshPause = 1000; // ms: the row is loaded anew when the worker pauses, not after every box

/** Every scan of this visit, oldest first. */
export const scans = createStore<readonly Scan[]>(restored());
/** The cursor of the row that was worked in last. */
export const cursor = createStore<(Cursor & { readonly row: number }) | null>(null);

let refreshing: ReturnType<typeof setTimeout> | undefined;

function setScans(next: readonly Scan[]) {
  scans.set(next);
  const open = next.filter((scan) => !isAnswered(scan));
  if (open.length > 0) sessionStorage.setItem(kept, JSON.stringify(open));
  else sessionStorage.removeItem(kept);
}

function restored(): readonly Scan[] {
  try {
    const open = JSON.parse(sessionStorage.getItem(kept) ?? "[]") as Scan[];
    return open.map((scan) => ({ ...scan, status: "waiting", message: null }));
  } catch {
    return [];
  }
}

export const cursorOf = (row: number, at: ReturnType<typeof cursor.get>) => (at?.row === row ? at : null);

/** Takes a scanned or typed text as a box for the cursor's place and moves the cursor on. */
export function storeScanned(row: RowDetail, text: string, move = false) {
  const code = parseBoxCode(text);
  const shape = shapeOf(row);
  const taken = takenPlaces(row.positions, scans.get(), row.id);
  const isTaken = (at: Spot) => taken.has(keyOf(at));
  const spot = cursorSpot(shape, isTaken, cursorOf(row.id, cursor.get()));
  const scan = { ...newScan(row, code ?? text.trim().slice(0, 40), move), spot: code ? spot : null };
  if (!code) return refuseHere(scan, "Das ist kein Boxcode. Ein Boxcode hat zehn Ziffern.");
  if (!spot) return refuseHere(scan, "In dieser Reihe ist kein Platz mehr frei.");
  const next = nextEmpty(shape, (at) => isTaken(at) || keyOf(at) === keyOf(spot), spot);
  cursor.set({ row: row.id, spot: next ?? spot, byHand: false });
  add({ ...scan, next });
  void sendAll();
}

function newScan(row: RowDetail, code: string, move: boolean): Scan {
  return {
    id: newScanId(),
    row: row.id,
    rowName: `${row.area.name}, Reihe ${row.number}`,
    code,
    spot: null,
    next: null,
    move,
    scanned: Date.now(),
    status: "waiting",
    state: null,
    message: null,
    answered: 0,
    settled: false,
  };
}

const add = (scan: Scan) => setScans([...scans.get(), scan].slice(-longestList));

function refuseHere(scan: Scan, message: string) {
  add({ ...scan, status: "refused", message, answered: Date.now(), settled: true });
  give("look");
}

let busy = false;

async function sendAll() {
  if (busy) return;
  busy = true;
  for (let scan = nextToSend(scans.get()); scan; scan = nextToSend(scans.get())) await send(scan);
  busy = false;
}

async function send({ id, row, code, spot, move }: Scan) {
  if (!spot) return;
  clearTimeout(refreshing);
  setScans(withScan(scans.get(), id, { status: "sending", message: null }));
  try {
    const operation = { id, kind: "store" as const, code, row, ...spot, move };
    const { results } = await call(scanCall, { body: { operations: [operation] } });
    const [result] = results;
    answer(id, result ? answeredAs(result, Date.now()) : { status: "unsent", message: errors.unknown });
  } catch (error) {
    answer(id, failedAs(error));
  }
}

/** What may succeed later stays to be sent again; what never will is refused. */
function failedAs(error: unknown): Partial<Scan> {
  if (!(error instanceof CallError)) return { status: "unsent", message: errors.unknown };
  const lasting = error.status >= 400 && error.status < 500 && error.status !== 403 && error.status !== 429;
  return { status: lasting ? "refused" : "unsent", message: error.message, answered: lasting ? Date.now() : 0 };
}

function answer(id: string, change: Partial<Scan>) {
  setScans(withScan(scans.get(), id, change));
  const scan = scans.get().find((one) => one.id === id);
  if (!scan) return;
  give(scan.status === "done" ? "done" : isElsewhere(scan) ? "look" : "stop");
  if (scan.status === "refused") goBack(scan);
  if (isAnswered(scan)) refreshSoon(isPlaceTaken(scan) ? 0 : refreshPause);
}

/** The place of a refused box is still empty: the next box goes there, unless the worker has gone on meanwhile. */
function goBack(scan: Scan) {
  const at = cursor.get();
  const left = at?.row === scan.row && !at.byHand && keyOf(at.spot) === keyOf(scan.next ?? scan.spot ?? at.spot);
  if (left && scan.spot && !isPlaceTaken(scan)) cursor.set({ row: scan.row, spot: scan.spot, byHand: false });
}

/** Loads the places anew, and drops what was scanned before from the picture once they are there. */
export function refreshSoon(pause: number) {
  clearTimeout(refreshing);
  refreshing = setTimeout(() => void refresh(), pause);
}

async function refresh() {
  const started = Date.now();
  await invalidate("rows", "areas", "boxes");
  const isLoaded = ({ row }: Scan) => {
    const state = queryClient.getQueryState(queryFor(getRow, { path: { id: row } }).queryKey);
    return state?.status === "success" && !state.isInvalidated && state.dataUpdatedAt >= started;
  };
  const settle = (scan: Scan) =>
    isAnswered(scan) && !scan.settled && scan.answered <= started && isLoaded(scan) ? { ...scan, settled: true } : scan;
  setScans(scans.get().map(settle));
}

/** Sends a scan that got no answer again, under the same id, and what waits behind it. */
export function sendAgain(id: string) {
  setScans(withScan(scans.get(), id, { status: "waiting", message: null }));
  void sendAll();
}

/** Gives a scan up that got no answer; what waits behind it goes on. */
export function giveUp(id: string) {
  setScans(scans.get().filter((scan) => scan.id !== id));
  refreshSoon(0); // it may have been done all the same
  void sendAll();
}

void sendAll(); // what a reload has left open; the server knows by the id what it has done already
