import { WrongPicture } from "./pictures.ts";
import { StoreUnavailable } from "./file-store.ts";

/** Ways in which storing fails, for whoever watches the disks. */
export const storageTroubles = ["full", "damaged", "away", "failed"] as const;
export type StorageTrouble = (typeof storageTroubles)[number];

const full = new Set(["ENOSPC", "EDQUOT", "53100", "disk_full"]); // of the file system, of PostgreSQL, and as we refuse it

/** Says whether something failed because of a disk or an object store, and how. */
export function findStorageTrouble(error: unknown): StorageTrouble | null {
  if (error instanceof WrongPicture) return "damaged";
  if (error instanceof StoreUnavailable) return "away";
  const { code = "", path } = (error ?? {}) as { code?: string; path?: string };
  if (full.has(code)) return "full";
  return path !== undefined && code.startsWith("E") ? "failed" : null; // of a file; what concerns a network names an address
}
