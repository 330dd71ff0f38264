import { chmod, mkdir, open } from "node:fs/promises";
import path from "node:path";

/** Nobody but the server's own account has any business with what customers keep. */
export const own = { file: 0o600, folder: 0o700 } as const;

/** Makes a folder where it is missing, so that a power failure does not take it away again. */
export async function makeFolder(folder: string): Promise<void> {
  const firstFolder = await mkdir(folder, { recursive: true, mode: own.folder });
  if (firstFolder) await syncFolders(path.dirname(firstFolder), folder);
}

/** Closes a folder that an earlier version left open; that of another account stays as it is. */
export async function closeToOthers(folder: string): Promise<void> {
  await chmod(folder, own.folder).catch((error: NodeJS.ErrnoException) => {
    if (!["ENOENT", "EPERM", "EROFS"].includes(error.code ?? "")) throw error;
  });
}

/** Syncs the folders from `top` down to the one above `bottom`. */
async function syncFolders(top: string, bottom: string): Promise<void> {
  for (let folder = path.dirname(bottom); folder.length >= top.length; folder = path.dirname(folder)) {
    await syncFolder(folder);
    if (folder === top) return;
  }
}

/** Makes what was renamed in a folder outlive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // a folder cannot be opened there, and NTFS keeps its own journal
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
