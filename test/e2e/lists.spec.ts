import type { Page } from "@playwright/test";
import { showCustomer, showCustomerCode } from "#rules/box-code.ts";
import { filterPause } from "#rules/lists/debounce.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, expectError, field, stopClock, test } from "#test/e2e/support/page.ts";

const boxCalls = /\/api\/v1\/boxes\/\?/;
const codes = (page: Page) => page.getByRole("table", { name: "Boxen" }).locator("tbody tr td.row-link");
const pages = (page: Page) => page.getByRole("navigation", { name: "Seiten", exact: true });

/** A customer with so many boxes, and the first part of their codes. */
async function owner(api: Api, amount: number) {
  const customer = await api.customer();
  await api.boxes(amount, customer);
  return { ...customer, code: customer.code, prefix: showCustomerCode(customer.code) };
}

test.describe("a list", () => {
  test("of rows leads by the area to the area, by the row to the row", async ({ page, api }) => {
    const area = await api.area(`Außenlager ${anyWord()}`);
    const [one, two] = [await api.row({ area }), await api.row({ area, number: 2 })];
    for (const [link, address] of [
      [area.name, `/stock/areas/${area.id}`],
      [`${area.name}, Reihe 2`, `/stock/rows/${two.id}`],
      [`${area.name}, Reihe 1`, `/stock/rows/${one.id}`],
    ] as const) {
      await page.goto(`/stock/rows?area=${area.id}`);
      await page.getByRole("table").getByRole("link", { name: link, exact: true }).first().click();
      await expect(page).toHaveURL(address);
    }
  });

  test("does not move when a filter turns out to be wrong", async ({ page }) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/stock/boxes?owner=42");
      await settled(page);
      if (width === 360) await page.getByRole("button", { name: "Filter (1 aktiv)" }).click();
      const top = async () => (await page.getByRole("table").boundingBox())?.y;
      const before = await top();
      await field(page, "Kundennummer").fill("10000");
      await field(page, "Boxnummer von").fill("x");
      await expectError(page, "Boxnummer von", "Ungültig");
      await expect(page.getByText("Ungültig").first()).toBeInViewport({ ratio: 1 });
      expect(await top(), `at ${width} px`).toBe(before);
    }
  });

  test("shows the whole state at 900 px, and a text that is cut when one points at it", async ({ page, api }) => {
    const row = await api.row({ area: await api.area(`Außenlager ${anyWord()}`) });
    const box = await api.box();
    await api.store(box, row);
    await api.edit(box, { state: 7 });
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto(`/stock/boxes?owner=${Number(box.code.slice(0, 4))}`);
    const state = page.getByRole("cell", { name: "markiert zur Vernichtung" });
    await expect(state).toBeInViewport({ ratio: 1 });
    const customer = page.getByRole("cell", { name: box.owner.name });
    await expect(customer).toHaveAttribute("title", showCustomer(box.owner));
  });
});

