import type { BoxState } from "#rules/stock/box-state.ts";
import { type OutboxEntry, isUnsent, type EntryView } from "#web/outbox/entry.ts";
import { keyOf, type Spot } from "#rules/stock/places/place-cursor.ts";

/**
 * `waiting` for its answer, answered as `done` or `refused`, or `unsent`: no answer came, it is sent again by itself. `undone`: it was
 * done, and taken back.
 */
export type ScanStatus = "waiting" | "done" | "refused" | "unsent" | "undone";

/** One scan of this visit. */
export interface Scan {
  readonly id: string;
  /** The id of the user who scanned. */
  readonly user: number;
  readonly row: number;
  /** The row as people call it: an unsent scan may be shown on another row's page. */
  readonly rowName: string;
  /** Ten digits, or what was read instead of a code. */
  readonly code: string;
  /** Where it was scanned to; null where the text was no code or the row was full. */
  readonly spot: Spot | null;
  /** Where the cursor went on to. */
  readonly next: Spot | null;
  readonly move: boolean;
  /** Somebody had put the cursor on this very place. */
  readonly isAimed: boolean;
  /** An instant in ms. */
  readonly scanned: number;
  readonly status: ScanStatus;
  readonly state: number | null;
  /** Why it was refused or not sent, in words. */
  readonly message: string | null;
  /** Why it was refused, by its name. */
  readonly why: OutboxEntry["code"];
  /** When its answer came, in ms; 0 until then. */
  readonly answered: number;
  /** Taking it back is under way, got no answer yet, or was refused. */
  readonly undo: { readonly status: "waiting" | "unsent" | "refused"; readonly message: string | null } | null;
  /** The row has been loaded since; the loaded places are right now. */
  readonly settled: boolean;
}

type RowEntry = OutboxEntry<Extract<EntryView, { screen: "row" }>>;

/** Every scan of storing as the row's page shows it, with what became of taking it back. */
export function scansOf(entries: readonly RowEntry[], settled: ReadonlySet<string>): Scan[] {
  const undos = new Map(
    entries.flatMap((entry) => (entry.operation.kind === "undo" ? [[entry.operation.of, entry]] : [])),
  );
  return entries.flatMap((entry) => {
    const scan = scanOf(entry, settled);
    return scan ? withUndo(scan, undos.get(scan.id)) : [];
  });
}

function withUndo(scan: Scan, undo: RowEntry | undefined): Scan {
  if (!undo) return scan;
  const { status, state, message, failure, answered } = undo;
  if (status === "done") return { ...scan, status: "undone", state, answered, message: null };
  return { ...scan, undo: { status: isUnsent(undo) ? "unsent" : status, message: message ?? failure } };
}

function scanOf(entry: RowEntry, settled: ReadonlySet<string>): Scan | null {
  const { operation, shown, user, scanned, state, message, failure, code: why, answered } = entry;
  if (operation.kind !== "store") return null;
  const { id, row, code, part, height, move } = operation;
  return {
    id,
    user,
    row,
    rowName: shown.rowName,
    code,
    spot: { part, height },
    next: shown.next,
    move,
    isAimed: shown.isAimed ?? false,
    scanned,
    state,
    why,
    answered,
    status: isUnsent(entry) ? "unsent" : entry.status,
    message: message ?? failure,
    undo: null,
    settled: settled.has(id),
  };
}

export const isAnswered = ({ status }: Scan) => status === "done" || status === "refused" || status === "undone";

/** Says whether to offer to take the scan back. */
export const mayUndo = ({ status, undo }: Scan) => status === "done" && undo === null;

/** Refused because the box stands in this row already. */
export const isHere = ({ why }: Scan) => why === "here";

/** Refused only because the box has a place already, maybe one where it is ordered: it can be moved (product 7). */
export const isElsewhere = ({ why }: Scan) => why === "elsewhere" || why === "ordered";

/** Says whether to offer to move the box. A box scanned twice stands where it should, unless another place was chosen for it. */
export const mayMove = (scan: Scan) => isElsewhere(scan) || (isHere(scan) && scan.isAimed);

/** Refused because another box stands there. */
export const isPlaceTaken = ({ why }: Scan) => why === "taken";

/** Box that stands on a place, or is on its way there. */
export interface OccupiedPlace {
  readonly code: string;
  /** Null until the row is loaded again. */
  readonly boxId: number | null;
  /** Null while the scan has no answer. */
  readonly state: BoxState | null;
}

interface Position extends Spot {
  readonly box: { readonly id: number; readonly code: string; readonly state: BoxState };
}

/** The places of a row: as they were loaded, with what was scanned since. */
export function takenPlaces(
  positions: readonly Position[],
  scans: readonly Scan[],
  row: number,
): Map<string, OccupiedPlace> {
  const occupied = new Map<string, OccupiedPlace>();
  for (const { box, ...spot } of positions)
    occupied.set(keyOf(spot), { code: box.code, boxId: box.id, state: box.state });
  const mine = scans.filter((scan) => scan.row === row && scan.spot !== null && !scan.settled);
  for (const { status, code, spot, state } of mine) {
    if ((status !== "done" && status !== "undone") || spot === null) continue;
    for (const [key, box] of occupied)
      if (box.code === code && (status === "done" || key === keyOf(spot))) occupied.delete(key);
    if (status === "done") occupied.set(keyOf(spot), { code, boxId: null, state: state as BoxState | null });
  }
  for (const scan of mine) {
    if (isAnswered(scan) || scan.spot === null || occupied.has(keyOf(scan.spot))) continue;
    occupied.set(keyOf(scan.spot), { code: scan.code, boxId: null, state: null });
  }
  return occupied;
}
