import { expect, test } from "vitest";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { oldArchive } from "#test/old-system/archive.ts";
import { withFaults } from "#test/old-system/faults.ts";
import { fetchFrom, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";
import { fetchedArchive, foundThings, plannedBox, plannedRows, writeAnswers } from "#test/old-system/planning.ts";
import { planTakeover } from "./plan.ts";

test("of two boxes on one place the answer says which stands there", async () => {
  const archive = oldArchive(10);
  archive.boxes[3]!.position = archive.boxes[9]!.position;
  const folder = await fetchedArchive(archive);
  const standing = async (text: string) => {
    writeAnswers(folder, { "place-twice:boxes:10": text });
    const plan = await planTakeover(folder);
    expect(plan.open).toBe(0);
    return [(await plannedBox(plan, 4))?.state, (await plannedBox(plan, 10))?.state];
  };
  expect(await standing("diese")).toEqual([3, 1]);
  expect(await standing("andere")).toEqual([1, 3]);
  expect(await standing("keine")).toEqual([3, 3]);
});

test("an answer that another thing has already is refused, and what waits for it waits on", async () => {
  const folder = await fetchedArchive(withFaults(oldArchive()));
  writeAnswers(folder, {
    "code-twice:boxes:7": "12",
    "code-unreadable:boxes:27": "2700",
    "code-of-another-customer:boxes:3": "8",
    "customer-code-twice:customers:2": "33",
    "email-invalid:users:6": "user1@example.com",
    "row-number-twice:rows:8": "4",
    "delivery-code:deliveries:5": "6",
    "area-name-twice:areas:4": "Halle 2",
  });
  const plan = await planTakeover(folder);
  expect(plan.ledger.nonsense).toEqual([
    "Zeile 4: «8» passt nicht zur Frage code-of-another-customer:boxes:3. Den Code 0033.000.008 trägt schon die Box unter /stock/boxes/8.",
    "Zeile 5: «33» passt nicht zur Frage customer-code-twice:customers:2. Diese Nummer hat schon ein anderer Kunde.",
    "Zeile 6: «user1@example.com» passt nicht zur Frage email-invalid:users:6. Diese Adresse hat schon ein anderer User.",
    "Zeile 7: «4» passt nicht zur Frage row-number-twice:rows:8. Diese Nummer hat in dem Bereich schon eine andere Reihe.",
    "Zeile 8: «6» passt nicht zur Frage delivery-code:deliveries:5. Diese Nummer hat schon eine andere Lieferung.",
    "Zeile 9: «Halle 2» passt nicht zur Frage area-name-twice:areas:4. So heißt schon ein anderer Bereich.",
  ]);
  expect((await plannedRows(plan, "customers")).map(({ id }) => id)).not.toContain(2);
  expect(await plannedBox(plan, 7)).toBeUndefined();
});

test("one answer for all answers each question of its rule that has none of its own", async () => {
  const archive = oldArchive(20);
  for (const box of archive.boxes) {
    box.created = "2019-07-01T12:00:00";
    box.history[1]!.created = "2019-07-02T12:00:00";
  }
  const folder = await fetchedArchive(archive);
  writeAnswers(folder, { "date-without-zone:alle": "Weltzeit", "date-without-zone:boxes:2": "deutsche Zeit" });
  const plan = await planTakeover(folder);
  expect(plan.open).toBe(0);
  expect((await plannedRows(plan, "boxes")).slice(0, 3).map(({ created }) => created)).toEqual([
    "2019-07-01T12:00:00Z",
    "2019-07-01T10:00:00Z",
    "2019-07-01T12:00:00Z",
  ]);
  expect((await plannedBox(plan, 2))?.history[1]?.created).toBe("2019-07-02T10:00:00Z");
  expect(plan.findings).toMatchObject([{ rule: "date-without-zone", count: 20 }]);
});

test("entries of a user who is left out keep the name, and signs that no database keeps go", async () => {
  const archive = oldArchive(2);
  archive.users[1]!.email = "";
  Object.assign(archive.boxes[0]!.history[1]!, { meta: { area: "Halle\u0000 1", row: 1 }, text: "a\u0000b" });
  const folder = await fetchedArchive(archive);
  writeAnswers(folder, { "email-missing:users:2": "weglassen" });
  const [, entry] = (await plannedBox(await planTakeover(folder), 1))?.history ?? [];
  expect(entry).toMatchObject({ user: null, name: "Bert Braun", meta: { area: "Halle 1", row: 1 }, text: "ab" });
});

test("a barcode is kept where it says something else than the code, and leads to one box only", async () => {
  const archive = oldArchive(8);
  const barcodes = { 2: "12345678", 3: "0044000004", 4: "87654321", 5: "87654321", 6: "LREIHE1", 7: "" };
  for (const [id, text] of Object.entries(barcodes)) archive.signs[`codes/box-${id}.png`] = text;
  Object.assign(archive.signs, { "codes/row-1.png": "LREIHE1", "codes/row-2.png": "LREIHE1" });
  const folder = testFolder();
  await fetchFrom((await oldSystemFor(archive)).url, folder, { barcodes: true });
  const plan = await planTakeover(folder);
  expect((await plannedRows(plan, "boxes")).map(({ barcode }) => barcode)).toEqual([
    null,
    "12345678",
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect((await plannedRows(plan, "rows")).slice(0, 3).map(({ sign }) => sign)).toEqual(["LREIHE1", null, "ALT/R3"]);
  expect(foundThings(plan)).toEqual({
    "sign-unreadable": ["boxes:7"],
    "sign-twice": ["rows:2", "boxes:3", "boxes:4", "boxes:5", "boxes:6"],
  });
});

test("an id that is no number ends it with a sentence", async () => {
  const content = [{ id: "a-1", text: "Akte", state: 0 }];
  const folder = await fetchedArchive(oldArchive(2), {
    manners: { reshape: (kind, object) => (kind === "boxes" && "history" in object ? { ...object, content } : object) },
  });
  await expect(planTakeover(folder)).rejects.toThrow(
    new BrokenFolder("Das alte System nennt etwas «a-1». Übernommen wird nur, was eine Zahl ab 1 als id hat."),
  );
});
