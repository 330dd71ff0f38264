import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildAll, missingTool } from "#android/build.ts";
import { testConfig } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { contentOf, readZip } from "./package-zip.ts";
import { PackagesOnDemand, versionsAlong } from "./packages-on-demand.ts";

const { db } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "magazin-packages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const address = "https://192.168.1.20:8443";
const config = testConfig({ PROVIDER_NAME: "Archiv & Söhne" });
const aServer = () => new PackagesOnDemand({ db, config, now: () => new Date("2026-11-22T12:00:00Z") });

/** Two servers on one database, whose first calls meet. */
const [one, other] = [aServer(), aServer()];
const made = await Promise.all(versionsAlong.map((version) => one.make(version, address)));
const again = await Promise.all(versionsAlong.map((version) => other.make(version, address)));

/** Runs one of Debian's tools; skips what it would show where this machine does not have it. */
function tool(skip: (why: string) => never, program: string, ...args: string[]) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (error) return skip(`${program} is not on this machine (apt-get install apksigner aapt zipalign): not tried`);
  return { status, said: stdout + stderr };
}

const fileOf = (name: string, bytes: Buffer) => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};
const verify = (skip: (why: string) => never, file: string) =>
  tool(skip, "apksigner", "verify", "--verbose", "--min-sdk-version", "24", "--max-sdk-version", "36", file);

test("the packages that come along are those of their sources, to the byte", ({ skip }) => {
  const missing = missingTool();
  if (missing !== null) skip(`${missing}: not built`);
  const built = buildAll();
  expect([...built.keys()].sort()).toEqual([...versionsAlong].sort());
  for (const [version, bytes] of built)
    expect(bytes.equals(readFileSync(join("android", `${version}.apk`))), `android/${version}.apk`).toBe(true);
});

test("two servers of one archive give out the same bytes, signed by one certificate", async () => {
  expect(again.map(({ sha256 }) => sha256)).toEqual(made.map(({ sha256 }) => sha256));
  expect(await other.fingerprint()).toBe(await one.fingerprint());
  expect(await other.secret("a")).toEqual(await one.secret("a"));
  expect(await one.secret("b")).not.toEqual(await one.secret("a"));
});

test("a package knows the server's address and trusts the archive's authority and no other of its own", async () => {
  const { certificate } = await one.authority();
  for (const [index, { bytes }] of made.entries()) {
    const end = bytes.length - 22;
    const files = readZip(bytes);
    const text = (name: string) =>
      String(contentOf(files.find((file) => file.name === name) as (typeof files)[number]));
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    const broadcasts = versionsAlong[index] === "1.2.0";
    expect(JSON.parse(text("assets/server.json"))).toEqual({ server: address, broadcasts });
    expect(text("res/raw/ca.pem")).toBe(certificate);
    expect(new X509Certificate(text("res/raw/ca.pem")).ca).toBe(true);
  }
});

test("Android 7 to 16 accepts every package, and none in which one byte was changed", ({ skip }) => {
  for (const [index, { bytes }] of made.entries()) {
    const { status, said } = verify(skip, fileOf(`${index}.apk`, bytes));
    expect([status, said]).toEqual([0, expect.stringMatching(/^Verifies/)]);
    expect(said).toMatch(/v2 scheme.*: true[\s\S]*v3 scheme.*: true/);
  }
  const changed = Buffer.from(made[0]?.bytes ?? []);
  changed[60] = (changed[60] ?? 0) ^ 1;
  expect(verify(skip, fileOf("changed.apk", changed)).status).not.toBe(0);
});

test("a device takes a newer version for an update of an older one, and can map what is not compressed", ({ skip }) => {
  const codes = made.map(({ bytes }, index) => {
    const file = fileOf(`${index}.apk`, bytes);
    expect(tool(skip, "zipalign", "-c", "4", file).status).toBe(0);
    const { said } = tool(skip, "aapt", "dump", "badging", file);
    expect(said).toMatch(/package: name='de\.magazin\.app'[\s\S]*sdkVersion:'24'[\s\S]*targetSdkVersion:'35'/);
    expect(said).toContain(`versionName='${versionsAlong[index]}'`);
    expect(said).toContain("launchable-activity: name='de.magazin.app.Main'");
    return Number(/versionCode='(\d+)'/.exec(said)?.[1]);
  });
  expect(versionsAlong).toEqual(["1.0", "1.1", "1.1.1", "1.2.0"]);
  expect(codes).toEqual([10_000, 10_100, 10_101, 10_200]);
});
