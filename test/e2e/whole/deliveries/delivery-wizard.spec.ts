import { buyerTest } from "#test/e2e/support/nouns/buyer.ts";
import { deleteDeliveryOption, editDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import { addDays, showDate } from "#rules/dates.ts";
import { nextDeliveryDay } from "#rules/deliveries/delivery-date.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import {
  added,
  basket,
  boxName,
  daily,
  everyDay,
  found,
  lookup,
  next,
  orderCall,
  orderOf,
  question,
  send,
  shop,
  toBoxes,
  toSummary,
} from "#test/e2e/support/delivery-wizard.ts";
import { typeByHand } from "#test/e2e/support/keys.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { choose, expect, field, test } from "#test/e2e/support/page.ts";

test.describe("staff", () => {
  test("order with the keyboard alone; the focus is where each step is answered", async ({ page, api }) => {
    const given = await shop(api);
    const { label, word, option } = given;
    await page.goto("/deliveries");
    await page.getByRole("link", { name: "Lieferung hinzufügen" }).focus();
    await page.keyboard.press("Enter");
    await expect(field(page, "Kunde")).toBeFocused();
    await typeByHand(page, label.slice(0, 4));
    await expect(page.getByRole("option", { name: label })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(field(page, "Kunde")).toHaveValue(label);
    await page.keyboard.press("Enter");
    await expect(question(page, 1)).toBeVisible();
    await expect(page.getByRole("radio", { name: option.description })).toBeFocused();
    await expect(page.getByRole("group", { name: "Lieferoption" }).getByRole("radio")).toBeChecked();
    await page.keyboard.press("Enter");
    await expect(question(page, 2)).toBeVisible();
    await expect(lookup(page)).toBeFocused();
    await typeByHand(page, `Brief ${word}`);
    await expect(found(page).getByText("1 Box gefunden")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(found(page).getByRole("checkbox", { name: `Brief ${word}` })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(basket(page)).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(field(page, "Lieferdatum")).toBeFocused();
    await field(page, "Bemerkung").focus();
    await typeByHand(page, "Bitte klingeln");
    await field(page, "Lieferdatum").focus();
    await page.keyboard.press("Enter");
    await expect(added(page)).toBeVisible();
    await expect(page).toHaveURL("/deliveries/overview");
    const order = await orderOf(api, { content: `Brief ${word}` });
    expect(order).toMatchObject({ kind: 0, state: 0, price: "12.50", comment: "Bitte klingeln", boxes_count: 0 });
    expect(order.boxcontents.map(({ text }) => text)).toEqual([`Brief ${word}`]);
    await expect(page.getByRole("link", { name: showDeliveryCode(order.code), exact: true })).toBeVisible();
  });

  test("find everything again after a reload in the middle and on the way back", async ({ page, api }) => {
    const given = await shop(api);
    await toSummary(page, given);
    await field(page, "Preis in Euro").fill("7,30");
    await field(page, "Bemerkung").fill("Nur vormittags");
    const later = addDays(nextDeliveryDay(daily, new Date()), 3);
    await field(page, "Lieferdatum").fill(showDate(later));
    await page.reload();
    await expect(field(page, "Lieferdatum")).toHaveValue(showDate(later));
    await expect(field(page, "Preis in Euro")).toHaveValue("7,30");
    await expect(field(page, "Bemerkung")).toHaveValue("Nur vormittags");
    await expect(basket(page)).toHaveText([boxName(given.boxes[0])]);
    await page.goBack();
    await expect(page).toHaveURL("/deliveries/create?step=2");
    await expect(basket(page)).toHaveText([boxName(given.boxes[0])]);
    await page.goBack();
    await expect(page.getByRole("radio", { name: given.option.description })).toBeChecked();
    await page.goBack();
    await expect(field(page, "Kunde")).toHaveValue(given.label);
    for (let step = 1; step <= 3; step++) await page.goForward();
    await expect(field(page, "Bemerkung")).toHaveValue("Nur vormittags");
    await page.getByRole("navigation", { name: "Schritte" }).getByRole("link", { name: "Kunde" }).click();
    await page.getByRole("link", { name: "Home" }).click();
    await page.goto("/deliveries/create?step=3");
    await expect(field(page, "Preis in Euro")).toHaveValue("7,30");
  });

  test("begin anew with another customer; the same one keeps all", async ({ page, api }) => {
    const given = await shop(api);
    const other = await shop(api);
    await toSummary(page, given);
    await page.getByRole("navigation", { name: "Schritte" }).getByRole("link", { name: "Kunde" }).click();
    await choose(page, "Kunde", given.customer.name);
    await page.goto("/deliveries/create?step=3");
    await expect(basket(page)).toHaveCount(1);
    await page.goto("/deliveries/create?step=0");
    await expect(page.getByText("Ein anderer Kunde setzt die Auswahl zurück: 1 Box.")).toBeVisible();
    await choose(page, "Kunde", other.label);
    await next(page).click();
    await page.getByRole("group", { name: "Lieferoption" }).getByRole("radio").check();
    await next(page).click();
    await expect(page.getByText("Noch nichts ausgewählt")).toBeVisible();
    await expect(basket(page)).toHaveCount(0);
  });

  test("order with an option that was deleted meanwhile only after choosing another", async ({
    page,
    api,
    failures,
  }) => {
    const given = await shop(api);
    await api.option(given.customer, { description: "Sonderfahrt", days: everyDay });
    await toSummary(page, given);
    await api.call(deleteDeliveryOption, { path: { id: given.option.id } });
    failures.expect(orderCall);
    failures.expect(/options\/\d+\/next\/$/); // asked anew, and gone
    failures.expect(/status of 400/);
    await send(page).click();
    await expect(page).toHaveURL("/deliveries/create?step=1");
    await expect(page.getByText("Die gewählte Lieferoption gibt es nicht mehr.")).toBeVisible();
    await page.getByRole("radio", { name: "Sonderfahrt" }).check();
    await next(page).click();
    await next(page).click();
    await send(page).click();
    await expect(added(page)).toBeVisible();
  });
});

test.describe("who signs out", () => {
  test.use({ who: "fresh staff" });

  test("leaves no begun delivery behind", async ({ page, api }) => {
    await toSummary(page, await shop(api));
    await page.getByRole("button", { name: "Anna Schmidt" }).click();
    await page.getByRole("menuitem", { name: "abmelden" }).click();
    await expect(page).toHaveURL("/login");
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("delivery")))).toEqual(
      [],
    );
  });
});

