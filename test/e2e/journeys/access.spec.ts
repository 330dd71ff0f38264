import type { Page } from "@playwright/test";
import { fillUser, logIn, seat, typeLogin } from "#test/e2e/support/nouns/login.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";
import { staffLogin } from "#test/e2e/support/stock.ts";
import { anyWord } from "#test/support/words.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test.describe("somebody who is not signed in", () => {
  test.use({ who: "nobody" });

  test("comes after the login to where they wanted to go, with its filters", async ({ page }) => {
    await page.goto("/stock/boxes?owner=42&state=1");
    await expect(page).toHaveURL(/\/login\?/);
    await typeLogin(page, staffLogin);
    await expect(page).toHaveURL("/stock/boxes?owner=42&state=1");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (20)" })).toBeVisible();
  });
});

test.describe("the form for a user", () => {
  test("makes a user who signs in, gives themselves a password first and works on then", async ({ page, browser }) => {
    const email = `${anyWord()}@example.com`;
    const own = `Quittenbaum-${anyWord()}`;
    await page.goto("/users/new");
    await fillUser(page, { email });
    await button(page, "User hinzufügen").click();
    const password = await page.locator("output").innerText();
    const theirs = await seat(browser);
    await logIn(theirs, { email: email.toUpperCase(), password });
    await expect(theirs).toHaveURL("/home");
    await theirs.goto("/stock/boxes");
    await expect(theirs).toHaveURL("/home");
    await field(theirs, "Altes Passwort").fill(password);
    await field(theirs, "Neues Passwort").fill(own);
    await field(theirs, "Neues Passwort wiederholen").fill(own);
    await button(theirs, "Passwort ändern").click();
    await expect(notice(theirs, "Passwort geändert")).toBeVisible();
    await theirs.goto("/stock/boxes");
    await expect(title(theirs, "Boxen (0)")).toBeVisible();
    await theirs.context().close();
  });
});
