import path from "node:path";
import { NoKey } from "#server/backup/cipher.ts";
import { type Manifest, numbersBehind } from "#server/backup/manifest.ts";
import { BrokenBackup } from "#server/backup/read.ts";
import { StoreMissing, StoreUnavailable } from "#server/storage/file-store.ts";
import { CommandError, WrongUsage } from "#cli/command.ts";

/** npm runs commands in the project's folder, wherever they were called. */
export const absolute = (address: string) =>
  address.includes("://") ? address : path.resolve(process.env["INIT_CWD"] ?? "", address);

/** Ends the command with a sentence that says what is wrong with a place or a backup. */
export function sayWhy(error: unknown): never {
  if (error instanceof StoreMissing) throw new WrongUsage(error.message, { cause: error });
  if (error instanceof BrokenBackup || error instanceof NoKey || error instanceof StoreUnavailable)
    throw new CommandError(error.message, { cause: error });
  throw error;
}

const count = (value: number, one: string, many: string) => `${value.toLocaleString("en")} ${value === 1 ? one : many}`;
export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** `1,234 rows of 30 tables, 5 pictures and 1 package`. */
export function amounts({ tables, pictures, head: { packages } }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const inTables = `${count(rows, "row", "rows")} of ${count(tables.length, "table", "tables")}`;
  return `${inTables}, ${count(pictures.rows, "picture", "pictures")} and ${count(packages.length, "package", "packages")}`;
}

/** Returns the age of a moment in everyday words: `13 hours ago`. */
export function ago(moment: Date, now: Date): string {
  const hours = Math.round((now.getTime() - moment.getTime()) / 3_600_000);
  if (hours < 48) return hours < 1 ? "less than an hour ago" : `${count(hours, "hour", "hours")} ago`;
  return `${count(Math.round(hours / 24), "day", "days")} ago`;
}

/** Reports the numbers given next that a backup of an earlier version may state wrongly. */
export function sayNumbers(manifest: Manifest, then: string): void {
  for (const column of numbersBehind(manifest))
    console.log(`The number that ${column} gives next is there already: ${then}.`);
}
