import type { Page } from "@playwright/test";
import { markBoxes } from "#contract/calls/stock/boxes.ts";
import { listUsers } from "#contract/calls/access/users.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { anyWord } from "#test/support/words.ts";
import { act } from "#test/e2e/support/head.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect, expectError, field, notice } from "#test/e2e/support/page.ts";
import { staffLogin } from "#test/e2e/support/stock.ts";

/** Every session here was opened longer than ten minutes ago. */
const test = serverTest({ OLD_SESSIONS: "on" });
const question = (page: Page) => page.getByRole("dialog", { name: "Sind Sie es?" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function prove(page: Page) {
  await field(page, "Ihr Passwort").fill(staffLogin.password);
  await question(page).getByRole("button", { name: "Bestätigen" }).click();
  await expect(question(page)).toBeHidden();
}

test.use({ who: "fresh staff" });

test("who makes a user says their password once, and what they typed is not lost", async ({ page, api, failures }) => {
  failures.expect(/\/users\/$/);
  failures.expect(/\/session\/confirm\/$/);
  const email = `${anyWord()}@example.com`;
  await page.goto("/users/new");
  await field(page, "Anrede").selectOption("Frau");
  for (const [label, typed] of Object.entries({
    Vorname: "Erika",
    Nachname: "Muster",
    "E-Mail": email,
    "Telefon 1": "1",
  }))
    await field(page, label).fill(typed);
  await page.getByRole("checkbox", { name: "Admin" }).check();
  await button(page, "User hinzufügen").click();
  await expect(question(page)).toBeVisible();
  await expect(field(page, "Ihr Passwort")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(notice(page, refused.unconfirmed.message)).toBeVisible();
  await expect(field(page, "E-Mail")).toHaveValue(email);
  await button(page, "User hinzufügen").click();
  await field(page, "Ihr Passwort").fill("falsch-falsch");
  await page.keyboard.press("Enter");
  await expectError(page, "Ihr Passwort", "Ihr eigenes Passwort stimmt nicht.");
  await prove(page);
  await expect(notice(page, "User hinzugefügt")).toBeVisible();
  const { results } = await api.call(listUsers, { query: { email } });
  expect(results.map(({ is_staff, manages_users }) => [is_staff, manages_users])).toEqual([[true, true]]);
  await page.goto(`/users/${results[0]?.id}`);
  await act(page, "User deaktivieren");
  await page.getByRole("alertdialog").getByRole("button", { name: "User deaktivieren" }).click();
  await expect(notice(page, "User aktualisiert"), "within ten minutes nobody is asked again").toBeVisible();
});

test("who destroys what is marked is asked once more, and it is destroyed then", async ({ page, api, failures }) => {
  failures.expect(/\/boxes\/destruction\/\?/);
  const customer = await api.customer();
  const boxes = await api.boxes(1, customer);
  await api.call(markBoxes, { body: { boxes: boxes.map(({ id }) => id) } });
  await page.goto("/services/destruction");
  await page.getByRole("main").getByRole("button", { name: "Boxen vernichten" }).click();
  const sure = page.getByRole("alertdialog");
  const typed = sure.getByLabel(/^Zur Bestätigung/);
  await typed.fill(/\d+/.exec((await sure.textContent()) ?? "")?.[0] ?? "");
  await sure.getByRole("button", { name: "Boxen vernichten" }).click();
  await prove(page);
  await expect(page.getByRole("heading", { level: 1, name: /vernichtet$/ })).toBeVisible();
  expect(await api.details(boxes[0])).toMatchObject({ state: 6 });
});

test("who takes everything of a customer along is asked over the dialog that is open, and the file comes then", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/\/export\/$/);
  const customer = await api.customer();
  await api.boxes(1, customer);
  await page.goto(`/customers/${customer.id}`);
  await act(page, "Alles exportieren");
  const saved = await savedBy(page, async () => {
    await page
      .getByRole("dialog", { name: "Alles exportieren" })
      .getByRole("button", { name: "Herunterladen" })
      .click();
    await prove(page);
  });
  expect([saved.name.endsWith(".zip"), saved.start.slice(0, 2)]).toEqual([true, "PK"]);
});
