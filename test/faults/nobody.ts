import { spawnSync } from "node:child_process";

/** An account to which nothing belongs. */
export const nobody = { uid: 65_534, gid: 65_534 };

/** Says whether a program of this checkout can run as nobody: where we are root, the folder may be closed to others. */
export const nobodyRuns = (): boolean =>
  process.getuid?.() !== 0 ||
  spawnSync(process.execPath, ["--version"], { ...nobody, cwd: process.cwd() }).status === 0;
