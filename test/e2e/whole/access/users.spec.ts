import { fillUser, logIn, seat } from "#test/e2e/support/nouns/login.ts";
import type { Page } from "@playwright/test";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { listRights } from "#contract/calls/access/rights.ts";
import { editUser, getUser, listUsers } from "#contract/calls/access/users.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { filterPause } from "#rules/lists/debounce.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { act, actionNames } from "#test/e2e/support/head.ts";
import { anyWord } from "#test/support/words.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { ownServerTest } from "#test/e2e/support/own-server.ts";
import { callsOf, expect, expectError, fact, field, notice, test } from "#test/e2e/support/page.ts";
import { staffLogin } from "#test/e2e/support/stock.ts";

const table = (page: Page) => page.getByRole("table", { name: "Users" });
const rowOf = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Presses a button and agrees to what it asks. */
async function agree(page: Page, name: string) {
  await act(page, name);
  await page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
}

test.describe("the list of users", () => {
  test("shows who they are, what they may see and when they were last here", async ({ page, api }) => {
    const word = anyWord();
    const user = await api.addUser({ gender: "F", last_name: `Muster ${word}`, phone1: "030 12345" });
    const customer = await api.customer();
    await api.call(editCustomer, { path: { id: customer.id }, body: { user_ids: [user.id] } });
    await page.goto(`/users?last_name=${word}`);
    await expect(table(page).getByRole("columnheader")).toHaveText([
      "Anrede",
      "Name",
      "E-Mail",
      "Telefon",
      "Kundenzugriff",
      "Letzter Login",
      "Initialpasswort",
      "Admin",
    ]);
    const access = `${showCustomerCode(customer.code)} ${customer.name}`;
    const cells = ["Frau", `Muster ${word}, Nina`, user.email, "030 12345", access];
    await expect(rowOf(page, word).getByRole("cell")).toHaveText([...cells, "", "ja", ""]);
    await api.enter(user);
    const { last_login } = await api.call(getUser, { path: { id: user.id } });
    await page.reload();
    await expect(rowOf(page, word).getByRole("cell")).toHaveText([
      ...cells,
      showDate(berlinDay(new Date(last_login ?? ""))),
      "",
      "",
    ]);
  });

  test("is sorted by last name, up and down", async ({ page, api }) => {
    const word = anyWord();
    for (const name of ["Öztürk", "Zander", "Adler"]) await api.addUser({ last_name: `${name} ${word}` });
    await page.goto(`/users?last_name=${word}`);
    const head = table(page).getByRole("columnheader", { name: "Name" });
    const names = table(page).getByRole("link", { name: word });
    const up = ["Adler", "Öztürk", "Zander"].map((name) => `${name} ${word}, Nina`);
    await expect(table(page).getByRole("columnheader").getByRole("button")).toHaveText(["Name"]);
    await head.getByRole("button").click();
    await expect(page).toHaveURL(`/users?last_name=${word}&orderBy=last_name`);
    await expect(names).toHaveText(up);
    await head.getByRole("button").click();
    await expect(page).toHaveURL(`/users?last_name=${word}&orderBy=-last_name`);
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(names).toHaveText(up.toReversed());
  });

  for (const [label, key] of [
    ["Nachname", "last_name"],
    ["E-Mail", "email"],
  ] as const) {
    test(`is filtered by "${label}" a second after the last letter, and then the address says so`, async ({
      page,
      api,
    }) => {
      const word = anyWord();
      await api.addUser({ last_name: `Muster ${word}`, email: `${word}@example.com` });
      await page.goto("/users");
      await settled(page);
      await page.evaluate(() => addEventListener("input", () => performance.mark("typed"), { capture: true }));
      await field(page, label).fill(word);
      await expect(page).toHaveURL(`/users?${key}=${word}`);
      await expect(title(page, "Users (1)")).toBeVisible();
      const pause = await page.evaluate(() => {
        const calls = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/users/?"));
        return (calls.at(-1)?.startTime ?? 0) - (performance.getEntriesByName("typed").at(-1)?.startTime ?? 0);
      });
      expect(pause).toBeGreaterThanOrEqual(filterPause - 5);
    });
  }
});

