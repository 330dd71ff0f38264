import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { manifestDigest } from "#server/takeover/folder/folder-manifest.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { oldArchive } from "#test/old-system/archive.ts";
import { fetchFrom, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";
import { testDatabase } from "#test/support/database.ts";
import { plannedArchive, planOf } from "#test/support/factories/planned-archive.ts";
import { Args } from "#cli/command.ts";
import { runLoad } from "./load.ts";

const { db, connection } = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "load-command-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const { user, password = "", host, port, database } = connection;
const address = `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
afterEach(() => vi.unstubAllEnvs());

async function load(folder: string, values: Record<string, string>, plan: Partial<TakeoverPlan> = {}) {
  vi.stubEnv("DATABASE_URL", address);
  vi.stubEnv("DATA_DIR", dataDir);
  const said: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text));
  const error = vi.spyOn(console, "error").mockImplementation((text: string) => void said.push(text));
  try {
    const code = await runLoad(new Args(values, []), folder, async () => ({ ...planOf(plannedArchive()), ...plan }));
    return { code, said: said.join("\n") };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

const sheet = join(dataDir, "sheet.txt");
const count = async (table: string) =>
  Number((await db.pools.reading.query(`select count(*) as n from ${table}`)).rows[0].n);

test.each<[Record<string, string>, string]>([
  [{ "bill-from": "2027-13" }, "--bill-from 2027-13 names no month: write it like 2027-01."],
  [{ passwords: "sms" }, "--passwords is `mail` or `print`."],
  [{ passwords: "print" }, "--passwords print and --sheet FILE go together."],
  [{ sheet: "x" }, "--passwords print and --sheet FILE go together."],
  [{ passwords: "mail" }, "--passwords mail needs SMTP_URL, MAIL_FROM and PUBLIC_URL."],
])("%j is refused before anything is read", async (values, sentence) => {
  await expect(load("nowhere", values)).rejects.toThrow(sentence);
});

test("what is refused leaves neither rows nor passwords behind", async () => {
  const old = await oldSystemFor(oldArchive(5));
  const folder = testFolder();
  await fetchFrom(old.url, folder);
  const print = { passwords: "print", sheet };
  await expect(load(folder, print, { open: 2 })).rejects.toThrow("2 Fragen sind offen");
  await expect(load(folder, print)).rejects.toThrow("Der Ordner hat sich geändert");
  await expect(load(folder, { "django-users": join(dataDir, "none.json") })).rejects.toThrow("lässt sich nicht lesen.");
  expect(existsSync(sheet)).toBe(false);
  writeFileSync(sheet, "mine");
  await expect(load(folder, print)).rejects.toThrow("gibt es schon. Nichts wurde geladen.");
  expect(readFileSync(sheet, "utf8")).toBe("mine");
  rmSync(sheet);
  expect([await count("boxes"), await count("users")]).toEqual([0, 0]);
});

test("an archive is loaded, and said what came of it", async () => {
  const old = await oldSystemFor(oldArchive(5));
  const folder = testFolder();
  const digest = manifestDigest(await fetchFrom(old.url, folder));
  const dump = join(dataDir, "users.json");
  writeFileSync(dump, JSON.stringify([{ model: "auth.user", fields: { email: "carl@stadt.example", password: "!" } }]));
  const { code, said } = await load(
    folder,
    { "bill-from": "2027-01", passwords: "print", sheet, "django-users": dump },
    { digest },
  );
  expect(code).toBe(0);
  expect(said).toContain("Das Passwort von carl@stadt.example lässt sich nicht übernehmen.");
  expect(said).toContain(
    `Übernommen aus https://alt.example/, Stand 27.11.26, 18:00 Uhr, Prüfsumme ${digest}\nBereiche 1, Reihen 2`,
  );
  expect(said).toContain(
    `Lagerung zählt ab 01.01.2027.\nDie Anfangspasswörter stehen in ${sheet}: austeilen, dann vernichten.`,
  );
  expect(readFileSync(sheet, "utf8").split("\n")).toHaveLength(5);
  expect(statSync(sheet).mode & 0o077).toBe(0);
  const { rows } = await db.pools.reading.query("select distinct from_day from storage_periods");
  expect(rows).toEqual([{ from_day: "2027-01-01" }]);
});
