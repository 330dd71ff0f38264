import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { EmbeddedConnection } from "./embedded.ts";
import { runningAddress } from "./address.ts";
import { findRunning } from "./pid-file.ts";

/**
 * The embedded PostgreSQL that already runs on a data folder, as the role `magazin`; undefined where none takes
 * connections. For programs that work beside a running server: they neither start nor stop it.
 */
export function runningEmbedded(dataDir: string): EmbeddedConnection | undefined {
  if (!existsSync(dataDir)) return undefined;
  const folder = realpathSync(dataDir);
  const running = findRunning(join(folder, "postgres"));
  if (!running?.ready) return undefined;
  return { ...runningAddress(folder, running), user: "magazin", database: "magazin" };
}
