import type { Page } from "@playwright/test";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect, notice } from "#test/e2e/support/page.ts";

/** Beside this server there is a company's, at which Anna works, who is staff here, and Karl, a customer's user. */
const test = serverTest({ COMPANY: "on" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Says at the company who one is. */
async function be(page: Page, person: string) {
  await page.getByLabel("Person").fill(person);
  await button(page, "Weiter").click();
}

test.describe("whoever works at the company", () => {
  test.use({ who: "nobody" });

  test("comes in by it, to where they wanted to go, and is out at both when they leave", async ({ page, origin }) => {
    await page.goto("/stock/boxes?state=1");
    await button(page, "Über Haus-Anmeldung anmelden").click();
    await be(page, "karl");
    await expect(page).toHaveURL(`${origin}/stock/boxes?state=1`);
    await expect(page.getByRole("heading", { name: "Boxen", level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Boxen", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: /Karl/ }).click();
    await page.getByRole("menuitem", { name: "Abmelden" }).click();
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/session\/end/);
    await button(page, "Abmelden").click();
    await expect(page).toHaveURL(`${origin}/login`);
    await button(page, "Über Haus-Anmeldung anmelden").click();
    await expect(page.getByLabel("Person"), "the company asks again").toBeVisible();
  });

  test("reads why not, and begins anew", async ({ page, failures }) => {
    failures.expect(/\/company-sign-in\/session\/$/);
    await page.goto("/login");
    await button(page, "Über Haus-Anmeldung anmelden").click();
    await be(page, "niemand");
    await expect(page.getByText("Für niemand@example.com gibt es hier keinen Zugang.")).toBeVisible();
    await expectGoodLooksEverywhere(page);
    await page.reload();
    await expect(page.getByText("Für niemand@example.com")).toBeHidden();
  });
});

test.describe("whoever is signed in with a password", () => {
  test.use({ who: "fresh staff" });

  test("joins their account with the company, and parts the two again", async ({ page }) => {
    await page.goto("/account");
    await button(page, "Mit Haus-Anmeldung verbinden").click();
    await be(page, "anna");
    await expect(notice(page, "Firmenanmeldung verbunden")).toBeVisible();
    await expect(page.getByText(/^Verbunden seit/)).toBeVisible();
    await expectGoodLooksEverywhere(page);
    await button(page, "Verbindung trennen").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Trennen" }).click();
    await expect(button(page, "Mit Haus-Anmeldung verbinden")).toBeVisible();
  });
});
