import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { act, action } from "#test/e2e/support/head.ts";
import { anyWord } from "#test/support/words.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

test("a list is sent, mended where it is wrong, taken over after a look at it, and taken back", async ({
  page,
  api,
}) => {
  const customer = await api.customer();
  const word = anyWord();
  const send = async (list: string) => {
    await page.goto("/services/imports");
    await field(page, "Kunde").fill(customer.name);
    await page.getByRole("option", { name: customer.name }).click();
    await page
      .getByLabel("Liste", { exact: true })
      .setInputFiles({ name: "Boxen.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
    await page.getByRole("button", { name: "Liste senden" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Boxen.csv" })).toBeVisible();
    await page.getByRole("button", { name: "Prüfen", exact: true }).click();
  };
  const boxes = async () => (await api.call(listBoxes, { query: { owner_id: customer.id } })).count;
  await send(`Boxnummer;Was;Jahrgang\n1;${word};20O4\n2;;2005\n`);
  await expect(page.getByRole("row", { name: "2 Jahrgang „20O4“ ist kein Jahr." })).toBeVisible();
  await expect(await action(page, "Übernehmen")).toHaveAttribute("aria-disabled", "true");
  await send(`Boxnummer;Was;Jahrgang\n1;${word};2004\n2;;2005\n`);
  await expect(page.getByRole("table", { name: "Vorschau" }).getByText("neu", { exact: true })).toHaveCount(2);
  await field(page, "Was").selectOption("Inhalt");
  await page.getByRole("button", { name: "Noch einmal prüfen" }).click();
  await expect(page.getByRole("table", { name: "Vorschau" }).getByText(word)).toBeVisible();
  await act(page, "Übernehmen");
  const whose = `Für ${showCustomer(customer)}: 2 Boxen werden angelegt.`;
  await expect(page.getByRole("alertdialog")).toContainText(whose);
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByText("übernommen", { exact: true })).toBeVisible();
  expect(await boxes()).toBe(2);
  await act(page, "Zurücknehmen");
  await page.getByRole("alertdialog").getByRole("button", { name: "Zurücknehmen" }).click();
  await expect(page.getByText("zurückgenommen", { exact: true })).toBeVisible();
  expect(await boxes()).toBe(0);
});

test("a list whose columns are known checks itself, a corrected one takes its place, and what follows is a click away", async ({
  page,
  api,
}) => {
  const customer = await api.customer();
  const buffer = (list: string) => ({ name: "Boxen.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  await page.goto("/services/imports");
  await field(page, "Kunde").fill(customer.name);
  await page.getByRole("option", { name: customer.name }).click();
  await page.getByLabel("Liste", { exact: true }).setInputFiles(buffer("Boxnummer;Jahrgang\n7;20O4\n8;2005\n"));
  await page.getByRole("button", { name: "Liste senden" }).click();
  const steps = page.getByRole("list", { name: "Schritte" });
  await expect(page.getByText("1 Fehler: Bitte die Datei berichtigen und neu senden.")).toBeVisible();
  await expect(steps.locator("[aria-current=step]")).toContainText("Prüfen");
  await expectGoodLooks(page);
  const wrong = page.url();
  const chooser = page.waitForEvent("filechooser");
  await act(page, "Berichtigte Datei senden");
  await (await chooser).setFiles(buffer("Boxnummer;Jahrgang\n7;2004\n8;2005\n"));
  await expect(page.getByText("Die Liste ist ohne Fehler geprüft; als Nächstes übernehmen.")).toBeVisible();
  expect(page.url()).not.toBe(wrong);
  await act(page, "Übernehmen");
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByText("Fertig: 2 Boxen angelegt.")).toBeVisible();
  await expect(steps.locator("[aria-current=step]")).toContainText("Fertig");
  await expectGoodLooks(page);
  const taken = page.url();
  await page.getByRole("link", { name: "Etiketten drucken" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Etikettendruck (2)" })).toBeVisible();
  await page.goto(taken);
  await page.getByRole("link", { name: "Ansehen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Boxen (2)" })).toBeVisible();
  await page.goto(wrong);
  await expect(page.getByText("Der Import ist verworfen; geändert wurde nichts.")).toBeVisible();
});
