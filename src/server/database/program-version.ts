import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The version of a program in its folder, and the commit that it is of, as semver writes it: `0.2.0+bcd091c`. A release has the commit in its
 * file COMMIT, a checkout in Git; other sources do not know it, and theirs is `0.2.0`.
 */
export function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  const commit = commitOf(folder);
  return commit === "" ? version : `${version}+${commit}`;
}

function commitOf(folder: string): string {
  const file = path.join(folder, "COMMIT");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (!existsSync(path.join(folder, ".git"))) return ""; // a folder around it may be another one's checkout
  try {
    const git = ["-C", folder, "rev-parse", "--short=7", "HEAD"];
    return execFileSync("git", git, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return ""; // no Git here, or the checkout is another account's
  }
}

/** The version of this program: the database notes which one made its schema. Read once. */
export const programVersion = versionOf(path.join(import.meta.dirname, "../../.."));
