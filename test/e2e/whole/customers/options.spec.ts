import type { Browser, Page } from "@playwright/test";
import { deleteCustomer, getCustomer, listCustomers } from "#contract/calls/customers/customers.ts";
import { listUsers } from "#contract/calls/access/users.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { act, actionNames } from "#test/e2e/support/head.ts";
import { anyWord } from "#test/support/words.ts";
import { callsOf, expect, expectError, field, notice, test } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const days = (page: Page) => page.getByRole("group", { name: /^Tage/ });
const options = (page: Page) => page.getByRole("table", { name: "Lieferoptionen" });
const permissions = (page: Page) => page.getByRole("group", { name: "User mit Zugriff" });
const none = "Kein User ausgewählt (Nur Zugriff für Admins)";
const typed = {
  Beschreibung: "Wochentour",
  Von: "8",
  Bis: "16:30",
  "Vorlauf in Stunden": "24",
  "Lieferfenster in Stunden": "4",
  "Preis in Euro": "12,5",
};

async function fill(page: Page, values: Record<string, string> = typed) {
  for (const [label, text] of Object.entries(values)) await field(page, label).fill(text);
}

const stored = async (api: Api, { id }: { id: number }) => {
  const { deliveryoptions } = await api.call(getCustomer, { path: { id } });
  return deliveryoptions.map(({ id: _id, customer: _customer, ...option }) => option);
};

test.describe("the form for a new delivery option", () => {
  test("offers the days MO to SO, adds the option, says so and is empty again", async ({ page, api }) => {
    const customer = await api.customer();
    const calls = callsOf(page, "POST", /options/);
    await page.goto(`/customers/${customer.id}`);
    await expect(days(page).locator("label")).toHaveText(["MO", "DI", "MI", "DO", "FR", "SA", "SO"]);
    await fill(page);
    for (const day of ["SO", "MI", "MO"]) await days(page).getByRole("checkbox", { name: day }).check();
    await button(page, "Hinzufügen").click();
    await expect(notice(page, "Lieferoption hinzugefügt")).toBeVisible();
    const cells = ["Wochentour", "MO MI SO", "08:00 – 16:30", "24 h", "4 h", "12,50 €"];
    await expect(options(page).locator("tbody tr").getByRole("cell")).toHaveText(cells, { useInnerText: true });
    await expect(field(page, "Beschreibung")).toHaveValue("");
    await expect(days(page).getByRole("checkbox", { checked: true })).toHaveCount(0);
    expect(calls).toHaveLength(1);
    const option = { description: "Wochentour", days: "1,3,7", fr: "08:00", to: "16:30", prior: 24, window: 4 };
    expect(await stored(api, customer)).toEqual([{ ...option, price: "12.50", rush: false }]);
  });
});

test.describe("a delivery option", () => {
  test("is deleted after a question", async ({ page, api }) => {
    const customer = await api.customer();
    await api.option(customer);
    await api.option(customer, { description: "Eiltour" });
    await page.goto(`/customers/${customer.id}`);
    await options(page).getByRole("button", { name: "Eiltour" }).click();
    await button(page, "Löschen").click();
    const question = page.getByRole("alertdialog", { name: "Lieferoption löschen" });
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await expect(options(page).locator("tbody tr")).toHaveCount(2);
    await button(page, "Löschen").click();
    await question.getByRole("button", { name: "Löschen" }).click();
    await expect(notice(page, "Lieferoption gelöscht")).toBeVisible();
    await expect(options(page).locator("tbody tr")).toHaveCount(1);
    await expect(button(page, "Hinzufügen")).toBeVisible();
    expect(await stored(api, customer)).toMatchObject([{ description: "Wochentour" }]);
  });
});

