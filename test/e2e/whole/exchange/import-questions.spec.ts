import { createBoxes, listBoxes } from "#contract/calls/stock/boxes.ts";
import { act, action } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";
import { bookOf } from "#test/support/workbook.ts";

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
  const take = await action(page, "Übernehmen");
  await expect(take).toHaveAttribute("aria-disabled", "true");
  await expectGoodLooks(page);
  await meant.check();
  await take.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByText("2, bestätigt")).toBeVisible();
  const { results } = await api.call(listBoxes, { query: { owner_id: customer.id } });
  expect(results.map(({ content_count }) => content_count)).toEqual([0, 0]);
});

test("a list that would do something else than it showed says of which box, and leads to the new preview", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/\/imports\/\d+\/commit\/$/); // the first yes is refused
  const customer = await api.customer();
  await page.goto("/services/imports");
  await field(page, "Kunde").fill(customer.name);
  await page.getByRole("option", { name: customer.name }).click();
  const buffer = Buffer.from("Boxnummer;Jahrgang\n1;2004\n2;2005\n");
  await page.getByLabel("Liste", { exact: true }).setInputFiles({ name: "Boxen.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Liste senden" }).click();
  const preview = page.getByRole("table", { name: "Vorschau" });
  await expect(preview.getByText("neu", { exact: true })).toHaveCount(2);
  await api.call(createBoxes, { body: { owner: customer.id, start: 2, amount: 1, size: 400 } });
  await act(page, "Übernehmen");
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: /Seit der Prüfung geändert: Box \d{4}\.000\.002\./ }),
  ).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Neue Vorschau" }).click();
  await expect(preview.getByText("geändert", { exact: true })).toBeVisible();
  await act(page, "Übernehmen");
  await expect(page.getByRole("alertdialog")).toContainText("1 Box wird angelegt. 1 Box wird geändert.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByText("übernommen", { exact: true })).toBeVisible();
});
