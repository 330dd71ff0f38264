import { createBoxes } from "#contract/calls/stock/boxes.ts";
import { act } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

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