test.describe("the form for a user", () => {
  test("makes a user whose initial password is shown this once and can be copied", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const calls = callsOf(page, "POST", /users/);
    const email = `${anyWord()}@example.com`;
    await page.goto("/users/new");
    await fillUser(page, { email });
    await button(page, "User hinzufügen").click();
    await expect(notice(page, "User hinzugefügt")).toBeVisible();
    await expect(page).toHaveURL("/users");
    const sent = { gender: "F", first_name: "Erika", last_name: "Muster", email, phone1: "030 1" };
    expect(calls.map(({ body }) => body)).toEqual([{ ...sent, phone2: "", is_staff: false }]);
    const shown = page.getByRole("region", { name: "Initialpasswort für Erika Muster" }).locator("output");
    const password = await shown.innerText();
    expect(password.length).toBeGreaterThanOrEqual(8);
    await button(page, "Passwort kopieren").click();
    await expect(button(page, "Kopiert")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    const menu = page.getByRole("navigation", { name: "Hauptmenü" });
    await menu.getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/home");
    await menu.getByRole("link", { name: "Users" }).click();
    await expect(shown, "until somebody closes it").toHaveText(password);
    await button(page, "Passwort notiert").click();
    await expect(shown).toBeHidden();
    await page.goto(`/users?email=${email}`);
    await rowOf(page, email).getByRole("link", { name: "Muster, Erika" }).click();
    await expect(title(page, "Erika Muster")).toBeVisible();
    expect(await page.content()).not.toContain(password);
  });
});

test.describe("a user's page", () => {
  test("deactivates: an open session ends at the next call, until the user is let in again", async ({
    page,
    api,
    browser,
  }) => {
    const user = await api.addUser();
    const password = `Quittenbaum-${anyWord()}`;
    const theirs = await seat(browser, await api.enter(user, password));
    await theirs.goto("/home");
    await expect(title(theirs, /^Willkommen/)).toBeVisible();
    await page.goto(`/users/${user.id}`);
    await agree(page, "User deaktivieren");
    await expect(notice(page, "User aktualisiert")).toBeVisible();
    await expect(page.getByText("deaktiviert", { exact: true })).toBeVisible();
    await theirs.getByRole("link", { name: "Lager", exact: true }).click();
    await expect(theirs).toHaveURL(/\/login/);
    await logIn(theirs, { email: user.email, password });
    await expect(theirs.getByRole("alert").filter({ hasText: "Login fehlgeschlagen." })).toBeVisible();
    await agree(page, "User aktivieren");
    expect(await actionNames(page)).toContain("User deaktivieren");
    await logIn(theirs, { email: user.email, password });
    await expect(theirs).toHaveURL("/home");
    await theirs.context().close();
  });

  test("gives a new initial password, shown this once, that ends the old one's sessions", async ({
    page,
    api,
    browser,
    failures,
  }) => {
    failures.expect(/reset-password/);
    const user = await api.addUser();
    const theirs = await seat(browser, await api.enter(user));
    await theirs.goto("/home");
    await expect(title(theirs, /^Willkommen/)).toBeVisible();
    await page.goto(`/users/${user.id}`);
    await expect(fact(page, "Passwort")).toHaveText("eigenes Passwort");
    await act(page, "Passwort zurücksetzen");
    const dialog = page.getByRole("dialog", { name: "Passwort zurücksetzen" });
    await field(page, "Ihr Passwort").fill("falsch-falsch");
    await dialog.getByRole("button", { name: "Passwort zurücksetzen" }).click();
    await expectError(page, "Ihr Passwort", "Ihr eigenes Passwort stimmt nicht.");
    await field(page, "Ihr Passwort").fill(staffLogin.password);
    await dialog.getByRole("button", { name: "Passwort zurücksetzen" }).click();
    await expect(page.getByText("Es gilt 72 Stunden.")).toBeVisible();
    const password = await page.locator("output").innerText();
    expect(password).not.toBe(user.init_password_plain);
    await expect(fact(page, "Passwort")).toHaveText("Initialpasswort, noch nicht geändert");
    await button(page, "Passwort notiert").click();
    await expect(page.getByText(password)).toBeHidden();
    await theirs.getByRole("link", { name: "Lager", exact: true }).click();
    await expect(theirs).toHaveURL(/\/login/);
    await logIn(theirs, { email: user.email, password });
    await expect(theirs.getByRole("heading", { name: "Passwort ändern" })).toBeVisible();
    await theirs.context().close();
  });
});

