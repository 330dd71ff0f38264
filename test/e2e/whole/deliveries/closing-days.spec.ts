import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { shop } from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";

test("staff type a day without deliveries, remove it and put it back; the page says what is in force", async ({
  page,
  api,
}) => {
  await shop(api);
  const day = showDate(addDays(berlinDay(new Date()), 400));
  await page.goto("/closing-days");
  await expect(page.getByText("Feiertage gelten als Liefertage")).toBeVisible();
  await page.getByRole("button", { name: "Schließtag anlegen" }).click();
  await field(page, "Tag").fill(day);
  await field(page, "Grund").fill("Inventur");
  await expectGoodLooks(page);
  await page.getByRole("dialog").getByRole("button", { name: "Schließtag anlegen" }).click();
  await expect(notice(page, "Schließtag angelegt")).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(`${day}.*Inventur`) });
  await expect(row).toBeVisible();
  await expectGoodLooks(page);
  await row.getByRole("button", { name: `${day} entfernen` }).click();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: "Rückgängig machen" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: `${day} entfernen` }).click();
  await expect(row).toBeHidden();
});