test.describe("a filter", () => {
  test("is applied a second after the last letter, and then stands in the address", async ({ page, api }) => {
    const { code } = await owner(api, 3);
    await page.goto("/stock/boxes?page=2");
    await settled(page);
    const calls = callsOf(page, "GET", /boxes/);
    await stopClock(page);
    for (const digit of String(code)) {
      await field(page, "Kundennummer").press(digit);
      await page.clock.runFor(filterPause - 1);
    }
    await expect(page).toHaveURL("/stock/boxes?page=2");
    expect(calls, "none for half a number").toEqual([]);
    await page.clock.runFor(1);
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}`);
    await page.clock.resume();
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (3)" })).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  test("is applied at once by Enter", async ({ page, api }) => {
    const { code } = await owner(api, 2);
    await page.goto("/stock/boxes");
    await settled(page);
    await stopClock(page); // no pause passes
    await field(page, "Kundennummer").fill(String(code));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}`);
  });

  for (const [label, typed] of [
    ["Kundennummer", "10000"],
    ["Kundennummer", "-1"],
    ["Boxnummer von", "1000000"],
    ["Boxnummer bis", "zwölf"],
  ] as const) {
    test(`"${label}" with "${typed}" is "Ungültig" and not applied`, async ({ page }) => {
      await page.clock.install();
      await page.goto("/stock/boxes?owner=42");
      await settled(page);
      const calls = callsOf(page, "GET", /boxes/);
      await field(page, label).fill(typed);
      await expectError(page, label, "Ungültig");
      await page.clock.runFor(filterPause);
      await expectError(page, label, "Ungültig");
      await expect(page).toHaveURL("/stock/boxes?owner=42");
      expect(calls).toEqual([]);
    });
  }

  test("works beside others, and each can be taken away", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 9);
    await page.goto(`/stock/boxes?owner=${code}`);
    await field(page, "Boxnummer von").fill("4");
    await field(page, "Boxnummer bis").fill("6");
    await field(page, "Status").selectOption("erstellt");
    await expect(codes(page)).toHaveText([4, 5, 6].map((number) => `${prefix}.000.00${number}`));
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}&from=4&to=6&state=0`);
    await page.getByRole("button", { name: "Boxnummer von: 4 entfernen" }).click();
    await expect(codes(page)).toHaveCount(6);
    await page.getByRole("button", { name: "Zurücksetzen" }).click();
    await expect(page).toHaveURL("/stock/boxes");
  });

  test("of an address opens the list filtered; what is no filter is dropped", async ({ page }) => {
    const calls = callsOf(page, "GET", /boxes/);
    await page.goto("/stock/boxes?owner=42&from=1e3&to=abc&state=99&page=-1&orderBy=secret&other=1");
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (36)" })).toBeVisible();
    expect(calls.map(({ url }) => url)).toEqual(["/api/v1/boxes/?owner=42&limit=30&offset=0"]);
  });

  test("that is still being typed keeps the order that is asked for meanwhile", async ({ page, api }) => {
    const word = anyWord();
    await api.customer(`Archiv ${word}`);
    await page.goto("/customers/overview");
    await settled(page);
    await field(page, "Name").fill(word);
    await page.getByRole("columnheader", { name: "Code" }).getByRole("button").click();
    await expect(page).toHaveURL(`/customers/overview?orderBy=code&name=${word}`);
    await expect(page.getByRole("heading", { level: 1, name: "Kunden (1)" })).toBeVisible();
  });

  test("by name finds customers whatever the case and the umlauts' capitals", async ({ page, api }) => {
    const word = anyWord();
    await api.customer(`ÖLMÜHLE ${word}`);
    await page.goto("/customers/overview");
    await field(page, "Name").fill(`ölmühle ${word}`);
    await expect(page.getByRole("heading", { level: 1, name: "Kunden (1)" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^\d{4}$/ })).toHaveCount(1);
  });

  test("that nothing passes says so and offers the way out", async ({ page }) => {
    await page.goto("/stock/boxes?owner=9998&orderBy=-code");
    await expect(page.getByText("Keine Daten vorhanden", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Filter zurücksetzen" }).click();
    await expect(page).toHaveURL("/stock/boxes?orderBy=-code");
    await page.goto("/customers/overview?name=gibt-es-nicht");
    await expect(page.getByText("Keine Daten vorhanden", { exact: true })).toBeVisible();
  });
});

test.describe("the order", () => {
  test("goes up, down and back to the list's own, in the address and for screen readers", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 3);
    await page.goto(`/stock/boxes?owner=${code}`);
    const head = page.getByRole("columnheader", { name: "Code" });
    await expect(head).not.toHaveAttribute("aria-sort");
    await head.getByRole("button").click();
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}&orderBy=code`);
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await head.getByRole("button").click();
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}&orderBy=-code`);
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(codes(page)).toHaveText([3, 2, 1].map((number) => `${prefix}.000.00${number}`));
    await page.getByRole("button", { name: "Sortiert nach Code absteigend entfernen" }).click();
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}`);
  });

  test("is offered for the columns of the specification only", async ({ page }) => {
    const sortable = (name: string) => page.getByRole("table", { name }).getByRole("columnheader").getByRole("button");
    await page.goto("/stock/boxes");
    await expect(sortable("Boxen")).toHaveText(["Code", "Kunde", "Bereich"]);
    await page.goto("/customers/overview");
    await expect(sortable("Kunden")).toHaveText(["Code", "Name", "Boxen", "Inhalte", "Bilder"]);
  });

  test("knows halls by their number: Halle 2 before Halle 10", async ({ page, api }) => {
    const word = anyWord();
    for (const number of [10, 2]) await api.area(`Halle ${word} ${number}`);
    await page.goto("/stock/areas?orderBy=name");
    const names = page.getByRole("table", { name: "Bereiche" }).getByRole("link", { name: `Halle ${word}` });
    await expect(names).toHaveText([`Halle ${word} 2`, `Halle ${word} 10`]);
  });
});

