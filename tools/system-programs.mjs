// Requirements of the tests on the system: programs, and a folder. Runs on Node 20 and without any package.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @param {readonly string[]} path folders @param {string[]} names */
const findIn = (path, names) =>
  path.flatMap((folder) => names.map((name) => join(folder, name))).find((program) => existsSync(program));

/**
 * Tests look at real pages and real documents: a browser and small programs that read PDF, barcodes and zip. The browser without
 * windows comes first: it needs half the processor time. As root on Debian what is missing is installed.
 * @param {readonly string[]} path folders in which programs are
 * @param {(text: string) => void} say
 * @returns {string | undefined} the browser
 */
export function systemPrograms(path, say) {
  const find = (/** @type {string[]} */ names) => findIn(path, names);
  const shell = "chromium-headless-shell";
  const browser = () => process.env["CHROMIUM"] ?? find([shell, "chromium", "chromium-browser", "google-chrome"]);
  const lacking = (/** @type {string[]} */ ...names) => names.filter((name) => find([name]) === undefined);
  const readers = ["pdftotext", "qpdf", "zbarimg", "unzip", "zstd", "python3", "openssl"];
  const packages = [shell, "poppler-utils", "qpdf", "zbar-tools", "unzip", "zstd", "python3", "openssl"];
  const wanted = lacking(...readers, ...(process.env["CHROMIUM"] === undefined ? [shell] : []));
  if (wanted.length > 0 && process.getuid?.() === 0 && find(["apt-get"]) !== undefined) {
    say(`the tests need ${wanted.join(", ")}, installing (apt-get install ${packages.join(" ")}) ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    /** Options for a program whose output is none of ours. @type {import("node:child_process").SpawnSyncOptions} */
    const quiet = { stdio: ["ignore", 2, 2], env };
    spawnSync("apt-get", ["-qq", "update"], quiet);
    spawnSync("apt-get", ["-qq", "install", "-y", ...packages], quiet);
  }
  const found = browser();
  const missing = [...lacking(...readers), ...(found === undefined ? [shell] : [])];
  if (missing.length > 0)
    say(`the tests need ${missing.join(", ")}: install ${packages.join(" ")}, or name a browser with CHROMIUM=/path.`);
  return found;
}

/**
 * Where tests put what is gone after them: into memory where there is enough, since each makes a database of more than a thousand files.
 * @returns {string}
 */
export function fleetingFolder() {
  const memory = "/dev/shm";
  const mount = (existsSync("/proc/mounts") ? readFileSync("/proc/mounts", "utf8") : "")
    .split("\n")
    .find((line) => line.includes(` ${memory} `));
  if (process.env["TMPDIR"] !== undefined || mount === undefined || /\b(ro|noexec)\b/.test(mount)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= fleeting ? memory : tmpdir();
}
const fleeting = 3 * 1024 ** 3; // bytes; there is half a gigabyte at most
