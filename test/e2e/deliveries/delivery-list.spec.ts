import type { Page } from "@playwright/test";
import { cancelDelivery } from "#contract/calls/deliveries.ts";
import { showBoxCode, showCustomerCode } from "#rules/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/delivery-state.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, stopClock, test } from "#test/e2e/support/page.ts";

const listCalls = /\/api\/v1\/deliveries\/\?/;
const table = (page: Page) => page.getByRole("table", { name: "Lieferungen" });
const numbers = (page: Page) => table(page).locator("tbody tr td:first-child");
const title = (page: Page, total: number) => page.getByRole("heading", { level: 1, name: `Lieferungen (${total})` });

/** So many deliveries of one content each; the word finds exactly them. */
async function orders(api: Api, amount: number) {
  const word = anyWord();
  const customer = await api.customer();
  const option = await api.option(customer, { days: "1,2,3,4,5,6,7" });
  const [box] = await api.stored(1, customer);
  const made = [];
  for (let number = 1; number <= amount; number++) {
    const content = await api.content(box, `Akte ${word} ${number}`);
    made.push(await api.order(customer, option, { contents: [content] }));
  }
  return { word, customer, option, box, made, codes: made.map(({ code }) => showDeliveryCode(code)) };
}

test.describe("the list of deliveries", () => {
  test("shows number, customer, counts, kind, state and the day in Berlin", async ({ page, api }) => {
    const { word, customer, made, codes } = await orders(api, 1);
    await page.goto(`/deliveries/overview?content=${word}`);
    await expect(title(page, 1)).toBeVisible();
    const heads = ["Nummer", "Kunde", "Boxen", "Inhalte", "Art", "Status", "Datum"];
    await expect(table(page).getByRole("columnheader")).toHaveText(heads);
    const day = showDate(berlinDay(new Date(made[0]?.time ?? "")));
    const name = `${showCustomerCode(customer.code)} – ${customer.name}`;
    const cells = [codes[0] ?? "", name, "0", "1", "Kunden", "Offen", day];
    for (const [index, text] of cells.entries())
      await expect(table(page).locator("tbody td").nth(index)).toContainText(text);
  });

  test("filters by box, content and state, a second after the last letter", async ({ page, api }) => {
    const { word, customer, option, made, codes } = await orders(api, 3);
    const [box] = await api.stored(1, customer);
    const whole = await api.order(customer, option, { boxes: [box] });
    await api.call(cancelDelivery, { path: { id: made[1]?.id ?? 0 } });
    await page.goto("/deliveries");
    await expect(page).toHaveURL("/deliveries/overview");
    await settled(page);
    const calls = callsOf(page, "GET", /deliveries/);
    await field(page, "Inhalt").pressSequentially(word, { delay: 60 });
    await expect(page).toHaveURL(`/deliveries/overview?content=${word}`);
    await expect(title(page, 3)).toBeVisible();
    expect(calls, "one call for a word").toHaveLength(1);
    await field(page, "Status").selectOption("Storniert");
    await expect(page).toHaveURL(`/deliveries/overview?content=${word}&state=3`);
    await expect(numbers(page)).toHaveText([codes[1] ?? ""]);
    await page.getByRole("button", { name: "Status: Storniert entfernen" }).click();
    await expect(numbers(page)).toHaveCount(3);
    await page.getByRole("button", { name: "Zurücksetzen" }).click();
    await expect(page).toHaveURL("/deliveries/overview");
    await stopClock(page); // no pause passes
    await field(page, "Box").fill(showBoxCode(box.code));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/deliveries/overview?box=${showBoxCode(box.code)}`);
    await page.clock.resume();
    await expect(numbers(page)).toHaveText([showDeliveryCode(whole.code)]);
  });

  test("is sorted by the columns of the specification, up, down and back to the newest first", async ({
    page,
    api,
  }) => {
    const { word, codes } = await orders(api, 3);
    await page.goto(`/deliveries/overview?content=${word}`);
    await expect(numbers(page)).toHaveText(codes.toReversed());
    await expect(table(page).getByRole("columnheader").getByRole("button")).toHaveText([
      "Nummer",
      "Kunde",
      "Art",
      "Status",
      "Datum",
    ]);
    const head = page.getByRole("columnheader", { name: "Nummer" });
    await head.getByRole("button").click();
    await expect(page).toHaveURL(`/deliveries/overview?content=${word}&orderBy=code`);
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await expect(numbers(page)).toHaveText(codes);
    await head.getByRole("button").click();
    await expect(numbers(page)).toHaveText(codes.toReversed());
    await page.getByRole("button", { name: "Sortiert nach Nummer absteigend entfernen" }).click();
    await expect(page).toHaveURL(`/deliveries/overview?content=${word}`);
    for (const [name, key] of [
      ["Kunde", "customer"],
      ["Art", "kind"],
      ["Status", "state"],
      ["Datum", "time"],
    ] as const) {
      await page.getByRole("columnheader", { name }).getByRole("button").click();
      await expect(page).toHaveURL(`/deliveries/overview?content=${word}&orderBy=${key}`);
      await expect(numbers(page)).toHaveCount(3);
    }
  });

  test("has pages of thirty; a page past the end leads to the first", async ({ page, api }) => {
    const { word, codes } = await orders(api, 31);
    await page.goto(`/deliveries/overview?content=${word}&orderBy=code`);
    await expect(numbers(page)).toHaveCount(30);
    await page
      .getByRole("navigation", { name: "Seiten", exact: true })
      .getByRole("link", { name: "Nächste Seite" })
      .click();
    await expect(page).toHaveURL(`/deliveries/overview?content=${word}&orderBy=code&page=2`);
    await expect(numbers(page)).toHaveText([codes[30] ?? ""]);
    await page.goto(`/deliveries/overview?content=${word}&page=9`);
    await expect(page).toHaveURL(`/deliveries/overview?content=${word}`);
  });

  test("opens a delivery by its link and by its row", async ({ page, api }) => {
    const { word, made, codes } = await orders(api, 1);
    const list = `/deliveries/overview?content=${word}`;
    await page.goto(list);
    await page.getByRole("link", { name: codes[0] ?? "", exact: true }).click();
    await expect(page).toHaveURL(`/deliveries/${made[0]?.id}`);
    await page.goBack();
    await expect(page).toHaveURL(list);
    await table(page).getByText("Kunden", { exact: true }).click();
    await expect(page).toHaveURL(`/deliveries/${made[0]?.id}`);
  });

  test("says why it is empty and offers the way out", async ({ page }) => {
    await page.goto(`/deliveries/overview?content=${anyWord()}&orderBy=-time`);
    await expect(page.getByText("Keine Daten vorhanden", { exact: true })).toBeVisible();
    await expect(page.getByText("Zu diesen Filtern gibt es keine Lieferung.")).toBeVisible();
    await expectGoodLooks(page);
    await page.getByRole("link", { name: "Filter zurücksetzen" }).click();
    await expect(page).toHaveURL("/deliveries/overview?orderBy=-time");
  });

  test("says in place that it cannot be loaded, and tries again on demand", async ({ page, api, failures }) => {
    const { word, codes } = await orders(api, 1);
    failures.expect(listCalls);
    await page.route(listCalls, (route) => route.fulfill({ status: 500, json: { detail: "broken" } }));
    await page.goto(`/deliveries/overview?content=${word}`);
    await expect(table(page).getByRole("alert")).toContainText("Ups. Da ist etwas schief gelaufen.");
    await page.unroute(listCalls);
    await table(page).getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(numbers(page)).toHaveText(codes);
  });

  test("drops what is no filter, and leads staff to new deliveries and returns", async ({ page }) => {
    const calls = callsOf(page, "GET", /deliveries/);
    await page.goto("/deliveries/overview?state=9&page=-1&orderBy=secret");
    await settled(page);
    expect(calls.map(({ url }) => new URL(url, "http://x").searchParams.get("order_by"))).toEqual([null]);
    await expect(page.getByRole("link", { name: "Rückgabe ankündigen" })).toHaveAttribute("href", "/deliveries/return");
    await page.getByRole("link", { name: "Lieferung hinzufügen" }).click();
    await expect(page).toHaveURL("/deliveries/create");
  });

  test("is readable with deliveries", async ({ page, api }) => {
    const { word } = await orders(api, 2);
    await page.goto(`/deliveries/overview?content=${word}&orderBy=-time`);
    await expect(numbers(page)).toHaveCount(2);
    await expectGoodLooks(page);
  });
});

const forBuyer = test.extend<{ buyer: Api; shop: Awaited<ReturnType<typeof orders>> }>({
  shop: async ({ api }, use) => use(await orders(api, 2)),
  buyer: async ({ api, shop }, use) => use(await api.buyer(shop.customer)),
  storageState: async ({ buyer }, use) => use(buyer.storageState),
});

forBuyer("a customer user sees own deliveries only, and can add one but no return", async ({ page, api, shop }) => {
  const other = await orders(api, 1);
  await page.goto("/deliveries");
  await expect(numbers(page)).toHaveText(shop.codes.toReversed());
  await page.goto(`/deliveries/overview?content=${other.word}`);
  await expect(title(page, 0)).toBeVisible();
  await expect(page.getByRole("link", { name: "Lieferung hinzufügen" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Rückgabe ankündigen" })).toBeHidden();
});

const forNewBuyer = test.extend<{ buyer: Api }>({
  buyer: async ({ api }, use) => use(await api.buyer(await api.customer())),
  storageState: async ({ buyer }, use) => use(buyer.storageState),
});

forNewBuyer("a customer user without deliveries is led to the first one", async ({ page }) => {
  await page.goto("/deliveries");
  await expect(page.getByText("Es gibt noch keine Lieferung.")).toBeVisible();
  await page.getByRole("link", { name: "Erste Lieferung hinzufügen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lieferung hinzufügen" })).toBeVisible();
});