test.describe("the pages of a list", () => {
  test("are the first two, the last two and the neighbours", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 300);
    await page.goto(`/stock/boxes?owner=${code}`);
    const shown = pages(page).locator("ul > li");
    await expect(shown).toHaveText(["1", "2", "…", "9", "10"]);
    await expect(codes(page)).toHaveCount(30);
    await page.goto(`/stock/boxes?owner=${code}&page=5`);
    await expect(shown).toHaveText(["1", "2", "3", "4", "5", "6", "…", "9", "10"]);
    await expect(pages(page).locator("[aria-current=page]")).toHaveText("5");
    await expect(codes(page).first()).toHaveText(`${prefix}.000.121`);
    await pages(page).getByRole("link", { name: "Seite 9", exact: true }).click();
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}&page=9`);
    await expect(codes(page).first()).toHaveText(`${prefix}.000.241`);
    await pages(page).getByRole("link", { name: "Nächste Seite" }).click();
    await expect(codes(page).first()).toHaveText(`${prefix}.000.271`);
    await expect(pages(page).getByRole("link", { name: "Nächste Seite" })).toBeDisabled();
    await page.goBack();
    await expect(codes(page).first()).toHaveText(`${prefix}.000.241`);
  });

  test("stand above and below it, with which of how many entries these are", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 65);
    await page.goto(`/stock/boxes?owner=${code}`);
    await expect(page.getByText("1–30 von 65", { exact: true })).toBeVisible();
    await page.getByRole("navigation", { name: "Seiten, oben" }).getByRole("link", { name: "Seite 3" }).click();
    await expect(codes(page).first()).toHaveText(`${prefix}.000.061`);
    await expect(page.getByText("61–65 von 65", { exact: true })).toBeVisible();
    await page.goto("/customers/overview");
    await expect(page.getByText(/^1–\d+ von \d+$/)).toBeVisible();
  });

  test("end somewhere: a page past the end leads to the first", async ({ page, api }) => {
    const { code } = await owner(api, 31);
    await page.goto(`/stock/boxes?owner=${code}&page=7`);
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}`);
    await expect(codes(page)).toHaveCount(30);
  });

  test("are not there where everything fits on one", async ({ page, api }) => {
    const { code } = await owner(api, 30);
    await page.goto(`/stock/boxes?owner=${code}`);
    await expect(codes(page)).toHaveCount(30);
    await expect(pages(page)).toBeHidden();
  });
});

