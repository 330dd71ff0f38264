import { typeLogin } from "#test/e2e/support/nouns/login.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { getUser } from "#contract/calls/access/users.ts";
import { listSessions } from "#contract/calls/access/sessions.ts";
import { act, actionNames } from "#test/e2e/support/head.ts";
import { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { typeByHand } from "#test/e2e/support/keys.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect, expectError, field, notice, test } from "#test/e2e/support/page.ts";
import { staffLogin } from "#test/e2e/support/stock.ts";
import { newWorker } from "#test/e2e/support/worker.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signOut(page: Page, name: string) {
  await button(page, name).click();
  await page.getByRole("menuitem", { name: "abmelden" }).click();
  await expect(page).toHaveURL(/\/login/);
}

let step = 0; // of the last code, for none is good twice

/** A code that was not used yet: that of the present step, or of the next one, which is as good. */
async function nextCode(secret: string): Promise<string> {
  const now = () => Math.floor(Date.now() / 30_000);
  await expect.poll(() => step <= now(), { timeout: 120_000 }).toBe(true);
  step = Math.max(step + 1, now());
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * 30_000 });
}

/** Sets a second factor up on the page of one's own access; answers the secret and the recovery codes. */
async function setUp(page: Page, password: string) {
  await button(page, "Zweiten Faktor einrichten").click();
  await field(page, "Ihr Passwort").fill(password);
  await button(page, "Weiter").click();
  await expect(page.getByRole("img", { name: "QR-Code mit dem Schlüssel" })).toBeVisible();
  const secret = (await page.locator("output").innerText()).replaceAll(" ", "");
  await field(page, "Code aus der App").fill(await nextCode(secret));
  await button(page, "Einschalten").click();
  const shown = page.getByRole("region", { name: /^Wiederherstellungscodes für Magazin/ }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  return { secret, codes: await shown.allInnerTexts() };
}

test.describe("somebody at the desk of their own", () => {
  test.use({ who: "nobody" });

  test("sets up a second factor, signs in with it, with a recovery code, and without it once staff removed it", async ({
    page,
    api,
    browser,
    failures,
  }) => {
    failures.expect(/api-token-auth|second-factor/);
    step = 0;
    const user = await api.newUser({ initial: false });
    await page.goto("/home");
    await typeLogin(page, user);
    await page.getByRole("main").getByRole("link", { name: "Mein Zugang" }).click();
    await expect(page).toHaveURL("/account");

    await button(page, "Zweiten Faktor einrichten").click();
    await field(page, "Ihr Passwort").fill("falsch-falsch");
    await button(page, "Weiter").click();
    await expectError(page, "Ihr Passwort", "Ihr eigenes Passwort stimmt nicht.");
    await button(page, "Abbrechen").click();
    const { secret, codes } = await setUp(page, user.password);
    await expectGoodLooks(page);
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("alertdialog", { name: "Codes notiert?" }).getByText("Abbrechen").click();
    await button(page, "Codes notiert").click();
    await expect(page.getByText("Noch 10 von 10 Wiederherstellungscodes übrig.")).toBeVisible();
    await signOut(page, "Nina Neu");

    await typeLogin(page, user);
    await expect(field(page, "Sechsstelliger Code")).toBeFocused();
    await expect(field(page, "Sechsstelliger Code")).toHaveAttribute("autocomplete", "one-time-code");
    await expect(field(page, "Sechsstelliger Code")).toHaveAttribute("inputmode", "numeric");
    await expectGoodLooks(page);
    await button(page, "Anmelden").click();
    await expectError(page, "Sechsstelliger Code", "Bitte ausfüllen");
    await field(page, "Sechsstelliger Code").fill("000000");
    await button(page, "Anmelden").click();
    await expectError(page, "Sechsstelliger Code", "Der Code stimmt nicht oder wurde schon benutzt.");
    await field(page, "Sechsstelliger Code").fill(await nextCode(secret));
    await button(page, "Anmelden").click();
    await expect(page).toHaveURL("/home");
    await signOut(page, "Nina Neu");

    await typeLogin(page, user);
    await button(page, "Telefon nicht zur Hand?").click();
    await field(page, "Wiederherstellungscode").fill(codes[4] ?? "");
    await button(page, "Anmelden").click();
    await expect(page).toHaveURL("/home");
    await page.goto("/account");
    await expect(page.getByText("Noch 9 von 10 Wiederherstellungscodes übrig.")).toBeVisible();

    const context = await browser.newContext({ storageState: (await Api.signIn(api.base, staffLogin)).storageState });
    const desk = await context.newPage();
    const id = Number(await page.evaluate(() => localStorage.getItem("user")));
    await desk.goto(`${api.base}/users/${id}`);
    await act(desk, "Zweiten Faktor entfernen");
    await field(desk, "Ihr Passwort").fill(staffLogin.password);
    await desk.getByRole("dialog").getByRole("button", { name: "Zweiten Faktor entfernen" }).click();
    await expect(notice(desk, "Zweiter Faktor entfernt")).toBeVisible();
    expect(await actionNames(desk)).not.toContain("Zweiten Faktor entfernen");
    await context.close();
    failures.expect(/403/);
    await page.getByRole("link", { name: "Lager" }).click();
    await expect(page).toHaveURL(/\/login/);
    await typeLogin(page, user);
    await expect(page).toHaveURL("/stock/overview");
  });

  test("gets new recovery codes and switches the factor off, with the password and a code", async ({ page, api }) => {
    step = 0;
    const user = await api.newUser({ initial: false });
    await page.goto("/login");
    await typeLogin(page, user);
    await expect(page).toHaveURL("/home");
    await page.goto("/account");
    const { secret, codes } = await setUp(page, user.password);
    await button(page, "Codes notiert").click();
    await button(page, "Neue Wiederherstellungscodes").click();
    await expectGoodLooks(page);
    await field(page, "Ihr Passwort").fill(user.password);
    await field(page, "Code").fill(codes[0] ?? "");
    await button(page, "Neue Codes zeigen").click();
    const shown = page.getByRole("region", { name: /^Wiederherstellungscodes/ }).getByRole("listitem");
    await expect(shown).toHaveCount(10);
    expect(await shown.allInnerTexts()).not.toContain(codes[1]);
    await button(page, "Codes notiert").click();
    await button(page, "Zweiten Faktor ausschalten").click();
    await field(page, "Ihr Passwort").fill(user.password);
    await field(page, "Code").fill(await nextCode(secret));
    await button(page, "Ausschalten").click();
    await expect(notice(page, "Zweiter Faktor ausgeschaltet")).toBeVisible();
    await expect(button(page, "Zweiten Faktor einrichten")).toBeVisible();
  });

  test("sees where they are signed in, ends one and all others, and changes the password at any time", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/password/);
    const user = await api.newUser({ initial: false });
    const others = [await Api.signIn(api.base, user), await Api.signIn(api.base, user)];
    await page.goto("/login");
    await typeLogin(page, user);
    await expect(page).toHaveURL("/home");
    await settled(page);
    await page.keyboard.press("Control+k");
    await typeByHand(page, "mein zugang");
    await expect(page.getByRole("dialog").getByRole("option").first()).toHaveText("Mein Zugang");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/account");
    const devices = page.getByRole("table", { name: "Angemeldete Geräte" }).getByRole("row");
    await expect(devices).toHaveCount(5); // the head, the first session of newUser, two programs, this browser
    await expect(devices.nth(1)).toContainText(/Chrome.*dieses Gerät.*jetzt/);
    await page
      .getByRole("button", { name: /^node abmelden/ })
      .first()
      .click();
    await expect(notice(page, "Gerät abgemeldet")).toBeVisible();
    await expect(devices).toHaveCount(4);
    await button(page, "Alle anderen abmelden").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Alle anderen abmelden" }).click();
    await expect(devices).toHaveCount(2);
    for (const other of others) await expect(other.call(listSessions, {})).rejects.toThrow("403");
    await expect(button(page, "Alle anderen abmelden")).toBeDisabled();

    const own = `Mispelstrauch-${anyWord()}`;
    for (const [typed, message] of [
      ["Passwort1!", "Dieses Passwort verwenden zu viele. Bitte wählen Sie ein anderes."],
      ["Magazin2026", "Das Passwort darf nicht der Name dieses Programms sein."],
    ] as const) {
      await field(page, "Altes Passwort").fill(user.password);
      await field(page, "Neues Passwort").fill(typed);
      await field(page, "Neues Passwort wiederholen").fill(typed);
      await button(page, "Passwort ändern").click();
      await expectError(page, "Neues Passwort", message);
    }
    await field(page, "Neues Passwort").fill(own);
    await field(page, "Neues Passwort wiederholen").fill(own);
    await button(page, "Passwort ändern").click();
    await expect(notice(page, "Passwort geändert")).toBeVisible();
    await expect(field(page, "Altes Passwort")).toHaveValue("");
    expect((await Api.signIn(api.base, { ...user, password: own })).token).not.toBe("");
  });
});

