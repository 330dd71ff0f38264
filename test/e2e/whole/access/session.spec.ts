import { typeLogin } from "#test/e2e/support/nouns/login.ts";
import { createUser } from "#contract/calls/access/users.ts";
import { logout } from "#contract/calls/access/session.ts";
import { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { customerLogin, staffLogin } from "#test/e2e/support/stock.ts";
import { tokenIn } from "#test/e2e/support/worker.ts";

test.describe("somebody who is not signed in", () => {
  test.use({ who: "nobody" });

  test("comes home where they wanted nothing in particular", async ({ page }) => {
    await page.goto("/login");
    await typeLogin(page, customerLogin);
    await expect(page).toHaveURL("/home");
    await expect(page.getByRole("heading", { level: 1, name: "Willkommen, Karl Kunde" })).toBeVisible();
  });
});

test.describe("a new user", () => {
  test.use({ who: "nobody" });

  test("reads once that the old password is wrong, and no more when it was right", async ({ page, api, failures }) => {
    failures.expect(/\/password\/$/);
    const email = `${anyWord()}@example.com`;
    const { init_password_plain } = await api.call(createUser, { body: { email, last_name: "Neu", is_staff: true } });
    await page.goto("/login");
    await typeLogin(page, { email, password: init_password_plain });
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
});

test.describe("the end of a session", () => {
  test.use({ who: "fresh staff" });

  test("by choice leads to the login, and the next one does not come back here", async ({ page }) => {
    await page.goto("/stock/areas");
    await page.getByRole("button", { name: "Anna Schmidt" }).click();
    await page.getByRole("menuitem", { name: "abmelden" }).click();
    await expect(page).toHaveURL("/login");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await typeLogin(page, staffLogin);
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
    await typeLogin(page, staffLogin);
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
    const add = page.getByRole("button", { name: "Bereich hinzufügen", includeHidden: true });
    await add.dispatchEvent("click"); // a request of its own may have informed the page already, whose question lies over the button then
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
    await typeLogin(page, staffLogin);
    await expect(field(page, "Name")).toHaveValue("");
  });
});

test.describe("somebody with an initial password", () => {
  test.use({ who: "nobody" });

  test("changes it first, whatever address they open, and works on then", async ({ page, api, origin }) => {
    const user = await api.newUser({ initial: true });
    const own = "ganz-eigenes-1";
    await page.goto("/stock/boxes");
    await typeLogin(page, user);
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
});
