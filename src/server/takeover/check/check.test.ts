import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { questionsName, WrongAnswers } from "#server/takeover/plan/given-answers.ts";
import { oldArchive, type OldArchive } from "#test/old-system/archive.ts";
import { withFaults } from "#test/old-system/faults.ts";
import { fetchFrom, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";
import { fetchedArchive } from "#test/old-system/planning.ts";
import { checkTakeover, reportFileName } from "./check.ts";

const now = () => new Date("2026-11-29T19:00:00Z");

const questionsIn = (folder: string) => readFileSync(join(folder, questionsName), "utf8");
const reportIn = (folder: string) => readFileSync(join(folder, reportFileName), "utf8");
const writeQuestions = (folder: string, text: string | Buffer) => writeFileSync(join(folder, questionsName), text);
const lineOf = (folder: string, question: string) =>
  questionsIn(folder)
    .split("\r\n")
    .find((line) => line.startsWith(`${question};`));

/** An archive of ten boxes that all lack the zone of one time. */
function zoneless(): OldArchive {
  const archive = oldArchive(10);
  for (const box of archive.boxes) box.created = "2019-07-01T12:00:00";
  return archive;
}

describe("the report", () => {
  test("shows what there is and what becomes of it, with a link to each thing in the old system", async () => {
    const folder = await fetchedArchive(withFaults(oldArchive()));
    const plan = await checkTakeover(folder, now);
    const report = reportIn(folder);
    expect(report).toContain("Stand 29.11.2026, 19:00 Uhr · geprüft 29.11.2026, 20:00 Uhr");
    expect(report).toContain(`<strong>${plan.open} Fragen sind offen.</strong>`);
    expect(report).toContain("60 Boxen von 6 Kunden");
    expect(report).toContain(`<td>Boxen</td><td>60</td>`);
    const host = plan.address.replace("/api/v1", "");
    expect(report).toContain(`<a href="${host}/stock/boxes/7">Box 0022.000.007</a>`);
    expect(report).toContain(`trägt auch die Box unter <a href="${host}/stock/boxes/2">/stock/boxes/2</a>`);
    expect(report).toContain("<strong>Zurück geht es so:</strong> Wer «D-» vor die PLZ schreibt");
    expect(report).toContain(`<span class="digest">${plan.digest}</span>`);
    expect(report).toContain("3 Bilder fehlen: /media/boximages/25.jpg");
    expect(report).not.toMatch(/undefined|NaN|\[object|src=|@import|url\(/);
  });

  test("shows texts of the old system, and carries out none of them", async () => {
    const archive = oldArchive(5);
    archive.customers[0]!.name = `<script>alert("1")</script> & Söhne`;
    archive.customers[0]!.address_postcode = `"><img src=x>`;
    const folder = await fetchedArchive(archive);
    await checkTakeover(folder, now);
    expect(reportIn(folder)).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Söhne");
    expect(reportIn(folder)).toContain("Die PLZ ist «&quot;&gt;&lt;img src=x&gt;»");
    expect(reportIn(folder)).not.toMatch(/<script|<img/);
    expect(reportIn(folder)).toContain("default-src 'none'");
  });

  test("of an archive without a fault says that nothing is asked", async () => {
    const folder = await fetchedArchive(oldArchive(6));
    const plan = await checkTakeover(folder, now);
    expect([plan.open, plan.findings]).toEqual([0, []]);
    expect(reportIn(folder)).toContain("<strong>Keine Frage ist offen.</strong>");
    expect(reportIn(folder)).toContain("Zu entscheiden ist nichts.");
    expect(questionsIn(folder)).toBe("\uFEFFFrage;Regel;Objekt;Was ist;Möglich;Antwort\r\n");
  });

  test("shows three things of a rule, and links the others collapsed", async () => {
    const folder = await fetchedArchive(zoneless());
    await checkTakeover(folder, now);
    const [, rule = ""] = reportIn(folder).split("<h3>Zeiten ohne Zeitzone</h3>");
    const [examples = "", collapsed = ""] = (rule.split("</section>")[0] ?? "").split("<details>");
    expect(examples.match(/<li>/g)).toHaveLength(3);
    expect(collapsed).toContain("<summary>7 weitere zeigen</summary>");
    expect(collapsed.match(/<a href=/g)).toHaveLength(7);
  });
});

describe("the file of questions", () => {
  test("has a line for each question and one for all of a rule, and no cell that is a formula", async () => {
    const archive = zoneless();
    archive.customers[0]!.address_postcode = "=1+1";
    const folder = await fetchedArchive(archive);
    await checkTakeover(folder, now);
    expect(lineOf(folder, "date-without-zone:alle")).toMatch(
      /^date-without-zone:alle;Zeiten ohne Zeitzone;alle 10;.*;deutsche Zeit \/ Weltzeit;$/,
    );
    expect(lineOf(folder, "date-without-zone:boxes:7")).toBe(
      "date-without-zone:boxes:7;Zeiten ohne Zeitzone;Box 0022.000.007;«angelegt am» ist 2019-07-01 12:00:00, ohne Zeitzone.;deutsche Zeit / Weltzeit;",
    );
    expect(questionsIn(folder)).not.toMatch(/(^|;)[=+\-@]/m);
    expect(questionsIn(folder).split("\r\n")).toHaveLength(1 + 1 + 10 + 1 + 1);
  });

  test.each<[string, (text: string) => string | Buffer]>([
    ["with every cell in quotes", (text) => text.replaceAll(/[^;\r\n]+/g, '"$&"')],
    ["with line ends of Unix and no mark", (text) => text.replaceAll("\r\n", "\n").replace("\uFEFF", "")],
    ["in Windows-1252", (text) => Buffer.from(text.replace("\uFEFF", ""), "latin1")],
    ["in UTF-16", (text) => Buffer.from(text, "utf16le")],
    ["with tabs", (text) => text.replaceAll(";", "\t")],
    ["with columns in another order", (text) => text.replaceAll(/^(.*?);(.*);(.*?)\r\n/gm, "$3;$2;$1\r\n")],
  ])("is read as a spreadsheet saved it %s", async (_name, saved) => {
    const folder = await fetchedArchive(zoneless());
    await checkTakeover(folder, now);
    const text = questionsIn(folder).replaceAll(/^(date-without-zone:.*;)\r\n/gm, "$1Deutsche Zeit\r\n");
    writeQuestions(folder, saved(text));
    const plan = await checkTakeover(folder, now);
    expect([plan.open, plan.nonsense, plan.ledger.unused]).toEqual([0, [], []]);
    expect(lineOf(folder, "date-without-zone:boxes:7")).toMatch(/;Deutsche Zeit$/);
    expect(lineOf(folder, "date-without-zone:alle")).toMatch(/;Deutsche Zeit$/);
  });

  test("keeps what people have written: answers, nonsense, answers to no question, and columns of their own", async () => {
    const folder = await fetchedArchive(zoneless());
    const lines = [
      "Frage;Antwort;Wer;",
      "date-without-zone:boxes:1;weltzeit;Anna;",
      "date-without-zone:boxes:2;vielleicht;;",
      "date-without-zone:boxes:3;;fragt Bert;",
      "code-twice:boxes:99;weglassen;Cem;",
      ";;;",
    ];
    writeQuestions(folder, lines.join("\n"));
    for (const round of ["first", "second"]) {
      const plan = await checkTakeover(folder, now);
      expect(plan.open, round).toBe(9);
      expect(plan.nonsense).toEqual([
        expect.stringMatching(
          /^Zeile 4: «vielleicht» passt nicht zur Frage date-without-zone:boxes:2\. Möglich ist: deutsche Zeit, Weltzeit\.$/,
        ),
      ]);
      expect(plan.ledger.unused).toEqual(["code-twice:boxes:99"]);
      expect(questionsIn(folder)).toMatch(/^\uFEFFFrage;Regel;Objekt;Was ist;Möglich;Antwort;Wer\r\n/);
      expect(lineOf(folder, "date-without-zone:boxes:1")).toMatch(/;weltzeit;Anna$/);
      expect(lineOf(folder, "date-without-zone:boxes:2")).toMatch(/;vielleicht;$/);
      expect(lineOf(folder, "date-without-zone:boxes:3")).toMatch(/;;fragt Bert$/);
      expect(lineOf(folder, "code-twice:boxes:99")).toBe(
        "code-twice:boxes:99;wird nicht mehr gefragt;;;;weglassen;Cem",
      );
    }
    expect(reportIn(folder)).toContain("<strong>1 Antwort passt nicht.</strong>");
    expect(reportIn(folder)).toContain("1 Antwort gehört zu keiner Frage mehr, etwa code-twice:boxes:99.");
  });

  test("says once what does not fit as an answer for all", async () => {
    const folder = await fetchedArchive(zoneless());
    writeQuestions(folder, "Frage;Antwort\ndate-without-zone:alle;=JETZT()\n");
    const plan = await checkTakeover(folder, now);
    expect([plan.open, plan.nonsense]).toEqual([
      10,
      [
        "Zeile 2: «=JETZT()» passt nicht zur Frage date-without-zone:alle. Möglich ist: deutsche Zeit, Weltzeit. So ist es bei 10 Fragen.",
      ],
    ]);
    expect(lineOf(folder, "date-without-zone:alle")).toMatch(/;'=JETZT\(\)$/);
  });

  test.each<[string, string | Buffer, RegExp]>([
    ["has no column of answers", "Frage;Regel\na;b\n", /steht über keiner Spalte «Antwort»/],
    ["has two columns of answers", "Frage;Antwort;antwort\n", /steht über zwei Spalten «Antwort»/],
    ["is empty", "", /ist leer/],
    ["is no text", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff]), /lässt sich nicht lesen/],
    ["has a quote that does not end", 'Frage;Antwort\na;"b\n', /Zeile \d: Ein Anführungszeichen/],
    [
      "has an answer without a question",
      "Frage;Antwort\n;ja\n",
      /^Zeile 2: Hier steht eine Antwort, aber keine Frage\.$/,
    ],
    [
      "answers a question twice",
      "Frage;Antwort\na:b:1;ja\n\na:b:1;nein\n",
      /^Zeile \d: Die Frage a:b:1 hat schon in Zeile 2 eine andere Antwort \(«ja» und «nein»\)\.$/,
    ],
  ])("that %s is refused with a sentence, and stays as it is", async (_name, text, said) => {
    const folder = await fetchedArchive(oldArchive(2));
    writeQuestions(folder, text);
    const failed = await checkTakeover(folder, now).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(WrongAnswers);
    expect((failed as Error).message).toMatch(said);
    expect(readFileSync(join(folder, questionsName))).toEqual(Buffer.from(text));
    expect(existsSync(join(folder, reportFileName))).toBe(false);
  });

  test("that is changed meanwhile is not written over", async () => {
    const folder = await fetchedArchive(oldArchive(2));
    await checkTakeover(folder, now);
    const checking = checkTakeover(folder, now);
    writeQuestions(folder, "Frage;Antwort\ncode-twice:boxes:1;weglassen\n");
    await expect(checking).rejects.toThrow(/während des Prüfens geändert/);
    expect(questionsIn(folder)).toContain("code-twice:boxes:1;weglassen");
  });
});

describe("a folder that is not whole", () => {
  test.each<[string, (folder: string) => void, RegExp]>([
    [
      "with one changed byte",
      (folder) => {
        const path = join(folder, "data-1", "boxes.jsonl");
        writeFileSync(path, readFileSync(path, "utf8").replace("400", "401"));
      },
      /boxes\.jsonl ist verändert\.$/,
    ],
    [
      "of another format",
      (folder) => {
        const path = join(folder, "manifest.json");
        writeFileSync(path, readFileSync(path, "utf8").replace('"format": 1', '"format": 2'));
      },
      /hat das Format 2/,
    ],
    [
      "that somebody fetches into",
      (folder) => writeFileSync(join(folder, "lock"), String(process.pid)),
      /holt schon jemand/,
    ],
  ])("%s is refused with a sentence", async (_name, change, said) => {
    const folder = await fetchedArchive(oldArchive(5));
    change(folder);
    const failed = await checkTakeover(folder, now).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(BrokenFolder);
    expect((failed as Error).message).toMatch(said);
    expect(existsSync(join(folder, reportFileName))).toBe(false);
  });

  test("that no fetch has ended in, and one that is not there, are refused", async () => {
    const folder = testFolder();
    await expect(checkTakeover(folder, now)).rejects.toThrow(`In ${folder} ist nichts zu Ende geholt.`);
    mkdirSync(join(folder, "fetching"), { recursive: true });
    await expect(checkTakeover(folder, now)).rejects.toThrow(`In ${folder} ist nichts zu Ende geholt.`);
  });

  test("on a full disk keeps the report and the answers of before", async () => {
    const folder = await fetchedArchive(zoneless());
    writeQuestions(folder, "Frage;Antwort\ndate-without-zone:alle;Weltzeit\n");
    await checkTakeover(folder, now);
    const [report, questions] = [reportIn(folder), questionsIn(folder)];
    symlinkSync("/dev/full", join(folder, `${questionsName}.unfinished`));
    await expect(checkTakeover(folder, () => new Date("2026-12-01T12:00:00Z"))).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect([reportIn(folder), questionsIn(folder)]).toEqual([report, questions]);
    expect(readdirSync(folder).toSorted()).toEqual([
      "data-1",
      "manifest.json",
      "pictures",
      questionsName,
      reportFileName,
    ]);
  });
});

test("what was fetched is fetched again where a report lies in the folder", async () => {
  const old = await oldSystemFor(zoneless());
  const folder = testFolder();
  await fetchFrom(old.url, folder);
  await checkTakeover(folder, now);
  await fetchFrom(old.url, folder, { whole: true });
  expect(questionsIn(folder)).toContain("date-without-zone:alle");
});
