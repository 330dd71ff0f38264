import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { anyWord } from "#test/support/words.ts";
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
  await expect(page.getByRole("button", { name: "Übernehmen" })).toHaveAttribute("aria-disabled", "true");
  await send(`Boxnummer;Was;Jahrgang\n1;${word};2004\n2;;2005\n`);
  await expect(page.getByRole("table", { name: "Vorschau" }).getByText("neu", { exact: true })).toHaveCount(2);
  await field(page, "Was").selectOption("Inhalt");
  await page.getByRole("button", { name: "Noch einmal prüfen" }).click();
  await expect(page.getByRole("table", { name: "Vorschau" }).getByText(word)).toBeVisible();
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("2 Boxen werden angelegt.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByText("übernommen", { exact: true })).toBeVisible();
  expect(await boxes()).toBe(2);
  await page.getByRole("button", { name: "Zurücknehmen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Zurücknehmen" }).click();
  await expect(page.getByText("zurückgenommen", { exact: true })).toBeVisible();
  expect(await boxes()).toBe(0);
});
