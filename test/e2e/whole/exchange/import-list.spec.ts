import { act } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

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
  await expect(page.getByText(/^1 Fehler: Bitte unten berichtigen/)).toBeVisible();
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
