import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { berlinDay } from "#rules/dates.ts";
import { writePackage } from "#test/support/app-package.ts";
import { bareEnvironment } from "#test/support/system-programs.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const { host, port, user, database } = connection;
const folder = mkdtempSync(join(tmpdir(), "magazin-add-app-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, "data");
mkdirSync(dataDir);
const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function addApp(file: string, ...options: string[]): Promise<Ended> {
  const args = [join(import.meta.dirname, "main.ts"), "add-app", file, ...options];
  const env = bareEnvironment({ DATABASE_URL, DATA_DIR: dataDir, INIT_CWD: folder });
  return new Promise((done) => {
    execFile(process.execPath, args, { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const versions = () => db.read.selectFrom("apps").select(["version", "released", "description", "file"]).execute();
const versionBy = async (version: string) => (await versions()).find((app) => app.version === version);
const onDisk = () => readdirSync(join(dataDir, "apps"));

test("a package of a new version is copied and offered from today on", async () => {
  const bytes = await writePackage(join(folder, "neu.apk"));
  const today = berlinDay(new Date());
  const ended = await addApp("neu.apk", "--version", "1.2");
  expect(ended).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Version 1.2 added") });
  expect(onDisk()).toEqual(["1.2.apk"]);
  expect(readFileSync(join(dataDir, "apps", "1.2.apk")).equals(bytes)).toBe(true);
  const app = await versionBy("1.2");
  expect(app).toMatchObject({ description: "", file: "1.2.apk" });
  expect([today, berlinDay(new Date())]).toContain(app?.released);
});

expensive("three packages made and added by commands")(
  "a version that is there keeps its date and text unless others are given",
  async () => {
    const source = join(folder, "alt.apk");
    await writePackage(source);
    expect(await addApp(source, "--version", "1.1.1")).toMatchObject({ code: 0 });
    const known = { version: "1.1.1", released: "2021-06-16", file: "1.1.1.apk" };
    const description = "Fehler behoben: Lieferungen waren nicht anklickbar";
    expect(await versionBy("1.1.1")).toEqual({ ...known, description });
    const better = await writePackage(source);
    const words = ["--version", "1.1.1", "--date", "2026-11-21", "--description", "Größere Knöpfe"];
    expect(await addApp(source, ...words)).toMatchObject({ code: 0 });
    expect(await versionBy("1.1.1")).toEqual({ ...known, released: "2026-11-21", description: "Größere Knöpfe" });
    expect(readFileSync(join(dataDir, "apps", "1.1.1.apk")).equals(better)).toBe(true);
  },
);

expensive("packages of every fault offered to a command each")(
  "what is no package is refused with the reason, and nothing is kept of it",
  async () => {
    const before = { versions: await versions(), files: onDisk() };
    const file = (name: string, bytes: string | Buffer) => {
      writeFileSync(join(folder, name), bytes);
      return name;
    };
    const whole = await writePackage(join(folder, "whole.apk"), 200_000);
    await writePackage(join(folder, "office.apk"), 2_000, "word/document.xml");
    const cases: [name: string, reason: RegExp][] = [
      ["nowhere.apk", /^There is no file .*nowhere\.apk\./],
      [".", /is no file\./],
      [file("empty.apk", ""), /is no Android package/],
      [file("text.apk", "Kein Paket, sondern ein Text, der lang genug ist"), /is no Android package/],
      [file("cut.apk", whole.subarray(0, 150_000)), /its end is missing/],
      ["office.apk", /no AndroidManifest\.xml/],
    ];
    const ended = await Promise.all(cases.map(([name]) => addApp(name, "--version", "3.0")));
    for (const [index, [, reason]] of cases.entries())
      expect(ended[index]).toMatchObject({ code: 1, out: "", err: expect.stringMatching(reason) });
    expect({ versions: await versions(), files: onDisk() }).toEqual(before);
  },
);

expensive("four commands at once with a package")("words that make no sense are refused", async () => {
  await writePackage(join(folder, "good.apk"));
  const cases: [options: string[], reason: string][] = [
    [[], "--version is missing."],
    [["--version", "../../evil"], "../../evil is no version"],
    [["--version", "1.02"], "1.02 is no version"],
    [["--version", "3.0", "--date", "2026-02-30"], "2026-02-30 is no day"],
  ];
  const ended = await Promise.all(cases.map(([options]) => addApp("good.apk", ...options)));
  for (const [index, [, reason]] of cases.entries())
    expect(ended[index]).toMatchObject({ code: 2, out: "", err: expect.stringContaining(reason) });
});