test("staff see where somebody is signed in, and end a lost device of theirs after a question that says what it means", async ({
  page,
  api,
  browser,
}) => {
  const worker = await newWorker(api);
  const theirs = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await theirs.goto("/login");
  await typeLogin(theirs, worker);
  await expect(theirs).toHaveURL("/home");
  await page.goto(`/users/${worker.id}`);
  const devices = page.getByRole("region", { name: "Angemeldete Geräte (2)" });
  await expect(devices.getByRole("row")).toHaveCount(3);
  await expectGoodLooks(page);
  const lost = devices.getByRole("button", { name: /^Chrome, .* abmelden, angemeldet / });
  const question = page.getByRole("alertdialog", { name: "Gerät abmelden" });
  await lost.click();
  await expect(question).toContainText(`bleibt auf dem Gerät, bis ${worker.name} sich dort wieder anmeldet.`);
  await expectGoodLooks(page);
  await question.getByRole("button", { name: "Abbrechen" }).click();
  await expect(lost).toBeVisible();
  await lost.click();
  await question.getByRole("button", { name: "Gerät abmelden" }).click();
  await expect(notice(page, "Gerät abgemeldet")).toBeVisible();
  await expect(page.getByRole("region", { name: "Angemeldete Geräte (1)" })).toBeVisible();
  await theirs.getByRole("link", { name: "Kunden", exact: true }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.context().close();
});

test("a user without a session is signed in nowhere, one without scans is asked about in a sentence, and the own page has the own list", async ({
  page,
  api,
}) => {
  const user = await api.addUser();
  await page.goto(`/users/${user.id}`);
  await expect(page.getByText("Dieser User ist zurzeit nirgends angemeldet.")).toBeVisible();
  await expectGoodLooks(page);
  await api.enter(user);
  await page.reload();
  await page.getByRole("button", { name: /^node abmelden/ }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Nina Neu wird auf diesem Gerät abgemeldet");
  await expect(page.getByRole("alertdialog")).not.toContainText("gescannt");
  await page.getByRole("alertdialog").getByRole("button", { name: "Gerät abmelden" }).click();
  await expect(page.getByText("Dieser User ist zurzeit nirgends angemeldet.")).toBeVisible();
  await page.goto(`/users/${api.user}`);
  await expect(page.getByRole("row").filter({ hasText: "dieses Gerät" })).toContainText("jetzt");
  await expect(button(page, "Alle anderen abmelden")).toBeVisible();
});

const strictTest = serverTest({ REQUIRE_TOTP: "staff" });
strictTest.describe("where staff must have a second factor", () => {
  strictTest.use({ who: "nobody" });

  strictTest("they are led to set it up, whatever address they open, and work on then", async ({ page, origin }) => {
    step = 0;
    await page.goto("/stock/boxes");
    await typeLogin(page, staffLogin);
    await expect(page).toHaveURL("/account");
    await expect(page.getByText("Hier ist ein zweiter Faktor vorgeschrieben.")).toBeVisible();
    await page.goto("/users");
    await expect(page).toHaveURL("/account");
    await expectGoodLooks(page);
    await setUp(page, staffLogin.password);
    await button(page, "Codes notiert").click();
    await page.goto("/stock/boxes");
    await expect(page.getByRole("heading", { level: 1, name: /^Boxen/ })).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem("token"));
    const id = Number(await page.evaluate(() => localStorage.getItem("user")));
    const session = new Api(origin, token ?? "", id);
    expect((await session.call(getUser, { path: { id } })).second_factor).toBe("on");
  });
});

const sources = join(import.meta.dirname, "../../../../src");
const { dependencies } = JSON.parse(readFileSync(join(sources, "../package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The packages that programs of the pages name, styles among them. */
function namedByPages(): string[] {
  const files = ["web", "contract", "rules"].flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.(tsx?|css)$/.test(name))
      .map((name) => readFileSync(join(sources, folder, name), "utf8")),
  );
  return Object.keys(dependencies).filter((name) =>
    files.some((text) => new RegExp(`(from|import|import\\() ?["']${name}["'/]`).test(text)),
  );
}

test("whoever is signed in finds the licences of all that the pages are made of", async ({ page }) => {
  await page.goto("/account");
  const link = page.getByRole("link", { name: "Lizenzen der verwendeten Programme" });
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const shipped = new Map(
    Array.from((await answer.text()).matchAll(/^-{80}\n\n(\S+) (\S+) \(.+\)$/gm), ([, name, version]) => [
      name,
      version,
    ]),
  );
  const named = namedByPages();
  expect(named.length).toBeGreaterThan(8);
  expect(named.map((name) => [name, shipped.get(name)])).toEqual(named.map((name) => [name, dependencies[name]]));
  for (const alongWithThem of ["scheduler", "@tanstack/router-core"]) expect(shipped.has(alongWithThem)).toBe(true);
});
