import { expectScreen, walk } from "#test/e2e/support/nouns/screen-walk.ts";
import type { Page } from "@playwright/test";
import { expectAccessible, settled, stopDrawing } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";
import { differentForCustomers, forNobody, goOn, walks } from "#test/e2e/support/walks.ts";
import { routes } from "#web/routes.ts";

const all = [...Object.values(walks).flat(), ...forNobody];

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

/** Every width from a small phone to a wide desk. */
const widths = Array.from({ length: 41 }, (_, index) => 320 + 40 * index);
/** Widest screens: grids, long lists, heads and bars that are full. */
const widest = ["box list", "delivery list", "map of an area", "row", "collect list", "delivery", "destruction"];

/** Returns how far the page goes beyond each width, where it does. It is measured once the bar has found out what fits. */
async function beyond(page: Page): Promise<string[]> {
  const found: string[] = [];
  const draw = await stopDrawing(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const px = await page.evaluate(async () => {
      const over = () => {
        const [{ scrollWidth, clientWidth }, { body }] = [document.documentElement, document];
        return Math.max(scrollWidth - clientWidth, body.scrollWidth - body.clientWidth);
      };
      // a table becomes cards some frames after the window has changed
      for (let frame = 0; frame < 60 && (frame === 0 || over() > 0); frame++) await new Promise(requestAnimationFrame);
      return over();
    });
    if (px > 0) found.push(`${width}: ${px}`);
  }
  await draw();
  return found;
}

test("the widest screens scroll sideways at no width", async ({ page, api }) => {
  await page.goto("/nirgends");
  for (const [name, address, heading, , id] of Object.values(walks).flat()) {
    if (!widest.includes(name)) continue;
    await goOn(page, address.replace("$id", String(await id?.(api))));
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await settled(page);
    expect.soft(await beyond(page), `${name} is as wide as the screen`).toEqual([]);
  }
});

test("what has no room in the bar stands under Mehr, and leads on from there", async ({ page }) => {
  await page.setViewportSize({ width: 660, height: 800 });
  await page.goto("/services/audit");
  const bar = page.getByRole("navigation", { name: "Services", exact: true });
  const more = bar.getByRole("button", { name: "Mehr" });
  await expect(more).toBeVisible();
  await expect(page.getByRole("button", { name: "Anna Schmidt" })).toContainText("AS");
  const shown = await bar.getByRole("link").allTextContents();
  await more.click();
  const rest = await page.getByRole("menuitem").allTextContents();
  expect([...shown, ...rest]).toEqual(["Drucken", "Papiere", "Vernichtung", "Bestand", "Daten", "Nachweise", "Zahlen"]);
  expect(shown.length).toBeGreaterThan(0);
  await page.getByRole("menuitem", { name: "Daten" }).click();
  await expect(page).toHaveURL("/services/metaupdates");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(more).toBeHidden();
  await expect(bar.getByRole("link")).toHaveText([...shown, ...rest]);
});
