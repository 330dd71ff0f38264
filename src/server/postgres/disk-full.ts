import { statfsSync } from "node:fs";

/** Somebody has to make room; until then every start fails. */
export class DiskFull extends Error {}

const megabyte = 1024 * 1024;
/** One piece of PostgreSQL's log: without room for it, it cannot even say in its own log why it ends. */
const least = 16 * megabyte;

/** The error as it is, or one that names the full disk where that is why something failed in a folder. */
export function nameFullDisk(folder: string, error: Error): Error {
  if (error instanceof DiskFull) return error;
  const said = /ENOSPC|EDQUOT|No space left on device|Check free disk space|Disk quota exceeded/.test(error.message);
  const free = freeBytes(folder);
  if (!said && (free === undefined || free >= least)) return error;
  const spaceText = free === undefined ? "" : ` (${Math.floor(free / megabyte)} MB left)`;
  return new DiskFull(
    `The disk with ${folder} is full${spaceText}. Make room on it. It was noticed by: ${error.message}`,
    {
      cause: error,
    },
  );
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