test.describe("a customer user", () => {
  buyerTest("is shown a price that is another one by now, and asked again", async ({ page, api, given, failures }) => {
    await page.goto("/deliveries/create?step=1");
    await next(page).click();
    await found(page).getByRole("checkbox", { name: /^Box / }).first().check();
    await next(page).click();
    const price = page.locator("dl", { hasText: "Preis" });
    await expect(price.getByText("12,50 €")).toBeVisible();
    await api.call(editDeliveryOption, { path: { id: given.option.id }, body: { price: "79.00" } });
    failures.expect(orderCall);
    failures.expect(/status of 400/);
    await send(page).click();
    await expect(price.getByText("Der Preis dieser Lieferoption ist jetzt 79,00 €.")).toBeVisible();
    await expect(price.locator("dd").getByText("79,00 €", { exact: true })).toBeVisible();
    await expectGoodLooks(page);
    await send(page).click();
    await expect(added(page)).toBeVisible();
    expect((await orderOf(api, { box: given.boxes[0].code })).price).toBe("79.00");
  });

  buyerTest("may look at the one customer, and learns nothing of another's box", async ({ page, api, given }) => {
    const other = await shop(api);
    await page.goto("/deliveries/create?step=0");
    await expect(page).toHaveURL("/deliveries/create?step=1");
    await page.getByRole("link", { name: "Zurück" }).click();
    await expect(field(page, "Kunde")).toHaveValue(given.label);
    await expect(page).toHaveURL("/deliveries/create?step=0");
    await next(page).click();
    await next(page).click();
    await lookup(page).fill(other.boxes[0].code);
    await expect(found(page).getByText(`${boxName(other.boxes[0])} gibt es nicht.`)).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test("one thumb goes through all steps", async ({ page, api }) => {
    const given = await shop(api);
    await toBoxes(page, given);
    await found(page).getByRole("button", { name: "2 Inhalte" }).tap();
    await found(page)
      .getByRole("checkbox", { name: `Akte ${given.word}` })
      .tap();
    await expect(next(page)).toBeInViewport({ ratio: 1 });
    const toBasket = page.getByRole("button", { name: "1 Inhalt", exact: true });
    await toBasket.and(page.locator("button:not([aria-expanded])")).tap();
    await expect(basket(page)).toBeInViewport();
    await next(page).tap();
    await send(page).tap();
    await expect(added(page)).toBeVisible();
  });
});
