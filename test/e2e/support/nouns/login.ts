import type { Browser, Page } from "@playwright/test";
import type { Api } from "#test/e2e/support/api.ts";
import { field } from "#test/e2e/support/page.ts";

/** Types who signs in into the form that is on the screen, and sends it. */
export async function typeLogin(page: Page, { email, password }: { email: string; password: string }) {
  await field(page, "E-Mail").fill(email);
  await field(page, "Passwort").fill(password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

export async function logIn(page: Page, user: { email: string; password: string }) {
  await page.goto("/login");
  await typeLogin(page, user);
}

/** Another person's browser, with a session or at the login. */
export async function seat(browser: Browser, session?: Api) {
  const storageState = session?.storageState ?? { cookies: [], origins: [] };
  return (await browser.newContext({ storageState })).newPage();
}

/** Fills the form for a user. */
export async function fillUser(
  page: Page,
  { gender = "Frau", first = "Erika", last = "Muster", email = "", phone = "030 1" },
) {
  await field(page, "Anrede").selectOption(gender);
  await field(page, "Vorname").fill(first);
  await field(page, "Nachname").fill(last);
  await field(page, "E-Mail").fill(email);
  await field(page, "Telefon 1").fill(phone);
}
