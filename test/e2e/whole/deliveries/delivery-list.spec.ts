import type { Page } from "@playwright/test";
import { cancelDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, stopClock, test } from "#test/e2e/support/page.ts";

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
