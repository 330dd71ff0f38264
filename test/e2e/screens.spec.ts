import type { Page } from "@playwright/test";
import type { Api } from "#test/e2e/support/api.ts";
import { expectAccessible, expectGoodLooksEverywhere, settled } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";
import { differentForCustomers, forNobody, goOn, walks, type WalkedScreen } from "#test/e2e/support/walks.ts";
import { routes } from "#web/routes.ts";

/** Where dark is looked at, too: the colours are proven pair by pair in colours.test.ts. */
const darkToo = [
  "box list",
  "box with contents",
  "map of an area",
  "delivery",
  "customer",
  "stocktake",
  "import",
  "login",
];
const all = [...Object.values(walks).flat(), ...forNobody];

async function expectScreen(
  page: Page,
  { name, heading, title }: { name: string; heading: RegExp; title: string | RegExp },
) {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(typeof title === "string" ? `${title} · Magazin` : title);
  await expectGoodLooksEverywhere(page, { dark: darkToo.includes(name) });
}

/** Opens one screen after the other, and looks at it. */
async function walk(page: Page, api: Api, screens: readonly WalkedScreen[]) {
  await page.goto("/nirgends");
  for (const [name, address, heading, title, id] of screens) {
    await test.step(name, async () => {
      await goOn(page, address.replace("$id", String(await id?.(api))));
      await expectScreen(page, { name, heading, title });
    });
  }
}

test("every address of the router is among the screens that are walked through here", () => {
  const walked = new Set(all.map(([, address]) => address.split("?")[0]));
  expect(routes.map(({ path }) => path).filter((path) => !walked.has(path))).toEqual([]);
});

test.describe("staff", () => {
  for (const [what, screens] of Object.entries(walks)) {
    test(`can read ${what}, at the desk and on the phone`, ({ page, api }) => walk(page, api, screens));
  }

  test("menus, dialogs, notices and messages beside fields are readable too", async ({ page, api }) => {
    const row = await api.row();
    await page.goto(`/stock/rows/${row.id}`);
    await settled(page);
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

  test("can read what is different for them, at the desk and on the phone", ({ page, api }) =>
    walk(
      page,
      api,
      all.filter(([name]) => differentForCustomers.includes(name)),
    ));
});

test.describe("nobody", () => {
  test.use({ who: "nobody" });

  test("can read what is open, at the desk and on the phone", async ({ page }) => {
    for (const [name, address, heading, title] of forNobody) {
      await page.goto(address);
      await expectScreen(page, { name, heading, title });
    }
  });
});
