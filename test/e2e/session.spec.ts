import { createUser } from "#contract/calls/users.ts";
import { logout } from "#contract/calls/session.ts";
import { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { callsOf, expect, expectError, field, notice, test } from "#test/e2e/support/page.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { customerLogin, staffLogin } from "#test/e2e/support/stock.ts";
import { tokenIn } from "#test/e2e/support/worker.ts";
import type { Page } from "@playwright/test";

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await field(page, "E-Mail").fill(email);
  await field(page, "Passwort").fill(password);
  await page.getByRole("button", { name: "Anmelden" }).click();
}

test.describe("somebody who is not signed in", () => {
  test.use({ who: "nobody" });

  test("comes after the login to where they wanted to go, with its filters", async ({ page }) => {
    await page.goto("/stock/boxes?owner=42&state=1");
    await expect(page).toHaveURL(/\/login\?/);
    await signIn(page, staffLogin);
    await expect(page).toHaveURL("/stock/boxes?owner=42&state=1");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (20)" })).toBeVisible();
  });

  test("comes home where they wanted nothing in particular", async ({ page }) => {
    await page.goto("/login");
    await signIn(page, customerLogin);
    await expect(page).toHaveURL("/home");
    await expect(page.getByRole("heading", { level: 1, name: "Willkommen, Karl Kunde" })).toBeVisible();
  });

  test("is not led to another site by a forged target", async ({ page }) => {
    await page.goto("/login?next=//example.com/");
    await signIn(page, customerLogin);
    await expect(page).toHaveURL("/home");
  });

  test("is told that the login failed, and keeps the address that was typed", async ({ page, failures }) => {
    failures.expect(/api-token-auth/);
    await page.goto("/login");
    await signIn(page, { email: staffLogin.email, password: "falsches-passwort" });
    await expect(page.getByRole("alert").filter({ hasText: "Login fehlgeschlagen." })).toBeVisible();
    await expect(field(page, "E-Mail")).toHaveValue(staffLogin.email);
    await expect(field(page, "Passwort")).toBeFocused();
    await expect(page).toHaveURL("/login");
  });

  for (const [email, password, emailError, passwordError] of [
    ["", "", "Bitte ausfüllen", "Bitte ausfüllen"],
    ["anna", "passwort1", "Ungültige E-Mail Adresse", ""],
    ["anna@example.com", "kurz", "", "mind. 8 Zeichen"],
  ] as const) {
    test(`cannot send "${email}" with "${password}"`, async ({ page }) => {
      const calls = callsOf(page, "POST", /api-token-auth/);
      await page.goto("/login");
      await signIn(page, { email, password });
      await expectError(page, "E-Mail", emailError);
      await expectError(page, "Passwort", passwordError);
      await expect(field(page, emailError ? "E-Mail" : "Passwort")).toBeFocused();
      expect(calls).toEqual([]);
    });
  }

  test("may type the address in capitals: it is sent in small letters", async ({ page }) => {
    const calls = callsOf(page, "POST", /api-token-auth/);
    await page.goto("/login");
    await signIn(page, { email: "Admin@Example.COM", password: staffLogin.password });
    await expect(page).toHaveURL("/home");
    expect(calls.map(({ body }) => body)).toEqual([{ username: staffLogin.email, password: staffLogin.password }]);
  });
});

test.describe("a new user", () => {
  test.use({ who: "nobody" });

  test("reads once that the old password is wrong, and no more when it was right", async ({ page, api, failures }) => {
    failures.expect(/\/password\/$/);
    const email = `${anyWord()}@example.com`;
    const { init_password_plain } = await api.call(createUser, { body: { email, last_name: "Neu", is_staff: true } });
    await page.goto("/login");
    await signIn(page, { email, password: init_password_plain });
    const wrong = page.getByText("Das alte Passwort stimmt nicht.");
    const own = { old: "falsch-falsch", new1: "Regal-und-Reihe-7", new2: "Regal-und-Reihe-7" };
    for (const [name, text] of Object.entries(own)) await page.locator(`[name=${name}]`).fill(text);
    await page.getByRole("button", { name: "Passwort ändern" }).click();
    await expect(wrong).toBeVisible();
    await expect(wrong).toHaveCount(1);
    await page.locator("[name=old]").fill(init_password_plain);
    await page.getByRole("button", { name: "Passwort ändern" }).click();
    await expect(notice(page, "Passwort geändert")).toBeVisible();
    await expect(wrong).toBeHidden();
  });
});

