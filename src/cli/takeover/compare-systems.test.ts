import { expect, test } from "vitest";
import { oldArchive } from "#test/old-system/archive.ts";
import { fetchFrom, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";
import { command } from "#test/restore/commands.ts";

const login = {
  TAKEOVER_USER: oldLogin.user,
  TAKEOVER_PASSWORD: oldLogin.password,
  TAKEOVER_NEW_PASSWORD: oldLogin.password,
};

test.each<[string[], RegExp]>([
  [[], /URL is missing/],
  [["https://alt.example"], /FOLDER is missing/],
  [["https://alt.example", "x", "y"], /Unexpected: y/],
  [["https://alt.example", "x", "--new", "neu.example"], /neu\.example ist keine Adresse/],
  [["https://alt.example", "x", "--sample", "0"], /--sample must be a whole number/],
])("compare %j is refused before anybody is asked", async (args, said) => {
  const { code, out, err } = await command(["takeover", "compare", ...args], login);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(said);
});

test("compare ends with what was compared and what differs, and its exit code says whether something is unexplained", async () => {
  const [archive, changed] = [oldArchive(5), oldArchive(5)];
  const [old, now] = [await oldSystemFor(archive), await oldSystemFor(changed)];
  const folder = testFolder();
  await fetchFrom(old.url, folder);
  const compare = (env: Record<string, string> = login) =>
    command(["takeover", "compare", old.url, folder, "--new", now.url, "--rate", "1000"], env);
  const same = await compare();
  expect(same.code).toBe(0);
  expect(same.out).toMatch(
    /\n(\d+) Antworten verglichen: 0 weichen ab, davon 0 erklärt und 0 nicht\.\n\1 compared, 0 differ\n$/,
  );
  expect(same.out).toContain("Nicht verglichen:\n  Nummer eines Platzes: Magazin kennt einen Platz an seiner Box.\n");
  changed.customers[1]!.notes = "anders\u001b[2J";
  const { code, out } = await compare();
  expect(code).toBe(1);
  expect(out).toMatch(/^ANDERS {3}\/customers\/2\/ notes: alt «erste Zeile\\nzweite Zeile», neu «anders\\u001b\[2J»\n/);
  expect(out).toMatch(/ compared, 1 differ\n$/);
  const wrong = await compare({ ...login, TAKEOVER_NEW_PASSWORD: "falsches-passwort" });
  expect([wrong.code, wrong.out]).toEqual([1, ""]);
  expect(wrong.err).toMatch(/^Magazin unter [^\n]+: Login fehlgeschlagen\. [^\n]+\n$/);
  expect(wrong.err).not.toContain("falsches");
  const { TAKEOVER_NEW_PASSWORD: _left, ...without } = login;
  expect(await compare(without)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--new-password-file") as string,
  });
});
