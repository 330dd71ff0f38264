import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { login } from "#contract/calls/access/session.ts";
import { changePassword, getUser } from "#contract/calls/access/users.ts";
import { boxesOf, replyBoxes } from "#test/screens/support/lists.ts";
import { button, expectError, field, title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const menu = page.getByRole("menu");
const nav = (name: string) => page.getByRole("navigation", { name, exact: true });

async function signIn(email: string, password: string) {
  await field("E-Mail").fill(email);
  await field("Passwort").fill(password);
  await button("Anmelden").click();
}

describe("somebody who is not signed in", () => {
  const openLogin = (address = "/login", answers?: (server: Stub) => void) =>
    open(address, {
      who: null,
      answers: (server) => {
        server.reply(getUser, customerUser);
        answers?.(server);
      },
    });

  test("is not led to another site by a forged target", async () => {
    const { address } = await openLogin("/login?next=//example.com/");
    await signIn("kunde@example.com", "passwort1");
    await expect.poll(address).toBe("/home");
  });

  test("learns that the login failed, and keeps the address that was typed", async () => {
    const { address } = await openLogin("/login", (server) =>
      server.refuse(login, 400, { non_field_errors: ["Login fehlgeschlagen."] }, "login"),
    );
    await signIn("admin@example.com", "falsches-passwort");
    await expect.element(page.getByRole("alert").filter({ hasText: /Login fehlgeschlagen\./ })).toBeVisible();
    await expect.element(field("E-Mail")).toHaveValue("admin@example.com");
    await expect.element(field("Passwort")).toHaveFocus();
    expect(address()).toBe("/login");
  });

  test.each([
    ["", "", "Bitte ausfüllen", "Bitte ausfüllen"],
    ["anna", "passwort1", "Ungültige E-Mail Adresse", ""],
    ["anna@example.com", "kurz", "", "mind. 8 Zeichen"],
  ])('cannot send "%s" with "%s"', async (email, password, emailError, passwordError) => {
    const { server } = await openLogin();
    await signIn(email, password);
    await expectError("E-Mail", emailError);
    await expectError("Passwort", passwordError);
    await expect.element(field(emailError ? "E-Mail" : "Passwort")).toHaveFocus();
    expect(server.asked(login)).toEqual([]);
  });

  test("reads whom to ask for a forgotten password", async () => {
    await openLogin();
    await expect
      .element(page.getByText(/^Passwort vergessen\? Bitte wenden Sie sich an .+: Dort bekommen Sie/))
      .toBeVisible();
  });

  test("is signed in with what a password manager has filled in without an event of the page", async () => {
    const { server, address } = await openLogin();
    await expect.element(field("E-Mail")).toHaveFocus();
    for (const [label, value] of [
      ["E-Mail", "kunde@example.com"],
      ["Passwort", "passwort1"],
    ] as const)
      (field(label).element() as HTMLInputElement).value = value; // no event
    await button("Anmelden").click();
    await expect.poll(address).toBe("/home");
    const sent = { username: "kunde@example.com", password: "passwort1" };
    expect(server.asked(login).map(({ body }) => body)).toEqual([sent]);
  });

  test("may type the address in capitals: it is sent in small letters", async () => {
    const { server, address } = await openLogin();
    await signIn("Admin@Example.COM", "passwort1");
    await expect.poll(address).toBe("/home");
    const sent = { username: "admin@example.com", password: "passwort1" };
    expect(server.asked(login).map(({ body }) => body)).toEqual([sent]);
  });
});

describe("a session", () => {
  test("leads from the login and from the start page home", async () => {
    const { address, goTo } = await open("/");
    await expect.poll(address).toBe("/home");
    goTo("/login");
    await expect.poll(address).toBe("/home");
  });

  test("that cannot be loaded says why and offers another try", async () => {
    const { server } = await open("/stock/overview", { answers: (at) => at.fail(getUser) });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Keine Verbindung zum Server.");
    server.reply(getUser, staff);
    await button("Erneut versuchen").click();
    await expect.element(title("Überblick")).toBeVisible();
  });

  test("leads from the sections to their first page", async () => {
    const { address, goTo } = await open("/stock");
    await expect.poll(address).toBe("/stock/overview");
    goTo("/customers");
    await expect.poll(address).toBe("/customers/overview");
  });

  test("shows where one is in the menu, in the bar above and in the title", async () => {
    await open("/stock/boxes?owner=42");
    const link = (name: string) => nav("Hauptmenü").getByRole("link", { name, exact: true });
    await expect.element(link("Lager")).toHaveAttribute("data-status", "active");
    await expect.element(link("Home")).not.toHaveAttribute("data-status", "active");
    const bar = nav("Lager").getByRole("link");
    const texts = bar.elements().map((one) => one.textContent);
    expect(texts).toEqual(["Überblick", "Boxen", "Bereiche", "Reihen", "Hallenplan"]);
    await expect.element(bar.nth(1)).toHaveAttribute("aria-current", "page");
    expect(bar.elements().filter((one) => one.hasAttribute("aria-current"))).toHaveLength(1);
    await expect.poll(() => document.title).toBe("Boxen · Magazin");
    const side = page.getByRole("complementary", { name: "Seitenleiste" });
    await expect.element(side).toMatchTextContent("Build 20240203-100754");
  });

  test("says who provides it and which build it is, on a phone and a tablet at the foot of the page", async () => {
    await open("/stock/overview");
    const visible = (text: RegExp) =>
      page
        .getByText(text)
        .elements()
        .filter((one) => one.checkVisibility({ visibilityProperty: true }));
    for (const width of [360, 1023, 1024]) {
      await page.viewport(width, 640);
      await expect.poll(() => visible(/Build 20240203-100754/), { message: `${width} px` }).toHaveLength(1);
      const [build] = visible(/Build 20240203-100754/);
      build?.scrollIntoView();
      await expect.element(page.elementLocator(build!)).toBeInViewport();
      await expect.poll(() => visible(/Muster Archiv GmbH/), { message: `${width} px` }).toHaveLength(1);
    }
  });
});

describe("the user menu", () => {
  test("is closed by a press beside it, which opens nothing", async () => {
    const { address } = await open("/stock/boxes?owner=42", { answers: (at) => replyBoxes(at, boxesOf(2)) });
    const row = page.getByRole("row", { name: /0042\.000\.001/ });
    await expect.element(row).toBeVisible();
    await button("Anna Schmidt").click();
    await expect.element(menu).toBeVisible();
    await row.click({ position: { x: 400, y: 16 } });
    await expect.element(menu).not.toBeInTheDocument();
    expect(address()).toBe("/stock/boxes?owner=42");
    await row.click({ position: { x: 400, y: 16 } });
    await expect.poll(address).toBe("/stock/boxes/1");
  });

  test("has above its entries who is signed in, and the way to the own access is the foot of the side bar", async () => {
    const { address } = await open("/home");
    await button("Anna Schmidt").click();
    await expect.element(menu).toBeVisible();
    const popover = document.querySelector<HTMLElement>(":popover-open");
    expect(popover?.innerText).toMatch(/^Anna Schmidt/);
    expect(popover?.querySelectorAll("a")).toHaveLength(0);
    await userEvent.keyboard("{Escape}");
    const side = page.getByRole("complementary", { name: "Seitenleiste" });
    await side.getByRole("link", { name: "Mein Zugang" }).click();
    await expect.poll(address).toBe("/account");
    await expect.element(side.getByRole("link", { name: "Mein Zugang" })).toHaveAttribute("aria-current", "page");
  });

  test("has two entries that do nothing yet, and closes by Esc, by a press and by a key outside", async () => {
    const { address } = await open("/home");
    const opener = button("Anna Schmidt");
    const items = menu.getByRole("menuitem");
    await opener.click();
    await expect.element(items.first()).toHaveFocus();
    const texts = items.elements().map((one) => one.textContent);
    expect(texts).toEqual(["Profil", "Einstellungen", "abmelden"]);
    for (const name of ["Profil", "Einstellungen"]) {
      const item = menu.getByRole("menuitem", { name });
      await expect.element(item).toHaveAttribute("aria-disabled", "true");
      await item.click({ force: true });
      expect(address()).toBe("/home");
    }
    await userEvent.keyboard("{Escape}");
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    await opener.click();
    await page.getByRole("main").click({ position: { x: 300, y: 400 } });
    await expect.element(menu).not.toBeInTheDocument();
    await opener.click();
    await expect.element(items.first()).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(menu).not.toBeInTheDocument();
    await opener.click();
    await expect.element(items.first()).toHaveFocus();
    (page.getByRole("main").element() as HTMLElement).focus();
    await userEvent.keyboard("x");
    await expect.element(menu).not.toBeInTheDocument();
  });
});

describe("somebody with an initial password", () => {
  const labels = ["Altes Passwort", "Neues Passwort", "Neues Passwort wiederholen"];
  const fill = async (texts: readonly string[]) => {
    for (const [index, label] of labels.entries()) await field(label).fill(texts[index] ?? "");
    await button("Passwort ändern").click();
  };

  test("reads beside each field what is wrong, and nothing is sent", async () => {
    const { server } = await open("/home", { who: { ...customerUser, init_password: true } });
    for (const [texts, messages] of [
      [
        ["", "", ""],
        ["Bitte auswählen", "Bitte ausfüllen", "Bitte ausfüllen"],
      ],
      [
        ["kurz", "kurz", "kurz"],
        ["mind. 8 Zeichen", "mind. 8 Zeichen", "mind. 8 Zeichen"],
      ],
      [
        ["passwort1", "passwort2", "passwort3"],
        ["", "", "Stimmt nicht überein!"],
      ],
    ] as const) {
      await fill(texts);
      for (const [index, label] of labels.entries()) await expectError(label, messages[index] ?? "");
    }
    expect(server.asked(changePassword)).toEqual([]);
  });

  test("reads beside the field that the old password is wrong", async () => {
    await open("/home", {
      who: { ...customerUser, init_password: true },
      answers: (server) => server.refuse(changePassword, 400, { old_password: ["Das alte Passwort stimmt nicht."] }),
    });
    await fill(["nicht-das-alte", "ganz-eigenes-2", "ganz-eigenes-2"]);
    await expectError("Altes Passwort", "Das alte Passwort stimmt nicht.");
    await expect.element(field("Neues Passwort")).toHaveValue("ganz-eigenes-2");
  });
});