test.describe("can be read by everybody", () => {
  test("the list of users, with one who is deactivated", async ({ page, api }) => {
    const word = anyWord();
    const gone = await api.addUser({ last_name: `Fort ${word}` });
    await api.call(editUser, { path: { id: gone.id }, body: { active: false } });
    await api.addUser({ last_name: `Da ${word}` });
    await page.goto(`/users?last_name=${word}`);
    await expect(rowOf(page, `Fort ${word}`)).toContainText("deaktiviert");
    await expect(rowOf(page, `Da ${word}`)).not.toContainText("deaktiviert");
    await expectGoodLooks(page);
  });

  test("the form for a user with its messages", async ({ page }) => {
    await page.goto("/users/new");
    await button(page, "User hinzufügen").click();
    await expectError(page, "Vorname", "Bitte ausfüllen");
    await expectGoodLooks(page);
  });

  test("the initial password", async ({ page }) => {
    await page.goto("/users/new");
    await fillUser(page, { email: `${anyWord()}@example.com` });
    await button(page, "User hinzufügen").click();
    await expect(page.locator("output")).toBeVisible();
    await expectGoodLooks(page);
  });

  test("a user's page", async ({ page, api }) => {
    await page.goto(`/users/${(await api.addUser()).id}`);
    await field(page, "Vorname").fill("Nora");
    await expect(button(page, "User speichern")).toBeVisible();
    await expectGoodLooks(page);
  });
});

ownServerTest(
  "the page of the last active admin refuses to let them go, and says why",
  async ({ page, api, failures }) => {
    failures.expect(/\/users\/\d+\/$/);
    const path = { id: api.user };
    const { results } = await api.call(listUsers, { query: { is_staff: true } });
    const body = { active: false, own_password: staffLogin.password };
    for (const { id, active } of results)
      if (active && id !== path.id) await api.call(editUser, { path: { id }, body });
    await page.goto(`/users/${path.id}`);
    await agree(page, "User deaktivieren");
    await expect(page.getByRole("alert").filter({ hasText: refused.lastStaff.message })).toBeVisible();
    await page.getByRole("checkbox", { name: "Admin" }).uncheck();
    await button(page, "User speichern").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Admin-Rechte entziehen" }).click();
    await expect(page.getByRole("checkbox", { name: "Admin" })).toHaveAccessibleDescription(
      new RegExp(refused.lastStaff.message),
    );
    expect(await api.call(getUser, { path })).toMatchObject({ active: true, is_staff: true });
  },
);

test("what a customer's user may do is ticked customer by customer, and saved at once", async ({ page, api }) => {
  const [customer, user] = [await api.customer(), await api.addUser()];
  const path = { id: customer.id };
  await api.call(editCustomer, { path, body: { user_ids: [user.id] } });
  await page.goto(`/users/${user.id}`);
  const rights = page.getByRole("region", { name: "Rechte bei Kunden" });
  await expect(rights.getByRole("checkbox", { name: "Boxen anfordern" })).toBeChecked();
  for (const name of ["Boxlisten importieren", "Vernichtung freigeben", "Sperren setzen und alles exportieren"]) {
    const right = rights.getByRole("checkbox", { name });
    await expect(right).not.toBeChecked();
    await right.click(); // it is ticked a moment later, when it is on its way
    await expect(right).toBeEnabled();
    await expect(right).toBeChecked();
  }
  await expect
    .poll(async () => (await api.call(listRights, { path })).results)
    .toMatchObject([{ may_order: true, may_store: true, may_approve_destruction: true, may_manage: true }]);
  await expectGoodLooks(page);
});
