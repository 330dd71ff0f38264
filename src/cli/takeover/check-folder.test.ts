import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oldArchive } from "#test/old-system/archive.ts";
import { fetchFrom, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";
import { command } from "#test/restore/commands.ts";

test("check says on half a screen what is asked and where it stands, and its exit code whether a question is open", async () => {
  const archive = oldArchive(10);
  for (const box of archive.boxes) box.created = "2019-07-01T12:00:00";
  const folder = testFolder();
  expect(await command(["takeover", "check", folder], {})).toMatchObject({
    code: 1,
    err: `In ${folder} ist nichts zu Ende geholt.\n`,
  });
  await fetchFrom((await oldSystemFor(archive)).url, folder);
  const { code, out, err } = await command(["takeover", "check", folder], {});
  expect([code, err]).toEqual([1, ""]);
  expect(out).toMatch(
    /^.+: Stand 29\.11\.2026, 19:00 Uhr, Prüfsumme [\da-f]{64}\nGeprüft {3}Bereiche 3 · Reihen 6 · Kunden 5 /,
  );
  expect(out).toContain("Fragen    10 offen, 0 beantwortet\nOFFEN     Zeiten ohne Zeitzone: 10\n");
  expect(out).toContain(`Bericht   ${join(folder, "report.html")}\nAntworten ${join(folder, "questions.csv")}\n`);
  expect(out.split("\n").length).toBeLessThan(25);
  writeFileSync(
    join(folder, "questions.csv"),
    "Frage;Antwort\ndate-without-zone:alle;Weltzeit\ncode-twice:boxes:9;8\n",
  );
  expect(await command(["takeover", "check", folder], {})).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /Fragen {4}0 offen, 10 beantwortet\nÜBRIG {5}1 Antwort gehört zu keiner Frage mehr/,
    ) as string,
  });
  writeFileSync(join(folder, "questions.csv"), "Frage;Antwort\ndate-without-zone:alle;morgen\n");
  expect(await command(["takeover", "check", folder], {})).toMatchObject({
    code: 1,
    out: expect.stringMatching(/\nFALSCH {4}Zeile 2: «morgen» passt nicht/) as string,
  });
  const begun = { format: 1, address: "https://alt.example/api/v1", begun: "2026-11-30T18:00:00Z" };
  mkdirSync(join(folder, "fetching"));
  writeFileSync(join(folder, "fetching", "begun.json"), JSON.stringify(begun));
  expect((await command(["takeover", "check", folder], {})).err).toBe(
    "Was am 30.11.2026, 19:00 Uhr zu holen begonnen wurde, ist nicht zu Ende: Geprüft ist der Stand davor.\n",
  );
  writeFileSync(join(folder, "questions.csv"), "Antwort\n");
  expect(await command(["takeover", "check", folder], {})).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^In .+questions\.csv steht über keiner Spalte «Frage»\.\n$/) as string,
  });
});
