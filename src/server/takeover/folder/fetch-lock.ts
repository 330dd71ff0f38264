import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BrokenFolder } from "./broken-folder.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Keeps a second fetch out of a folder, and answers what lets it in again. One that was killed keeps nobody out. @throws BrokenFolder */
export function lockFetch(folder: string): () => void {
  const path = join(folder, "lock");
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const pid = Number(readFileSync(path, "utf8"));
    if (pid > 0 && isAlive(pid))
      throw new BrokenFolder(
        `In ${folder} holt schon jemand: der Prozess ${pid}. Läuft er nicht, dann bitte ${path} löschen.`,
      );
    rmSync(path, { force: true });
  }
}
