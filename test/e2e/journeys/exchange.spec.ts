import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { act, actionNames, actions } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";
import { anyWord } from "#test/support/words.ts";
import { bookOf } from "#test/support/workbook.ts";

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
  await expect(page.getByRole("row", { name: /^2 Jahrgang .*„20O4“ ist kein Jahr\.$/ })).toBeVisible();
  expect(await actionNames(page)).toEqual(["Berichtigte Datei senden", "Ohne die Fehler übernehmen", "Verwerfen"]);
  await send(`Boxnummer;Was;Jahrgang\n1;${word};2004\n2;;2005\n`);
  await expect(page.getByRole("table", { name: "Vorschau" }).getByText("neu", { exact: true })).toHaveCount(2);
  await page.getByRole("heading", { name: "Spalten" }).click(); // they are collapsed once the list is checked
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

test("a workbook is asked which sheet it is, what a year alone means and whether what is far off is meant so", async ({
  page,
  api,
}) => {
  const customer = await api.customer();
  const buffer = await bookOf({
    sheets: [
      { name: "Intern", state: "hidden", rows: [["Boxnummer"], [99]] },
      { name: "Deckblatt", rows: [["Archivliste"], ["Klinikum Nord"]] },
      {
        name: "Boxen",
        rows: [
          ["Boxnummer", "Inhalte", "Jahrgang", "Beginn"],
          [1, 3, 2004, 2004],
          [2, 12, 2004, "31.12.1904"],
        ],
      },
    ],
  });
  await page.goto("/services/imports");
  await field(page, "Kunde").fill(customer.name);
  await page.getByRole("option", { name: customer.name }).click();
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page.getByLabel("Liste", { exact: true }).setInputFiles({ name: "Liste.xlsx", mimeType, buffer });
  await page.getByRole("button", { name: "Liste senden" }).click();
  await expect(field(page, "Tabellenblatt").locator("option")).toHaveText(["Deckblatt", "Boxen"]);
  await field(page, "Tabellenblatt").selectOption("Boxen");
  await expect(field(page, "Boxnummer")).toHaveValue("number");
  await expect(field(page, "Inhalte")).toHaveAccessibleDescription(/Nur kleine Zahlen/);
  await page.getByRole("button", { name: "Prüfen", exact: true }).click();
  await expect(page.getByText("In einer Zeile steht unter „Beginn“ nur ein Jahr.")).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Ja, der 31. Dezember" }).click();
  const meant = page.getByRole("checkbox", { name: /So ist es gemeint/ });
  await expect(meant).toBeVisible();
  const warnings = page.getByRole("table", { name: "Warnungen" });
  await expect(warnings.getByRole("row")).toHaveCount(3);
  await expect(warnings).toContainText("Der Beginn 31.12.1904 liegt vor 1950.");
  const take = actions(page).getByRole("button", { name: "Übernehmen" }); // what it was before the answer came was in the menu
  await expect(take).toHaveAttribute("aria-disabled", "true");
  await expectGoodLooks(page);
  await meant.check();
  await take.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByText("2, bestätigt")).toBeVisible();
  const { results } = await api.call(listBoxes, { query: { owner_id: customer.id } });
  expect(results.map(({ content_count }) => content_count)).toEqual([0, 0]);
});
