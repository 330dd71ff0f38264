import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findProgram, installPackages } from "#test/support/system-programs.ts";
import { bringBases, makeMachine } from "./bases.ts";
import { image, lookAt, serve } from "./container.ts";
import { Podman } from "./podman.ts";
import { serveBelowSystemd } from "./service.ts";

/**
 * Builds the image of a release by `deploy/Containerfile`, looks into it and lets it serve; installs the release as a service on a
 * machine that systemd runs: `npm run test:image`, with `-- --short` of the release that `npm run release` made last.
 */
const { values } = parseArgs({ options: { short: { type: "boolean" } } });
const needed = ["podman", "runc", "mmdebstrap"];
const releases = resolve("dist/release");
const containerfile = resolve("deploy/Containerfile");

const results: (readonly [name: string, held: boolean, seconds: number])[] = [];

async function attempt(name: string, work: () => string | Promise<string>): Promise<void> {
  const start = performance.now();
  const outcome = await Promise.resolve()
    .then(work)
    .then(
      (said) => ({ held: true, said }),
      (error: Error) => ({ held: false, said: error.message }),
    );
  console.log(`${outcome.held ? "ok     " : "FAILED "} ${name}: ${outcome.said}`);
  results.push([name, outcome.held, (performance.now() - start) / 1000]);
}

/** The name of the release that lies there, made where there is none or a new one is wanted. */
function release(): string {
  const found = () =>
    existsSync(releases)
      ? readdirSync(releases)
          .find((name) => name.endsWith(".tar.gz"))
          ?.slice(0, -7)
      : undefined;
  if (!values.short || !found()) spawnSync(process.execPath, ["tools/run.mjs", "release"], { stdio: ["ignore", 2, 2] });
  const name = found();
  if (name === undefined) throw new Error("There is no release: npm run release says why.");
  return name;
}

async function proveAll(podman: Podman, folder: string): Promise<void> {
  const name = release();
  await attempt("the image is built", async () => {
    const how = await bringBases(podman, folder);
    await podman.build(join(releases, name), containerfile, image);
    return how;
  });
  await attempt("what is in it", () => lookAt(podman));
  await attempt("it serves with nothing to write but /data", () => serve(podman, folder));
  await attempt("the service below systemd", async () => {
    await makeMachine(podman, folder);
    return serveBelowSystemd(podman, releases, name);
  });
}

async function main(): Promise<number> {
  const missing = () => needed.filter((name) => !findProgram(name));
  if (missing().length > 0) installPackages(missing());
  if (missing().length > 0 || process.getuid?.() !== 0) {
    console.log(`skipped: it needs root and ${needed.join(", ")}; missing: ${missing().join(", ") || "root"}`);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "magazin-image-"));
  const podman = new Podman(folder);
  try {
    await proveAll(podman, folder);
  } finally {
    await podman.removeAll();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log();
  for (const [name, held, seconds] of results)
    console.log(`${name.padEnd(44)}${(held ? "held" : "FAILED").padStart(8)}${seconds.toFixed(1).padStart(10)} s`);
  const failed = results.filter(([, held]) => !held).length;
  console.log(`\n${results.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exit(await main());