test.describe("a customer", () => {
  test("can be deleted without boxes only, and then leads to the list", async ({ page, api }) => {
    const customer = await api.customer();
    const box = await api.box(customer);
    await page.goto(`/customers/${customer.id}`);
    await expect(page.getByRole("heading", { name: "Lieferoptionen" })).toBeVisible();
    expect(await actionNames(page)).not.toContain("Kunde löschen");
    await expect(api.call(deleteCustomer, { path: { id: customer.id } })).rejects.toThrow(/answered 4\d\d/);
    expect(await api.details(box)).toMatchObject({ id: box.id });

    const empty = await api.customer();
    await api.option(empty);
    await page.goto(`/customers/${empty.id}`);
    await act(page, "Kunde löschen");
    await page.getByRole("alertdialog").getByRole("button", { name: "Kunde löschen" }).click();
    await expect(notice(page, "Kunde gelöscht")).toBeVisible();
    await expect(page).toHaveURL("/customers/overview");
    expect((await api.call(listCustomers, { query: { name: empty.name } })).count).toBe(0);
  });

  test("is seen by admins only until users are chosen, who see it then", async ({ page, api, browser }) => {
    const word = anyWord();
    const user = await api.addUser({ last_name: `Neu ${word}` });
    const theirs = await seat(browser, await api.enter(user));
    const customer = await api.customer();
    const [box] = await api.boxes(2, customer);
    const title = theirs.getByRole("heading", { level: 1 });
    await theirs.goto("/stock/boxes");
    await expect(title).toHaveText(/^Boxen \(0\)/);

    await page.goto(`/customers/${customer.id}`);
    await expect(permissions(page)).toContainText(none);
    await expect(permissions(page).getByRole("checkbox")).toHaveCount(0);
    await permissions(page).getByLabel("User suchen").fill(word);
    await permissions(page).getByRole("checkbox", { name: word }).check();
    await expect(permissions(page)).not.toContainText(none);
    await button(page, "Kunde speichern").click();
    await expect(notice(page, "Kunde aktualisiert")).toBeVisible();
    await theirs.goto(`/stock/boxes/${box.id}`);
    await expect(title).toContainText(showBoxCode(box.code));
    await theirs.goto("/stock/boxes");
    await expect(title).toHaveText(/^Boxen \(2\)/);

    await permissions(page)
      .getByRole("button", { name: `Nina Neu ${word} entfernen` })
      .click();
    await expect(permissions(page)).toContainText(none);
    await button(page, "Kunde speichern").click();
    await expect(button(page, "Kunde speichern")).toBeHidden();
    await theirs.goto(`/stock/boxes/${box.id}`);
    await expect(title).toHaveText("Nicht gefunden!");
    await theirs.context().close();
  });

  test("offers customer users only for its permissions, and asks the server for no others", async ({ page, api }) => {
    const { email } = await api.addUser();
    const calls = callsOf(page, "GET", /users\/$/);
    await page.goto(`/customers/${(await api.customer()).id}`);
    const offered = permissions(page).getByRole("group", { name: "User des Kunden" });
    const sought = permissions(page).getByLabel("User suchen");
    await sought.fill(email);
    await expect(offered.getByRole("checkbox")).toHaveCount(1);
    const staff = await api.call(listUsers, { query: { is_staff: true } });
    for (const colleague of staff.results) {
      await sought.fill(colleague.email);
      await expect(permissions(page).getByText("Keine Treffer")).toBeVisible();
    }
    await sought.fill(email);
    await sought.press("Enter");
    await expect(permissions(page).getByRole("list", { name: "Ausgewählte User" }).getByRole("button")).toHaveCount(1);
    await expect(sought).toHaveValue("");
    expect(calls.map(({ url }) => url)).toEqual(["/api/v1/users/?is_staff=false"]);
  });

  test("takes what two people change in two tabs in different fields", async ({ page, context, api }) => {
    const customer = await api.customer();
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(`/customers/${customer.id}`);
    await field(page, "Ort").fill("Bremen");
    await field(other, "Straße und Hausnummer").fill("Am Wall 1");
    for (const tab of [page, other]) {
      await button(tab, "Kunde speichern").click();
      await expect(notice(tab, "Kunde aktualisiert")).toBeVisible();
    }
    const there = { address_city: "Bremen", address_street: "Am Wall 1" };
    expect(await api.call(getCustomer, { path: { id: customer.id } })).toMatchObject(there);
    await expect(field(other, "Ort")).toHaveValue("Bremen");
  });

  test("informs the second of two tabs, which keeps what was typed and can load what is there now", async ({
    page,
    context,
    api,
    failures,
  }) => {
    failures.expect(/\/customers\/\d+\//);
    const customer = await api.customer();
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(`/customers/${customer.id}`);
    await field(other, "Ort").fill("Hamburg");
    await field(other, "Notizen").fill("ruft vorher an");
    await field(page, "Ort").fill("Bremen");
    await button(page, "Kunde speichern").click();
    await expect(notice(page, "Kunde aktualisiert")).toBeVisible();
    await button(other, "Kunde speichern").click();
    await expectError(other, "Ort", "Inzwischen hat jemand anders das geändert: „Bremen“.");
    await expect(field(other, "Ort")).toHaveValue("Hamburg");
    await expect(field(other, "Notizen")).toHaveValue("ruft vorher an");
    await button(other, "Aktuelle Daten laden").click();
    await expect(field(other, "Ort")).toHaveValue("Bremen");
    await expect(field(other, "Notizen")).toHaveValue("ruft vorher an");
    await field(other, "Ort").fill("Hamburg");
    await button(other, "Kunde speichern").click();
    await expect(notice(other, "Kunde aktualisiert")).toBeVisible();
    const there = { address_city: "Hamburg", notes: "ruft vorher an" };
    expect(await api.call(getCustomer, { path: { id: customer.id } })).toMatchObject(there);
  });
});

/** Opens a form as people do, from its list; the field is then changed. */
interface Opened {
  readonly label: string;
  /** True where Esc leaves the form. */
  readonly esc: boolean;
  readonly open: (page: Page, api: Api) => Promise<void>;
}
const forms: Record<string, Opened> = {
  "user form": {
    label: "Vorname", // the list before has a field for the last name
    esc: true,
    open: async (page) => {
      await page.goto("/users");
      await page.getByRole("link", { name: "User hinzufügen" }).click();
    },
  },
  "customer form": { label: "Ort", esc: false, open: openCustomer },
  "option form": {
    label: "Beschreibung",
    esc: true,
    open: async (page, api) => {
      await openCustomer(page, api);
      await options(page).getByRole("button", { name: "Wochentour" }).click();
    },
  },
};

test.describe("a changed form", () => {
  test.use({ who: "fresh staff" });

  for (const [name, { label, esc, open }] of Object.entries(forms)) {
    test(`asks before it is left by a link, by the way back, by Esc or by the end of the session: ${name}`, async ({
      page,
      api,
    }) => {
      await open(page, api);
      await field(page, label).fill("Halb getippt");
      const address = page.url();
      const question = page.getByRole("alertdialog", { name: "Eingaben verwerfen" });
      const menu = page.getByRole("navigation", { name: "Hauptmenü" });
      const ways: (() => Promise<unknown>)[] = [
        () => menu.getByRole("link", { name: "Home" }).click(),
        () => page.evaluate(() => history.back()),
        () => signOut(page),
      ];
      if (esc) ways.push(() => field(page, label).press("Escape"));
      else await field(page, label).press("Escape");
      for (const leave of ways) {
        await leave();
        await question.getByRole("button", { name: "Abbrechen" }).click();
        await expect(question).toBeHidden();
        await expect(page).toHaveURL(address);
        await expect(field(page, label)).toHaveValue("Halb getippt");
      }
      await menu.getByRole("link", { name: "Lager" }).click();
      await question.getByRole("button", { name: "Verwerfen" }).click();
      await expect(page).toHaveURL("/stock/overview");
    });
  }
});

async function openCustomer(page: Page, api: Api) {
  const customer = await api.customer();
  await api.option(customer);
  await page.goto(`/customers/overview?code=${customer.code}`);
  await page.getByRole("link", { name: showCustomerCode(customer.code) }).click();
}

async function signOut(page: Page) {
  await button(page, "Anna Schmidt").click();
  await page.getByRole("menuitem", { name: "abmelden" }).click();
}

/** Another person's browser. */
async function seat(browser: Browser, { storageState }: Api) {
  return (await browser.newContext({ storageState })).newPage();
}
