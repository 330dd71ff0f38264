import type { Page } from "@playwright/test";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { anyWord } from "#test/support/words.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.use({ who: "fresh staff" });

test("somebody makes a token for a program, which calls with it until it is ended; it is shown once", async ({
  page,
  origin,
}) => {
  const boxesBy = async (token: string) =>
    (await fetch(`${origin}/api/v1/boxes/`, { headers: { authorization: `Bearer ${token}` } })).status;
  await page.goto("/account");
  await button(page, "Token anlegen").click();
  const dialog = page.getByRole("dialog");
  const name = `Warenwirtschaft ${anyWord()}`;
  await field(page, "Name").fill(name);
  await dialog.getByRole("checkbox", { name: "Lieferungen" }).check();
  await dialog.getByRole("button", { name: "Token anlegen" }).click();
  const token = await page.locator("output").innerText();
  expect(await boxesBy(token)).toBe(200);
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("alertdialog", { name: "Token notiert?" }).getByText("Abbrechen").click();
  await expectGoodLooks(page);
  await button(page, "Token notiert").click();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Lesen, Lieferungen");
  await expect(page.getByText(token)).toBeHidden();
  await button(page, `Token ${name} (${token.slice(0, 8)}) beenden`).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Token beenden" }).click();
  await expect(notice(page, "Token beendet")).toBeVisible();
  expect(await boxesBy(token)).toBe(403);
});
