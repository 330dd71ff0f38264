import type { Page } from "@playwright/test";
import sharp from "sharp";
import { all } from "#contract/all.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, test } from "#test/e2e/support/page.ts";
import { goOn } from "#test/e2e/support/walks.ts";
import { routes } from "#web/routes.ts";

interface Answered {
  readonly call: string;
  readonly status: number;
  readonly text: string;
}

/** Every call that a page makes, with its answer. */
function answersOf(page: Page) {
  const answers: Promise<Answered>[] = [];
  page.on("response", (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith("/api/")) return;
    const known = { call: `${response.request().method()} ${pathname}${search}`, status: response.status() };
    const text = response.text().catch(() => ""); // of a page that is gone
    answers.push(text.then((read) => ({ ...known, text: read })));
  });
  return answers;
}

/** Says whether a call is in the contract for everybody who is signed in. */
function isForCustomers(call: string): boolean {
  const [method, path = ""] = call.replace("/api/v1", "").split(/[ ?]/);
  const route = Object.values(all).find(
    (entry) => entry.method === method && new RegExp(`^${entry.path.replaceAll(/\{\w+\}/g, "\\d+")}$`).test(path),
  );
  return route !== undefined && route.access !== "staff";
}

async function picture() {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: "#88a" } });
  return new Blob([new Uint8Array(await image.jpeg().toBuffer())], { type: "image/jpeg" });
}

/** A customer user with boxes of every kind and an order, beside another customer whose name must not appear. */
async function neighbours(api: Api) {
  const foreign = await api.customer(`Fremd ${anyWord()}`);
  const own = await api.customer();
  const user = await api.addUser();
  await api.call(editCustomer, { path: { id: own.id }, body: { user_ids: [user.id] } });
  const row = await api.row();
  const [boxes, deliveries] = [[] as Box[], [] as DeliveryDetail[]];
  for (const [height, owner] of [foreign, own, foreign].entries()) {
    const [box, other] = await api.boxes(2, owner);
    await api.content(box, `Akten ${owner.name}`);
    await api.image(box, await picture());
    await api.store(other, row, 1, height + 1);
    const letter = await api.content(other, `Mappe ${owner.name}`);
    const option = await api.option(owner, { description: `Wochentour ${height}` });
    const delivery = await api.order(owner, option, { contents: [letter], comment: owner.name });
    if (owner === own) boxes.push(box, other);
    if (owner === own) deliveries.push(delivery);
  }
  return { foreign, own, boxes, deliveries, session: await api.enter(user) };
}

const typed = 5; // addresses that are typed, each of which starts the program anew; the others are gone to within the page

test.describe("a customer user", () => {
  test("walks through every screen they can reach, and every call is theirs", async ({ api, browser }) => {
    test.slow();
    const { foreign, own, boxes, deliveries, session } = await neighbours(api);
    const { storageState } = session;
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    const answers = answersOf(page);

    const seen = new Set<string>();
    const next = ["/", "/stock", "/deliveries"];
    for (let address = next.shift(); address !== undefined; address = next.shift()) {
      const kind = address.replace(/year=\d+/, "year="); // there is always a year before
      if (seen.has(kind)) continue;
      seen.add(kind);
      await (seen.size <= typed ? page.goto(address) : goOn(page, address));
      await expect(page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Nicht gefunden!" })).toBeVisible();
      await settled(page);
      const links = await page.locator("a[href^='/']").evaluateAll((found) => found.map((a) => a.getAttribute("href")));
      const isScreen = (href: string) => !href.startsWith("/api/") && !href.endsWith(".txt");
      next.push(...links.flatMap((href) => (href !== null && isScreen(href) ? href : [])));
    }
    for (const { id } of boxes) expect(seen).toContain(`/stock/boxes/${id}`);
    for (const { id } of deliveries) expect(seen).toContain(`/deliveries/${id}`);
    expect([...seen].filter((address) => /^\/deliveries\/\d/.test(address))).toHaveLength(1);
    expect([...seen].filter((address) => address.startsWith("/deliveries/create"))).not.toEqual([]);

    await page.goto("/stock/boxes");
    for (const name of ["Code", "Kunde"]) {
      await page.getByRole("columnheader", { name }).getByRole("button").click();
      await expect(page).toHaveURL(/orderBy=/);
    }
    await field(page, "Kundennummer").fill(String(foreign.code));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (0)" })).toBeVisible();
    await field(page, "Kundennummer").fill(String(own.code));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (2)" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Suche und Befehle" })).toBeVisible();
    await page.keyboard.type("Fremd");
    await settled(page);

    const made = await Promise.all(answers);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter(({ status }) => status >= 400).map(({ call, status }) => `${status} ${call}`)).toEqual([]);
    expect(made.filter(({ call }) => !isForCustomers(call)).map(({ call }) => call)).toEqual([]);
    expect(made.filter(({ text }) => text.includes(foreign.name)).map(({ call }) => call)).toEqual([]);
    await context.close();
  });
});

/** Goes to an address within the page. */
async function goFromHome(page: Page, address: string) {
  const goTo = (to: string) => page.evaluate((path) => history.pushState(null, "", path), to);
  await goTo("/home");
  await expect(page).not.toHaveTitle("Nicht gefunden · Magazin");
  await goTo(address);
}