test.describe("a session", () => {
  test("shows that it is loading, and opens the page then", async ({ page }) => {
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/api\/v1\/users\/\d+\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/stock/overview");
    await expect(page.getByText("Sitzung wird geladen …")).toBeVisible();
    go();
    await expect(page.getByRole("heading", { level: 1, name: "Überblick" })).toBeVisible();
  });

  test("that cannot be loaded says why and offers another try", async ({ page, failures }) => {
    failures.expect(/\/users\/\d+\//);
    await page.route(/\/api\/v1\/users\/\d+\//, (route) => route.abort());
    await page.goto("/stock/overview");
    await expect(page.getByRole("alert")).toContainText("Keine Verbindung zum Server.");
    await page.unroute(/\/api\/v1\/users\/\d+\//);
    await page.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Überblick" })).toBeVisible();
  });

  test("leads from the login and from the start page home", async ({ page }) => {
    for (const address of ["/", "/login"]) {
      await page.goto(address);
      await expect(page).toHaveURL("/home");
    }
  });

  test("leads from the sections to their first page", async ({ page }) => {
    await page.goto("/stock");
    await expect(page).toHaveURL("/stock/overview");
    await page.goto("/customers");
    await expect(page).toHaveURL("/customers/overview");
  });

  test("shows where one is in the menu, in the bar above and in the title", async ({ page }) => {
    await page.goto("/stock/boxes?owner=42");
    const menu = page.getByRole("navigation", { name: "Hauptmenü" });
    await expect(menu.getByRole("link", { name: "Lager" })).toHaveAttribute("data-status", "active");
    await expect(menu.getByRole("link", { name: "Home" })).not.toHaveAttribute("data-status", "active");
    const bar = page.getByRole("navigation", { name: "Lager" });
    await expect(bar.getByRole("link")).toHaveText([
      "Überblick",
      "Boxen",
      "Bereiche",
      "Reihen",
      "Klärfälle",
      "Hallenplan",
    ]);
    await expect(bar.locator("[aria-current=page]")).toHaveText("Boxen");
    await expect(page).toHaveTitle("Boxen · Magazin");
    await expect(page.getByRole("complementary", { name: "Seitenleiste" })).toContainText("Build 20240203-100754");
  });

  test("says who provides it and which build it is, on a phone and a tablet at the foot of the page", async ({
    page,
  }) => {
    for (const width of [360, 1023, 1024]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto("/stock/overview");
      const seen = page.getByText("Build 20240203-100754").filter({ visible: true });
      await expect(seen).toHaveCount(1);
      await seen.scrollIntoViewIfNeeded();
      await expect(seen).toBeInViewport();
      await expect(page.getByText("Muster Archiv GmbH").filter({ visible: true })).toHaveCount(1);
    }
  });
});

test.describe("the user menu", () => {
  test("is closed by a press beside it, which opens nothing", async ({ page }) => {
    await page.goto("/stock/boxes?owner=42");
    const row = page.getByRole("row").filter({ hasText: "0042.000.001" });
    await expect(row).toBeVisible();
    await page.getByRole("button", { name: "Anna Schmidt" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await row.click({ position: { x: 400, y: 16 } });
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(page).toHaveURL("/stock/boxes?owner=42");
    await row.click({ position: { x: 400, y: 16 } });
    await expect(page).toHaveURL(/\/stock\/boxes\/\d+$/);
  });

  test("has two entries that do nothing yet, and closes by Esc, by a press and by a key outside", async ({ page }) => {
    await page.goto("/home");
    const button = page.getByRole("button", { name: "Anna Schmidt" });
    const menu = page.getByRole("menu");
    await button.click();
    await expect(menu.getByRole("menuitem")).toHaveText(["Profil", "Einstellungen", "Lager am Telefon", "abmelden"]);
    for (const name of ["Profil", "Einstellungen"]) {
      await expect(menu.getByRole("menuitem", { name })).toBeDisabled();
      await menu.getByRole("menuitem", { name }).click({ force: true });
      await expect(page).toHaveURL("/home");
    }
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.mouse.click(600, 500);
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu.getByRole("menuitem", { name: "Profil" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu.getByRole("menuitem", { name: "Profil" })).toBeFocused();
    await page.getByRole("main").focus();
    await page.keyboard.press("x");
    await expect(menu).toBeHidden();
  });
});

test.describe("the end of a session", () => {
  test.use({ who: "fresh staff" });

  test("by choice leads to the login, and the next one does not come back here", async ({ page }) => {
    await page.goto("/stock/areas");
    await page.getByRole("button", { name: "Anna Schmidt" }).click();
    await page.getByRole("menuitem", { name: "abmelden" }).click();
    await expect(page).toHaveURL("/login");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await signIn(page, staffLogin);
    await expect(page).toHaveURL("/home");
  });

  test("by choice ends it in every tab", async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto("/stock/boxes");
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/home");
    await page.getByRole("button", { name: "Anna Schmidt" }).click();
    await page.getByRole("menuitem", { name: "abmelden" }).click();
    await expect(other).toHaveURL(/\/login/);
    await expect(field(other, "Passwort")).toBeVisible();
  });

  test("by the server leads to the login at the next call, and the next one comes back here", async ({
    page,
    origin,
    failures,
  }) => {
    failures.expect(/403/);
    await page.goto("/stock/overview");
    await expect(page.getByRole("heading", { level: 1, name: "Überblick" })).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem("token"));
    await new Api(origin, token ?? "", 0).call(logout, {});
    await page.getByRole("link", { name: "Bereiche" }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await expect(page.getByText("Ihre Sitzung ist beendet.")).toBeVisible();
    await signIn(page, staffLogin);
    await expect(page).toHaveURL("/stock/areas");
  });

  test("by the server in the middle of a form keeps what was typed, in every tab, for the same user alone", async ({
    page,
    context,
    origin,
    failures,
  }) => {
    failures.expect(/403/);
    failures.expect(/400/);
    const name = `Getippt-${anyWord()}`;
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto("/stock/areas/new");
      await field(tab, "Name").fill(name);
    }
    await new Api(origin, await tokenIn(page), 0).call(logout, {});
    const add = page.getByRole("button", { name: "Bereich hinzufügen" });
    await add.click();
    const lost = page.getByRole("alertdialog", { name: "Sitzung beendet" });
    await expect(lost.getByLabel(/^Passwort/)).toBeFocused();
    await expect(lost.getByLabel(/^E-Mail/)).toHaveJSProperty("readOnly", true);
    await expectGoodLooks(page);
    await page.keyboard.press("Escape");
    await lost.getByLabel(/^Passwort/).fill("ganz-falsch-1");
    await page.keyboard.press("Enter");
    await expect(lost.getByText("Login fehlgeschlagen.")).toBeVisible();
    await expect(other.getByRole("alertdialog", { name: "Sitzung beendet" })).toBeVisible();
    await lost.getByLabel(/^Passwort/).fill(staffLogin.password);
    await page.keyboard.press("Enter");
    await expect(lost).toBeHidden();
    await expect(other.getByRole("alertdialog")).toBeHidden();
    await expect(field(other, "Name")).toHaveValue(name);
    await expect(page).toHaveURL("/stock/areas/new");
    await add.click();
    await expect(notice(page, /^Bereich hinzugefügt/)).toBeVisible();
  });

  test("by the server in the middle of a form leads to the login where nobody wants to go on", async ({
    page,
    origin,
    failures,
  }) => {
    failures.expect(/403/);
    await page.goto("/stock/areas/new");
    await field(page, "Name").fill("Halb getippt");
    await new Api(origin, await tokenIn(page), 0).call(logout, {});
    await page.getByRole("button", { name: "Bereich hinzufügen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, staffLogin);
    await expect(field(page, "Name")).toHaveValue("");
  });
});

test.describe("somebody with an initial password", () => {
  test.use({ who: "nobody" });

  test("changes it first, whatever address they open, and works on then", async ({ page, api, origin }) => {
    const user = await api.newUser({ initial: true });
    const own = "ganz-eigenes-1";
    await page.goto("/stock/boxes");
    await signIn(page, user);
    await expect(page).toHaveURL("/home");
    await expect(page.getByRole("heading", { name: "Passwort ändern" })).toBeVisible();
    await field(page, "Altes Passwort").fill(user.password);
    await field(page, "Neues Passwort").fill(own);
    await field(page, "Neues Passwort wiederholen").fill(own);
    await page.getByRole("button", { name: "Passwort ändern" }).click();
    await expect(notice(page, "Passwort geändert")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Passwort ändern" })).toBeHidden();
    await page.getByRole("link", { name: "Lager", exact: true }).click();
    await expect(page).toHaveURL("/stock/overview");
    expect((await Api.signIn(origin, { ...user, password: own })).token).not.toBe("");
  });

  test("is told beside each field what is wrong, and nothing is sent", async ({ page, api }) => {
    const user = await api.newUser({ initial: true });
    const calls = callsOf(page, "PUT", /password/);
    await page.goto("/home");
    await signIn(page, user);
    const labels = ["Altes Passwort", "Neues Passwort", "Neues Passwort wiederholen"];
    for (const lines of [
      [
        ["", "Bitte auswählen"],
        ["", "Bitte ausfüllen"],
        ["", "Bitte ausfüllen"],
      ],
      [
        ["kurz", "mind. 8 Zeichen"],
        ["kurz", "mind. 8 Zeichen"],
        ["kurz", "mind. 8 Zeichen"],
      ],
      [
        ["passwort1", ""],
        ["passwort2", ""],
        ["passwort3", "Stimmt nicht überein!"],
      ],
    ]) {
      const fields = labels.map((label, index) => ({ label, typed: lines[index]?.[0], message: lines[index]?.[1] }));
      for (const { label, typed = "" } of fields) await field(page, label).fill(typed);
      await page.getByRole("button", { name: "Passwort ändern" }).click();
      for (const { label, message = "" } of fields) await expectError(page, label, message);
    }
    expect(calls).toEqual([]);
  });

  test("is told beside the field that the old password is wrong", async ({ page, api, failures }) => {
    failures.expect(/users\/\d+\/password/);
    const user = await api.newUser({ initial: true });
    await page.goto("/home");
    await signIn(page, user);
    await field(page, "Altes Passwort").fill("nicht-das-alte");
    await field(page, "Neues Passwort").fill("ganz-eigenes-2");
    await field(page, "Neues Passwort wiederholen").fill("ganz-eigenes-2");
    await page.getByRole("button", { name: "Passwort ändern" }).click();
    await expectError(page, "Altes Passwort", "Das alte Passwort stimmt nicht.");
    await expect(field(page, "Neues Passwort")).toHaveValue("ganz-eigenes-2");
  });
});
