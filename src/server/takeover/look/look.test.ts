import { expect, test } from "vitest";
import type { Manners } from "#test/old-system/answers.ts";
import { oldArchive } from "#test/old-system/archive.ts";
import { withFaults } from "#test/old-system/faults.ts";
import { oldSystemFor, readerOf } from "#test/old-system/fetching.ts";
import { type serveOldSystem } from "#test/old-system/serve.ts";
import { lookAt } from "./look.ts";
import { lookText, showDuration, showRoom } from "./look-text.ts";

type Wishes = NonNullable<Parameters<typeof serveOldSystem>[1]>;

/** Returns what is reported about an archive, and the requests that were made for the report. */
async function looked(manners: Partial<Manners> = {}, archive = oldArchive(), wishes: Wishes = {}) {
  const old = await oldSystemFor(archive, { ...wishes, manners });
  const reader = readerOf(old.url);
  const result = await lookAt(reader, () => reader.requests * 100);
  return { text: lookText(result, "https://alt.example/api/v1", 10), requests: old.requests };
}

test("half a screen says what there is, how it answers and what fetching takes", async () => {
  const { text } = await looked();
  expect(text.split("\n").length).toBeLessThan(26);
  expect(text).toContain("Bereiche 3 · Reihen 6 · Kunden 5 · Users 8 · Lieferungen 6");
  expect(text).toContain("Boxen 60: erstellt 0, eingelagert 60,");
  expect(text).toContain("vernichtet 0, markiert 0");
  expect(text).toContain("Inhalte 90 · Bilder etwa 12 · Lieferoptionen etwa 5 · Einträge der Verläufe etwa 120");
  expect(text).toContain("Listen: Seiten zu 25; query={…} wird verstanden");
  expect(text).toContain("in UTC (…Z): created, last_login, time");
  expect(text).toMatch(/Was von der Spezifikation abweicht\n {2}nichts/);
  expect(text).toMatch(/Was nicht zu lesen ist\n {2}nichts/);
  expect(text).toMatch(/etwa 1\d\d Abrufe, bei 10 in der Sekunde 1\d Sekunden; mit --barcodes 1\d Sekunden\./);
  expect(text).toContain("Die Bilder nehmen unter 1 MB, geschätzt nach");
});

test("it reads one page of each list and twenty details of each kind", async () => {
  const { requests } = await looked();
  const asked = (pattern: RegExp) => requests.filter((request) => pattern.test(request)).length;
  expect(asked(/\/boxes\/\d+\/$/)).toBe(20);
  expect(asked(/\/rows\/\d+\/$/)).toBe(6);
  expect(asked(/\/customers\/$/)).toBe(1);
  expect(requests.length).toBeLessThan(80);
});

test.each<[Partial<Manners>, string]>([
  [{ pages: false }, "Listen: ganze Listen ohne Seiten"],
  [{ selects: false }, "query={…} wird nicht verstanden"],
  [{ zone: "+02:00" }, "mit Zone (…+02:00): created, last_login, time"],
  [{ images: "http" }, "mit http-Adressen"],
  [{ images: "elsewhere" }, "auf einem anderen Rechner, von dem nichts geholt wird; 0 von 0 waren zu lesen"],
  [{ texts: true }, "Users: Text statt Zahl: id"],
  [{ texts: true }, "Boxen: Text statt Zahl: id, state, position.id"],
])("it reports an old system with %j", async (manners, said) => {
  expect((await looked(manners)).text).toContain(said);
});

test("fields that are missing and extra are named, with how often", async () => {
  const reshape: Manners["reshape"] = (kind, object) => {
    if (kind !== "boxes" || !("history" in object)) return object;
    const { barcode: _, ...rest } = object;
    return { ...rest, ...(object["id"] === 1 && { weight: 5 }) };
  };
  const { text } = await looked({ reshape });
  expect(text).toContain("Boxen: fehlt: barcode; ist mehr: weight (1 von 20)");
});

test("times without a zone, and what the account may not read, are reported", async () => {
  const archive = withFaults(oldArchive());
  for (const box of archive.boxes) box.created = "2019-03-04 08:15:00";
  const mood: Wishes["mood"] = ({ path }) => {
    if (path === "/api/v1/deliveries/") return { status: 403 };
    return path === "/api/v1/users/3/" ? { status: 404 } : undefined;
  };
  const { text } = await looked({}, archive, { mood });
  expect(text).toContain("OHNE ZONE: created");
  expect(text).toContain("Die Liste «Lieferungen» darf das Konto nicht lesen.");
  expect(text).toContain("Users: 1 Stichprobe antwortet mit 404.");
});

test("durations and room are shown as people say them", () => {
  expect([1, 119_000, 120_001, 3 * 3_600_000, 10_200_000].map(showDuration)).toEqual([
    "1 Sekunde",
    "119 Sekunden",
    "3 Minuten",
    "3 Stunden 0 Minuten",
    "2 Stunden 50 Minuten",
  ]);
  expect([0, 1_000_001, 30_000_000_000].map(showRoom)).toEqual(["unter 1 MB", "2 MB", "30.000 MB"]);
});