/** Every address that the router keeps for staff. */
const ofStaff = routes.filter(({ access }) => access === "staff").map(({ path }) => path.replace("$id", "1"));

test.describe("a customer user at an address of the staff", () => {
  test.use({ who: "customer" });

  test("is kept from everything but home, boxes and deliveries", () => {
    expect(ofStaff).toEqual(
      expect.arrayContaining(["/users", "/services/labelprints", "/deliveries/collect", "/apps"]),
    );
    expect(ofStaff).toHaveLength(51);
  });

  test("finds nothing, and only the settings, the own user and what waits for them are asked for", async ({
    page,
    customerUser,
  }) => {
    const calls = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => callsOf(page, method, /./));
    for (const [index, address] of ["/customers", ...ofStaff].entries()) {
      await (index < typed ? page.goto(address) : goFromHome(page, address));
      await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" }), address).toBeVisible();
      await expect(page).toHaveTitle("Nicht gefunden · Magazin");
      await expect(page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link")).toHaveText([
        "Home",
        "Lager",
        "Lieferungen",
      ]);
      await settled(page);
      // the own sessions where another test has signed the same user in with another device
      const may = ["/api/v1/settings/", "/api/v1/home/", "/api/v1/sessions/", `/api/v1/users/${customerUser.user}/`];
      const urls = calls.flat().map(({ url }) => url);
      expect(urls.length, address).toBeGreaterThan(0);
      expect(
        urls.filter((url) => !may.includes(url)),
        address,
      ).toEqual([]);
    }
    for (const address of ["/users", "/apps"]) {
      await page.evaluate((path) => history.pushState(null, "", path), address);
      await settled(page);
      await expect(page, "straight from one to the next").toHaveTitle("Nicht gefunden · Magazin");
    }
  });
});

/** Entries of the side menu with their addresses, and the links that the bar above has there. */
const menuOfStaff: [label: string, address: string, links: string[]][] = [
  ["Home", "/home", []],
  ["Lager", "/stock/overview", ["Überblick", "Boxen", "Bereiche", "Reihen", "Hallenplan"]],
  ["Kunden", "/customers/overview", []],
  ["Lieferungen", "/deliveries/overview", ["Überblick", "Tagesplan", "Sammelliste", "Touren", "Schließtage"]],
  ["Services", "/services", ["Drucken", "Papiere", "Vernichtung", "Bestand", "Daten", "Nachweise", "Zahlen"]],
  ["Users", "/users", []],
  ["Apps & Scripts", "/apps", []],
  ["Abrechnung", "/billing", ["Monat", "Rechnungen", "Preislisten", "Buchhaltung", "Unser Archiv"]],
];
const menuOfCustomerUsers: typeof menuOfStaff = [
  ["Home", "/home", []],
  ["Lager", "/stock/overview", ["Überblick", "Boxen", "Aufbewahrung", "Zahlen"]],
  ["Lieferungen", "/deliveries/overview", ["Überblick"]],
];
const linkAddresses: Record<string, string> = {
  "Lager Überblick": "/stock/overview",
  "Lager Boxen": "/stock/boxes",
  "Lager Aufbewahrung": "/retention",
  "Lager Zahlen": "/reports",
  "Lager Bereiche": "/stock/areas",
  "Lager Hallenplan": "/stock/map",
  "Lager Reihen": "/stock/rows",
  "Lieferungen Überblick": "/deliveries/overview",
  "Lieferungen Tagesplan": "/deliveries/plan",
  "Lieferungen Sammelliste": "/deliveries/collect",
  "Lieferungen Touren": "/tours",
  "Lieferungen Schließtage": "/closing-days",
  "Abrechnung Monat": "/billing",
  "Abrechnung Rechnungen": "/billing/invoices",
  "Abrechnung Preislisten": "/billing/prices",
  "Abrechnung Buchhaltung": "/billing/accounting",
  "Abrechnung Unser Archiv": "/billing/provider",
  "Services Drucken": "/services/labelprints",
  "Services Papiere": "/services/boxesoverview",
  "Services Vernichtung": "/services/destruction",
  "Services Bestand": "/services/stocktakes",
  "Services Daten": "/services/metaupdates",
  "Services Nachweise": "/services/audit",
  "Services Zahlen": "/reports",
};

for (const [who, entries] of [
  ["staff", menuOfStaff],
  ["customer", menuOfCustomerUsers],
] as const) {
  test.describe(`the menu of ${who === "staff" ? "staff" : "a customer user"}`, () => {
    test.use({ who });

    test("has these entries with these links, and each leads to its screen and shows where one is", async ({
      page,
    }) => {
      await page.goto("/home");
      const menu = page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link");
      await expect(menu).toHaveText(entries.map(([label]) => label));
      for (const [label, address, links] of entries) {
        await menu.and(page.getByRole("link", { name: label })).click();
        await expect(page).toHaveURL(address);
        await expect(menu.and(page.locator("[aria-current=page]"))).toHaveText([label]);
        const bar = page.getByRole("navigation", { name: label }).getByRole("link");
        await expect(bar).toHaveText(links);
        for (const link of links) {
          await bar.filter({ hasText: link }).click();
          await expect(page).toHaveURL(linkAddresses[`${label} ${link}`] ?? "");
          await expect(bar.and(page.locator("[aria-current=page]"))).toHaveText([link]);
        }
        await settled(page);
      }
    });
  });
}
