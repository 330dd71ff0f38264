import type { Page } from "@playwright/test";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

const codes = (page: Page) => page.getByRole("table", { name: "Boxen" }).locator("tbody tr td.row-link");

/** A customer with so many boxes, and the first part of their codes. */
async function owner(api: Api, amount: number) {
  const customer = await api.customer();
  await api.boxes(amount, customer);
  return { ...customer, code: customer.code, prefix: showCustomerCode(customer.code) };
}

test.describe("a filter", () => {
  test("works beside others, and each can be taken away", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 9);
    await page.goto(`/stock/boxes?owner=${code}`);
    await field(page, "Boxnummer von").fill("4");
    await field(page, "Boxnummer bis").fill("6");
    await field(page, "Status").selectOption("erstellt");
    await expect(codes(page)).toHaveText([4, 5, 6].map((number) => `${prefix}.000.00${number}`));
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}&from=4&to=6&state=0`);
    await page.getByRole("button", { name: "Boxnummer von: 4 entfernen" }).click();
    await expect(codes(page)).toHaveCount(6);
    await page.getByRole("button", { name: "Zurücksetzen" }).click();
    await expect(page).toHaveURL("/stock/boxes");
  });

  test("by name finds customers whatever the case and the umlauts' capitals", async ({ page, api }) => {
    const word = anyWord();
    await api.customer(`ÖLMÜHLE ${word}`);
    await page.goto("/customers/overview");
    await field(page, "Name").fill(`ölmühle ${word}`);
    await expect(page.getByRole("heading", { level: 1, name: "Kunden (1)" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^\d{4}$/ })).toHaveCount(1);
  });
});

test.describe("the order", () => {
  test("knows halls by their number: Halle 2 before Halle 10", async ({ page, api }) => {
    const word = anyWord();
    for (const number of [10, 2]) await api.area(`Halle ${word} ${number}`);
    await page.goto("/stock/areas?orderBy=name");
    const names = page.getByRole("table", { name: "Bereiche" }).getByRole("link", { name: `Halle ${word}` });
    await expect(names).toHaveText([`Halle ${word} 2`, `Halle ${word} 10`]);
  });
});

test.describe("a row of a list", () => {
  test("is followed by the next one of the list, over its pages", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 32);
    await page.goto(`/stock/boxes?owner=${code}`);
    await page.getByRole("link", { name: `${prefix}.000.030` }).click();
    for (const number of ["031", "032"]) {
      await page.getByRole("link", { name: "Nächste Box der Liste" }).click();
      await expect(page.getByRole("heading", { level: 1, name: `${prefix}.000.${number}` })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Nächste Box der Liste" })).toBeHidden();
    await page.getByRole("link", { name: "Vorherige Box der Liste" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${prefix}.000.031` })).toBeVisible();
  });
});