test.describe("a row of a list", () => {
  test("opens what it is about, and the way back leads to the list as it was", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 65);
    const list = `/stock/boxes?owner=${code}&orderBy=-code&page=2`;
    await page.goto(list);
    await page
      .getByRole("row", { name: `${prefix}.000.034` })
      .getByText("erstellt")
      .click();
    await expect(page.getByRole("heading", { level: 1, name: `${prefix}.000.034` })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(list);
    await expect(codes(page).first()).toHaveText(`${prefix}.000.035`);
    await expect(field(page, "Kundennummer")).toHaveValue(String(code));
  });

  test("is followed by the next one of the list, over its pages", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 32);
    await page.goto(`/stock/boxes?owner=${code}`);
    await page.getByRole("link", { name: `${prefix}.000.030` }).click();
    for (const number of ["031", "032"]) {
      await page.getByRole("link", { name: "Nächste Box der Liste" }).click();
      await expect(page.getByRole("heading", { level: 1, name: `${prefix}.000.${number}` })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Nächste Box der Liste" })).toBeHidden();
    await page.getByRole("link", { name: "Vorherige Box der Liste" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${prefix}.000.031` })).toBeVisible();
  });

  test("opens an area, a row and a customer too", async ({ page, api }) => {
    const area = await api.area();
    const row = await api.row({ area });
    const customer = await api.customer();
    await page.goto("/stock/areas");
    await page.getByRole("row", { name: area.name }).getByRole("cell").last().click();
    await expect(page).toHaveURL(`/stock/areas/${area.id}`);
    await page.goto(`/stock/rows?area=${area.id}`);
    await page.getByRole("row", { name: area.name }).getByRole("cell").last().click();
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
    await page.goto(`/customers/overview?code=${customer.code}`);
    await page.getByRole("row", { name: customer.name }).getByRole("cell").last().click();
    await expect(page).toHaveURL(`/customers/${customer.id}`);
  });
});

test.describe("a list that does not come", () => {
  test("says so in place and tries again on demand", async ({ page, failures }) => {
    failures.expect(boxCalls);
    await page.route(boxCalls, (route) => route.abort());
    await page.goto("/stock/boxes?owner=42");
    const table = page.getByRole("table", { name: "Boxen" });
    await expect(table.getByRole("alert")).toContainText("Keine Verbindung zum Server.");
    await page.unroute(boxCalls);
    await table.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(codes(page)).toHaveCount(30);
    await expect(page.getByRole("alert").filter({ hasText: "Keine Verbindung" })).toBeHidden();
  });

  test("leaves the rows standing that were there before", async ({ page, api, failures }) => {
    failures.expect(boxCalls);
    const { code, prefix } = await owner(api, 2);
    await page.goto(`/stock/boxes?owner=${code}`);
    await expect(codes(page)).toHaveCount(2);
    await page.route(boxCalls, (route) => route.fulfill({ status: 500, json: { detail: "broken" } }));
    await page.evaluate(() => {
      // Somebody comes back to the window a minute later: the list is loaded anew.
      const later = Date.now() + 60_000;
      Date.now = () => later;
      dispatchEvent(new Event("visibilitychange"));
    });
    const failure = page.getByRole("alert").filter({ hasText: "Ups. Da ist etwas schief gelaufen." });
    await expect(failure).toBeVisible();
    await expect(codes(page)).toHaveText([`${prefix}.000.001`, `${prefix}.000.002`]);
    await page.unroute(boxCalls);
    await failure.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(failure).toBeHidden();
  });

  test("keeps the old rows in sight while the new ones are on their way", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 2);
    await page.goto(`/stock/boxes?owner=${code}`);
    await expect(codes(page)).toHaveCount(2);
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(boxCalls, async (route) => {
      await held;
      await route.continue();
    });
    const table = page.getByRole("table", { name: "Boxen" });
    for (let press = 0; press < 2; press++)
      await page.getByRole("columnheader", { name: "Code" }).getByRole("button").click();
    await expect(table).toHaveAttribute("aria-busy", "true");
    await expect(codes(page)).toHaveText([`${prefix}.000.001`, `${prefix}.000.002`]);
    go();
    await expect(codes(page)).toHaveText([`${prefix}.000.002`, `${prefix}.000.001`]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("rows are cards with the same links, and the order is chosen from a list", async ({ page, api }) => {
    const { code, prefix } = await owner(api, 3);
    await page.goto(`/stock/boxes?owner=${code}`);
    await page.getByLabel("Sortierung").selectOption("Code absteigend");
    await expect(page).toHaveURL(`/stock/boxes?owner=${code}&orderBy=-code`);
    await expect(page.getByRole("link", { name: `${prefix}.000.00` })).toHaveText(
      [3, 2, 1].map((number) => `${prefix}.000.00${number}`),
    );
    await page.getByRole("link", { name: `${prefix}.000.002` }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${prefix}.000.002` })).toBeVisible();
  });
});

test.describe("the overview", () => {
  test("leads from each counter to the boxes behind it", async ({ page }) => {
    await page.goto("/stock/overview");
    const tiles = page.getByRole("region", { name: /^Boxen/ }).getByRole("link");
    const words = ["eingelagert", "nicht eingelagert", "angefordert", "retour", "erstellt", "vernichtet"];
    await expect(tiles).toHaveCount(6);
    for (const [index, state] of [1, 2, 4, 5, 0, 6].entries()) {
      await expect(tiles.nth(index)).toContainText(words[index] ?? "");
      await expect(tiles.nth(index)).toHaveAttribute("href", `/stock/boxes?state=${state}`);
    }
    await expect(page.getByText("Registrierte Boxinhalte")).toBeVisible();
    await tiles.nth(2).click();
    await expect(page).toHaveURL("/stock/boxes?state=4");
    await expect(page.getByRole("button", { name: "Status: angefordert entfernen" })).toBeVisible();
  });
});
