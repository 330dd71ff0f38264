import type { RowDetail } from "#contract/schemas/stock/rows.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { queryClient } from "#web/api/queries.ts";
import { onSessionEnd, sessionState } from "#web/api/session-state.ts";
import { type OutboxEntry, idOf } from "#web/outbox/entry.ts";
import { answeredIn } from "#web/outbox/outbox.ts";
import { onRefreshed, refresh } from "#web/outbox/refresh.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { followVisit, inTurn, takeOr } from "#web/outbox/visit.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { give, type Verdict, findWorst } from "#web/ui/feedback/signals.ts";
import { createStore } from "#web/ui/store.ts";
import { type Cursor, cursorSpot, keyOf, nextEmpty, shapeOf, type Spot } from "#rules/stock/places/place-cursor.ts";
import { isAnswered, isElsewhere, isHere, isPlaceTaken, type Scan, scansOf, takenPlaces } from "./row-scans.ts";
import { rowQuery } from "./row-loader.ts";

// Outside the pages: what was scanned is answered whichever page is open by then.

/** Every scan of this visit, oldest first. */
export const scans = createStore<readonly Scan[]>([]);
/** The cursor of the row that was worked in last. */
export const cursor = createStore<(Cursor & { readonly row: number }) | null>(null);

/** Scans that were never sent, because they were no code or had no place. */
let refusedHere: readonly Scan[] = [];
const settledIds = new Set<string>();

export const cursorOf = (row: number, at: ReturnType<typeof cursor.get>) => (at?.row === row ? at : null);

const queue = inTurn();

/** Takes a scanned or typed text as a box for the cursor's place and moves the cursor on; one after the other. */
export function storeScanned(row: RowDetail, text: string, move = false): void {
  void queue(() => store(row, text, move));
}

async function store(seen: RowDetail, text: string, move: boolean) {
  const row = queryClient.getQueryData(rowQuery(seen.id).queryKey) ?? seen;
  const code = parseBoxCode(text);
  if (!code) return refuseHere(row, text.trim().slice(0, 40), "Das ist kein Boxcode. Ein Boxcode hat zehn Ziffern.");
  const shape = shapeOf(row);
  const occupied = takenPlaces(row.positions, scans.get(), row.id);
  const isTaken = (at: Spot) => occupied.has(keyOf(at));
  const at = cursorOf(row.id, cursor.get());
  const spot = cursorSpot(shape, isTaken, at);
  if (!spot) return refuseHere(row, code, "In dieser Reihe ist kein Platz mehr frei.");
  const next = nextEmpty(shape, (other) => isTaken(other) || keyOf(other) === keyOf(spot), spot);
  const operation = { id: newScanId(), kind: "store" as const, code, row: row.id, ...spot, move };
  const shown = { screen: "row" as const, rowName: nameOf(row), next, isAimed: at?.byHand ?? false };
  const refuse = (message: string) => refuseHere(row, code, message, { signal: "stop", spot });
  if (await takeOr([{ operation, shown }], refuse)) cursor.set({ row: row.id, spot: next ?? spot, byHand: false });
}

/** Takes the storing of a scan back, behind all that waits before it. */
export async function undoScan({ id, rowName }: Scan): Promise<void> {
  const operation = { id: newScanId(), kind: "undo" as const, of: id };
  await takeOr([{ operation, shown: { screen: "row", rowName, next: null } }], (message) => {
    notify(message, "error");
    give("stop");
  });
}

const nameOf = (row: RowDetail) => `${row.area.name}, Reihe ${row.number}`;

/** Says of a text why it is not stored. */
export function refuseHere(
  row: RowDetail,
  code: string,
  message: string,
  { signal = "look", spot = null }: { signal?: Verdict; spot?: Spot | null } = {},
): void {
  const now = Date.now();
  const scan: Scan = {
    id: newScanId(),
    user: sessionState().user?.id ?? 0,
    row: row.id,
    rowName: nameOf(row),
    code,
    spot,
    next: null,
    move: false,
    isAimed: false,
    scanned: now,
    status: "refused",
    state: null,
    message,
    why: null,
    answered: now,
    undo: null,
    settled: true,
  };
  refusedHere = [...refusedHere, scan];
  draw();
  give(signal);
}

/** The place of a refused box is still empty: the next box goes there, unless the worker has gone on meanwhile. */
function goBack(scan: Scan) {
  const at = cursor.get();
  const left = at?.row === scan.row && !at.byHand && keyOf(at.spot) === keyOf(scan.next ?? scan.spot ?? at.spot);
  if (left && scan.spot && !isPlaceTaken(scan)) cursor.set({ row: scan.row, spot: scan.spot, byHand: false });
}

function verdictOn(scan: Scan): Verdict {
  if (scan.status === "done") return "done";
  return scan.status === "unsent" || isElsewhere(scan) || isHere(scan) ? "look" : "stop";
}

const scanWith = (id: string) => scans.get().find((scan) => scan.id === id);

/** The scan that an entry takes back. */
const undoneBy = ({ operation }: OutboxEntry) => (operation.kind === "undo" ? scanWith(operation.of) : undefined);

/** The place is free again, and the next box goes there: the right one, most likely. */
function hearUndone(answered: readonly OutboxEntry[]) {
  for (const entry of answered) {
    const scan = undoneBy(entry);
    if (!scan) continue;
    if (scan.status === "undone" && scan.spot) cursor.set({ row: scan.row, spot: scan.spot, byHand: false });
    give(scan.status === "undone" ? "done" : "stop");
  }
}

const scansIn = (found: readonly OutboxEntry[]) => found.flatMap((one) => scanWith(idOf(one)) ?? []);

const draw = followVisit({
  screen: "row",
  draw: (rows, changes) => {
    const answeredScans = answeredIn(changes);
    for (const { operation } of answeredScans) if (operation.kind === "undo") settledIds.delete(operation.of);
    scans.set([...scansOf(rows, settledIds), ...refusedHere].sort((a, b) => a.scanned - b.scanned));
    if (scansIn(answeredScans).some(isPlaceTaken)) void refresh();
  },
  hear: (entries, failed) => {
    hearUndone(entries);
    const answered = scansIn(entries);
    for (const scan of answered.toReversed()) if (scan.status === "refused") goBack(scan);
    const finishedScans = [...answered, ...scansIn(failed)];
    if (finishedScans.length > 0) give(findWorst(finishedScans.map(verdictOn)));
  },
});

/** Drops what was scanned before from the picture of the places, once they have been loaded anew. */
onRefreshed((started) => {
  const isLoaded = ({ row }: Scan) => {
    const state = queryClient.getQueryState(rowQuery(row).queryKey);
    return state?.status === "success" && !state.isInvalidated && state.dataUpdatedAt >= started;
  };
  for (const scan of scans.get())
    if (isAnswered(scan) && scan.answered <= started && isLoaded(scan)) settledIds.add(scan.id);
  draw();
});

onSessionEnd(() => {
  refusedHere = [];
  cursor.set(null);
});
