import { listBoxes } from "#contract/boxes.ts";
import { listAreas } from "#contract/areas.ts";
import { listRows } from "#contract/rows.ts";
import { listCustomers } from "#contract/customers.ts";
import type { Api } from "./api.ts";
import { expectAccessible, expectGoodLooks, settled } from "./looks.ts";
import { expect, field, test } from "./page.ts";

type Address = string | ((api: Api) => Promise<string>);

const boxOf42 = (number: number) => async (api: Api) => {
  const query = { owner: 42, min_number: number, max_number: number };
  const { results } = await api.call(listBoxes, { query });
  return `/stock/boxes/${results[0]?.id}`;
};
const hall1 = async (api: Api) => (await api.call(listAreas, {})).results.find(({ name }) => name === "Halle 1")?.id;
const areaPage = async (api: Api) => `/stock/areas/${await hall1(api)}`;
const rowPage = async (api: Api) => {
  const { results } = await api.call(listRows, { query: { area: (await hall1(api)) ?? 0, order_by: "number" } });
  return `/stock/rows/${results[0]?.id}`;
};
const works = async (api: Api) =>
  `/customers/${(await api.call(listCustomers, { query: { code: 42 } })).results[0]?.id}`;

/** Address and title of each screen. */
const forAll: [name: string, address: Address, title: RegExp][] = [
  ["home", "/home", /^Willkommen/],
  ["overview", "/stock/overview", /^Überblick/],
  ["box list", "/stock/boxes", /^Boxen \(/],
  ["filtered and ordered box list", "/stock/boxes?owner=42&state=1&orderBy=-code", /^Boxen \(/],
  ["empty box list", "/stock/boxes?owner=9998", /^Boxen \(0\)/],
  ["box with contents", boxOf42(1), /^0042\.000\.001/],
  ["destroyed box", boxOf42(35), /^0042\.000\.035/],
  ["marked box", boxOf42(36), /^0042\.000\.036/],
  ["address that does not exist", "/nirgends", /^Nicht gefunden!/],
];
const forStaff: typeof forAll = [
  ["form for boxes", "/stock/boxes/new", /^Boxen hinzufügen/],
  ["area list", "/stock/areas", /^Bereiche \(/],
  ["form for an area", "/stock/areas/new", /^Bereich hinzufügen/],
  ["area", areaPage, /^Halle 1/],
  ["row list", "/stock/rows", /^Reihen \(/],
  ["form for a row", "/stock/rows/new", /^Reihe hinzufügen/],
  ["row", rowPage, /^Reihe 1/],
  ["customer list", "/customers/overview", /^Kunden \(/],
  ["form for a customer", "/customers/new", /^Kunde hinzufügen/],
  ["customer", works, /^0042/],
];

const walk = (role: string, screens: typeof forAll) => {
  for (const [name, address, title] of screens) {
    test(`${role} can read the screen "${name}" in every light and on every width`, async ({ page, api }) => {
      await page.goto(typeof address === "string" ? address : await address(api));
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expectGoodLooks(page);
    });
  }
};

test.describe("staff", () => {
  walk("staff", [...forAll, ...forStaff]);

  test("menus, dialogs, notices and messages beside fields are readable too", async ({ page, api }) => {
    const row = await api.row();
    await page.goto(`/stock/rows/${row.id}`);
    await page.getByRole("button", { name: "Anna Schmidt" }).click();
    await expect(page.getByRole("menuitem", { name: "abmelden" })).toBeVisible();
    await expectAccessible(page, "with the user menu open");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Reihe löschen" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "with a question open");
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Suche und Befehle" })).toBeVisible();
    await expectAccessible(page, "with the search open");
    await page.keyboard.press("Escape");
    await field(page, "Umgekehrt").click();
    await expect(page.getByText("Reihe aktualisiert", { exact: true })).toBeVisible();
    await expectAccessible(page, "with a notice");
    await page.goto("/stock/boxes/new");
    await settled(page);
    await page.getByRole("button", { name: "Boxen hinzufügen" }).click();
    await expect(page.getByText("Bitte auswählen", { exact: true })).toBeVisible();
    await expectAccessible(page, "with a message beside a field");
  });

  test("the filters of a phone open above the list", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto("/stock/boxes?owner=42");
    await page.getByRole("button", { name: "Filter (1 aktiv)" }).click();
    await expect(field(page, "Kundennummer")).toHaveValue("42");
    await expectAccessible(page, "with the filters open");
  });
});

test.describe("customer user", () => {
  test.use({ who: "customer" });
  walk("a customer user", forAll);
});

test.describe("nobody", () => {
  test.use({ who: "nobody" });
  walk("everybody", [["login", "/login", /^Magazin/]]);
});
