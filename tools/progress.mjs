// Lines that a person sees while a program prepares: they say now and then how far it is.
import { existsSync, readFileSync } from "node:fs";

const pace = 10_000; // ms between two lines

/**
 * Runs a program and answers its exit code; while it runs, says every ten seconds how long it has taken, and how far it is where that is known.
 * @param {() => import("node:child_process").ChildProcess} start
 * @param {(line: string) => void} say
 * @param {() => string} [howFar] what follows the seconds
 * @returns {Promise<number>}
 */
export async function runWithProgress(start, say, howFar = () => "") {
  const began = Date.now();
  const line = setInterval(() => say(`... ${Math.round((Date.now() - began) / 1000)} s${howFar()}`), pace);
  const child = start();
  const code = await new Promise((done) => {
    child.once("error", () => done(1));
    child.once("exit", (status) => done(status ?? 1));
  });
  clearInterval(line);
  return code;
}

/** Says how many of the packages of package-lock.json lie in their place. */
export function showUnpacked() {
  /** @type {{ packages: Record<string, { optional?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const wanted = Object.keys(packages).filter((name) => name !== "" && packages[name]?.optional !== true);
  return `, ${wanted.filter((name) => existsSync(`${name}/package.json`)).length} of ${wanted.length} packages`;
}
