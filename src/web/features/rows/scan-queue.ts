import type { OperationResult } from "#contract/schemas/scans.ts";
import type { BoxState } from "#rules/box-state.ts";
import { refused } from "#rules/refusal-texts.ts";
import { keyOf, type Spot } from "./place-cursor.ts";

/**
 * `waiting` behind another scan, `sending`, answered as `done` or `refused`, or `unsent`: no answer came, and the
 * scans behind it wait for it.
 */
export type ScanStatus = "waiting" | "sending" | "done" | "refused" | "unsent";

/** One scan of this visit. */
export interface Scan {
  /** Stays the same when the scan is sent again, so that the server does it once (product 7). */
  readonly id: string;
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
  /** An instant in ms. */
  readonly scanned: number;
  readonly status: ScanStatus;
  readonly state: number | null;
  /** Why it was refused or not sent. */
  readonly message: string | null;
  /** When its answer came, in ms; 0 until then. */
  readonly answered: number;
  /** The row has been loaded since; the loaded places tell the truth now. */
  readonly settled: boolean;
}

export const isAnswered = ({ status }: Scan) => status === "done" || status === "refused";

/** The scan to send now: the first one that waits, while none is under way and none has failed. */
export function nextToSend(scans: readonly Scan[]): Scan | undefined {
  if (scans.some(({ status }) => status === "sending" || status === "unsent")) return undefined;
  return scans.find(({ status }) => status === "waiting");
}

export function withScan(scans: readonly Scan[], id: string, change: Partial<Scan>): readonly Scan[] {
  return scans.map((scan) => (scan.id === id ? { ...scan, ...change } : scan));
}

export function answeredAs(result: Omit<OperationResult, "id">, now: number): Partial<Scan> {
  return { status: result.status, state: result.state, message: result.message, answered: now };
}

const storedElsewhere = refused.alreadyStored("").message.slice(0, -1);
const placeTaken = refused.placeTaken("").message.slice(0, -1);

/** Refused only because the box has a place already: it can be moved (product 7). */
export const isElsewhere = ({ status, message }: Scan) =>
  status === "refused" && message?.startsWith(storedElsewhere) === true;

/** Refused because another box stands there. */
export const isPlaceTaken = ({ status, message }: Scan) =>
  status === "refused" && message?.startsWith(placeTaken) === true;

/** What stands on a place, or is on its way there. */
export interface Taken {
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
export function takenPlaces(positions: readonly Position[], scans: readonly Scan[], row: number): Map<string, Taken> {
  const taken = new Map<string, Taken>();
  for (const { box, ...spot } of positions) taken.set(keyOf(spot), { code: box.code, boxId: box.id, state: box.state });
  const mine = scans.filter((scan) => scan.row === row && scan.spot !== null && !scan.settled);
  for (const { status, code, spot, state } of mine) {
    if (status !== "done" || spot === null) continue;
    for (const [key, box] of taken) if (box.code === code) taken.delete(key);
    taken.set(keyOf(spot), { code, boxId: null, state: state as BoxState | null });
  }
  for (const scan of mine) {
    if (isAnswered(scan) || scan.spot === null || taken.has(keyOf(scan.spot))) continue;
    taken.set(keyOf(scan.spot), { code: scan.code, boxId: null, state: null });
  }
  return taken;
}
