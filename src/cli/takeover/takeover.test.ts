import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proveFolder } from "#server/takeover/folder/prove-folder.ts";
import { oldArchive } from "#test/old-system/archive.ts";
import { contentOf, fetchFrom, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";
import { command, program } from "#test/restore/commands.ts";
import { bareEnvironment } from "#test/support/system-programs.ts";
import { expensive } from "#test/support/tiers.ts";

const login = { TAKEOVER_USER: oldLogin.user, TAKEOVER_PASSWORD: oldLogin.password };
const fast = ["--rate", "1000"];

test.each<[string[], RegExp]>([
  [["takeover"], /takeover look URL/],
  [["takeover", "unload", "x"], /takeover look URL/],
  [["takeover", "look"], /URL is missing/],
  [["takeover", "check"], /FOLDER is missing/],
  [["takeover", "check", "x", "y"], /Unexpected: y/],
  [["takeover", "look", "https://alt.example", "more"], /Unexpected: more/],
  [["takeover", "look", "alt.example"], /alt\.example ist keine Adresse/],
  [["takeover", "look", "https://anna:geheim@alt.example"], /Name und Passwort gehören nicht in die Adresse/],
  [["takeover", "look", "https://alt.example", "--password", "geheim"], /--password/],
  [["takeover", "fetch", "https://alt.example"], /--into is missing/],
  [["takeover", "fetch", "https://alt.example", "--into", "x", "--rate", "0"], /--rate must be a whole number/],
  [["takeover", "fetch", "https://alt.example", "--into", "x", "--hours", "20"], /--hours 20 names no hours/],
])("%j is refused before anybody is asked", async (args, said) => {
  const { code, out, err } = await command(args, login);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(said);
  expect(err).not.toContain("geheim");
});

test("look shows what there is, and its exit code whether the account may read all of it", async () => {
  const old = await oldSystemFor(oldArchive(5));
  const all = await command(["takeover", "look", old.url, ...fast], login);
  expect(all).toMatchObject({ code: 0, out: expect.stringContaining("Boxen 5: erstellt 0, eingelagert 5") as string });
  const poor = await oldSystemFor(oldArchive(5), {
    mood: ({ path }) => (path === "/api/v1/areas/" ? { status: 403 } : undefined),
  });
  expect((await command(["takeover", "look", poor.url, ...fast], login)).code).toBe(1);
});

test("a wrong password, an account that is no staff and an address without anybody end with a sentence and 1", async () => {
  const [old, ofCustomer] = [await oldSystemFor(oldArchive(5)), await oldSystemFor(oldArchive(5), { isStaff: false })];
  const wrong = await command(["takeover", "look", old.url], { ...login, TAKEOVER_PASSWORD: "falsches-passwort" });
  expect([wrong.code, wrong.out]).toEqual([1, ""]);
  expect(wrong.err).toMatch(/^Login fehlgeschlagen\. [^\n]+\n$/);
  expect(wrong.err).not.toContain("falsches");
  const customer = await command(["takeover", "look", ofCustomer.url], login);
  expect([customer.code, customer.err]).toEqual([
    1,
    expect.stringMatching(/^Das Konto gehört keinem Admin: [^\n]+\n$/),
  ]);
});

test("the password comes from a file, and fetch says what it fetched", async () => {
  const old = await oldSystemFor(oldArchive(10));
  const folder = testFolder();
  const file = `${folder}-password`;
  const fetch = [
    "takeover",
    "fetch",
    old.url,
    "--into",
    folder,
    "--user",
    oldLogin.user,
    "--password-file",
    file,
    ...fast,
  ];
  expect(await command(fetch, {})).toMatchObject({ code: 1, err: `${file} lässt sich nicht lesen.\n` });
  writeFileSync(file, "\n");
  expect(await command(fetch, {})).toMatchObject({ code: 1, err: `In ${file} steht kein Passwort.\n` });
  writeFileSync(file, `${oldLogin.password}\r\n`);
  const { code, out, err } = await command(fetch, {});
  expect(code, err).toBe(0);
  expect(out).toContain(
    "Bereiche 3 · Reihen 6 · Kunden 5 · Users 8 · Boxen 10 · Lieferungen 6 · Bilder 8 (unter 1 MB)",
  );
  expect(out).toMatch(/Prüfsumme [\da-f]{64}\n/);
  expect(out + err).not.toContain(oldLogin.password);
  expect(statSync(folder).mode & 0o077).toBe(0);
  const again = await command(fetch, {});
  expect(again).toMatchObject({
    code: 0,
    out: expect.stringContaining("gelesen, was die Listen als geändert zeigten") as string,
  });
});

test("what cannot be read is reported by name and by exit code 1, and a folder that is a file is refused", async () => {
  const archive = oldArchive(5);
  archive.files.clear();
  const old = await oldSystemFor(archive);
  const folder = testFolder();
  const fetched = await command(["takeover", "fetch", old.url, "--into", folder, ...fast], login);
  expect(fetched).toMatchObject({
    code: 1,
    out: expect.stringContaining("OFFEN    1 Bild fehlt: /media/boximages/5.jpg.") as string,
  });
  const file = await command(["takeover", "fetch", old.url, "--into", join(folder, "manifest.json"), ...fast], login);
  expect(file).toMatchObject({
    code: 1,
    err: expect.stringContaining("In den Ordner lässt sich nicht schreiben") as string,
  });
});

expensive("a program is started")("without a terminal nobody is asked", async () => {
  const { code, err } = await program(["takeover", "look", "https://alt.example"], {});
  expect([code, err]).toEqual([2, expect.stringContaining("hier ist kein Terminal")]);
});

const cli = join(import.meta.dirname, "../main.ts");
const begin = (args: string[]) =>
  spawn(process.execPath, [cli, ...args], { env: bareEnvironment(login), stdio: "ignore" });
const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.on("exit", (code) => done(code)));

expensive("six programs are started, five of them killed")("killed anywhere, it goes on", async () => {
  const archive = oldArchive(200);
  const old = await oldSystemFor(archive);
  const straight = await fetchFrom(old.url, testFolder());
  const folder = testFolder();
  for (let kills = 1; kills <= 5; kills++) {
    const from = old.requests.length;
    const child = begin(["takeover", "fetch", old.url, "--into", folder, ...fast]);
    const end = ended(child);
    await expect.poll(() => old.requests.length).toBeGreaterThan(from + 50);
    child.kill("SIGKILL");
    await end;
    expect(existsSync(join(folder, "manifest.json"))).toBe(false);
  }
  expect(await ended(begin(["takeover", "fetch", old.url, "--into", folder, ...fast]))).toBe(0);
  expect(contentOf(await proveFolder(folder))).toEqual(contentOf(straight));
  expect(readFileSync(join(folder, "manifest.json"), "utf8")).toContain('"whole": true');
});
