import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { fetchInto, type FetchOrder } from "#server/takeover/fetch/fetch.ts";
import type { FolderManifest } from "#server/takeover/folder/folder-manifest.ts";
import { allowedPaths } from "#server/takeover/old-system/allowed-paths.ts";
import { apiAddress } from "#server/takeover/old-system/old-addresses.ts";
import { OldSystem } from "#server/takeover/old-system/old-system.ts";
import { Pace } from "#server/takeover/old-system/pace.ts";
import type { OldArchive } from "./archive.ts";
import { testClock } from "./clock.ts";
import { oldLogin, type RunningOldSystem, serveOldSystem } from "./serve.ts";

/** An old system that runs until the test is over; then its log is held against the list of what may be read. */
export async function oldSystemFor(
  archive: OldArchive,
  wishes: Parameters<typeof serveOldSystem>[1] = {},
): Promise<RunningOldSystem> {
  const old = await serveOldSystem(archive, wishes);
  onTestFinished(async () => {
    await old.stop();
    expectOnlyReading(old);
  });
  return old;
}

const patterns = allowedPaths.map((path) => new RegExp(`^GET /api/v1${path.replace("{id}", String.raw`[\w-]+`)}$`));
const others = [/^POST (\/api\/v1)?\/api-token-auth\/$/, /^GET \/media\//];

/** Expects that only permitted requests were made: signing in, allowed paths, pictures. */
function expectOnlyReading({ requests }: RunningOldSystem): void {
  expect(requests.filter((request) => ![...patterns, ...others].some((pattern) => pattern.test(request)))).toEqual([]);
}

/** A folder that is there until the test is over. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "magazin-takeover-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "fetched");
}

/** Returns a reader of an old system for a test: as fast as the system answers, by a clock of its own. */
export function readerOf(url: string, login = oldLogin): OldSystem {
  const clock = testClock("2026-11-29T18:00:00Z");
  return new OldSystem(apiAddress(url), login, new Pace({ rate: 1000, hours: null }, clock, () => undefined));
}

/** Fetches it whole into a folder. */
export function fetchFrom(url: string, folder: string, order: Partial<FetchOrder> = {}): Promise<FolderManifest> {
  const report = { plan: () => undefined, progress: () => undefined };
  const clock = testClock("2026-11-29T18:00:00Z");
  return fetchInto(readerOf(url), { folder, whole: false, barcodes: false, program: "test", ...order }, clock, report);
}

/** The objects of a file of a folder. */
export function objectsIn(folder: string, { data }: FolderManifest, name: string): Record<string, unknown>[] {
  const lines = readFileSync(join(folder, data, name), "utf8")
    .split("\n")
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Returns the part that is the same in two fetches of the same data. */
export const contentOf = ({ files, pictures }: FolderManifest): unknown => ({ files, pictures });
