import type { Page } from "@playwright/test";
import { createAddress } from "#contract/calls/customers/addresses.ts";
import { editDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { getTour } from "#contract/calls/deliveries/tours.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { shop } from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooks, expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { ownServerTest } from "#test/e2e/support/own-server.ts";
import { expect, field, notice } from "#test/e2e/support/page.ts";

// a day's list has all that is due by then: on the common server what others ordered, and where it ends on the screen is theirs to say
const test = ownServerTest;

/** Deliveries of three customers for a day; the first has an address of its own. */
async function ordersFor(api: Api, day: string) {
  const orders = [];
  for (const hour of ["11", "09", "10"]) {
    const { customer, option, boxes } = await shop(api);
    if (orders.length === 0) {
      const address = { name: "Labor", street: "Am Tor 5", postcode: "01067", city: "Dresden", phone: "0351 1234-5" };
      await api.call(createAddress, { path: { id: customer.id }, body: { ...address, hours: "8 – 15 Uhr" } });
    }
    const { id, code } = await api.order(customer, option, { boxes: [boxes[0]] });
    await api.call(editDelivery, { path: { id }, body: { time: `${day}T${hour}:00:00Z` } });
    orders.push({ id, name: showDeliveryCode(code) });
  }
  return orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]];
}

const stops = (page: Page) => page.getByRole("list", { name: "Halte", exact: true }).getByRole("listitem");
const expectOrder = async (page: Page, names: readonly string[]) =>
  expect(stops(page)).toContainText(names.map((name) => `Lieferung ${name}`));

test("staff plan a day's tour, put its stops into order by keys and by dragging, drive it and report whom they did not meet", async ({
  page,
  api,
}) => {
  const day = addDays(berlinDay(new Date()), 60);
  const [eleven, nine, ten] = await ordersFor(api, day);
  await page.goto("/deliveries");
  await page.getByRole("link", { name: "Touren" }).click();
  await field(page, "Tag").fill(showDate(day));
  await field(page, "Tag").press("Tab");
  const all = page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" });
  await all.check();
  await all.uncheck();
  for (const { name } of [eleven, nine, ten]) await page.getByLabel(`Lieferung ${name} auswählen`).check();
  await expectGoodLooksEverywhere(page);
  await page.getByRole("button", { name: /^Tour anlegen/ }).click();
  await field(page, "Fahrzeug").fill("DD-MA 12");
  await field(page, "Fahrer").fill("Herr Kurz");
  await expectGoodLooks(page);
  await page.getByRole("dialog").getByRole("button", { name: "Tour anlegen" }).click();
  await expect(notice(page, "Tour angelegt")).toBeVisible();

  await expectOrder(page, [nine.name, ten.name, eleven.name]);
  const later = page.getByRole("button", { name: `Lieferung ${nine.name} später` });
  await later.focus();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === "GET" && /\/tours\/\d+\/$/.test(answer.url()),
  );
  await page.keyboard.press("Enter");
  await saved; // one order is saved after the other
  await expectOrder(page, [ten.name, nine.name, eleven.name]);
  await expect(page.getByText(`Lieferung ${nine.name} ist jetzt Halt 2 von 3.`)).toBeVisible();
  await expect(later).toBeFocused();
  await expect(later).not.toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Enter");
  await expectOrder(page, [ten.name, eleven.name, nine.name]);
  await expect(later).toHaveAccessibleDescription("Das ist der letzte Halt.");
  await stops(page).nth(2).getByTitle("Ziehen").dragTo(stops(page).nth(0));
  await expectOrder(page, [nine.name, ten.name, eleven.name]);
  await page.reload();
  await expectOrder(page, [nine.name, ten.name, eleven.name]);
  await expectGoodLooksEverywhere(page);

  const [last] = await stops(page).filter({ hasText: eleven.name }).all();
  await expect(last!.getByRole("link", { name: /Am Tor 5/ })).toHaveAttribute("href", /^geo:0,0\?q=Am%20Tor%205/);
  await expect(last!.getByRole("link", { name: "0351 1234-5" })).toHaveAttribute("href", "tel:035112345");
  await expect(last!).toContainText("geöffnet 8 – 15 Uhr");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Ladeliste als PDF" }).click();
  expect((await download).suggestedFilename()).toBe(`Ladeliste-${day}.pdf`);

  await page.getByRole("button", { name: "Tour beginnen" }).click();
  await expect(notice(page, "Die Tour hat begonnen")).toBeVisible();
  await page.getByRole("button", { name: `Lieferung ${ten.name} nicht angetroffen` }).click();
  await page.getByRole("combobox", { name: "Warum" }).selectOption("closed");
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Melden" }).click();
  await expect(page.getByText("Nicht übergeben: geschlossen.")).toBeVisible();
  await expectOrder(page, [nine.name, eleven.name]);
  await page.getByRole("button", { name: `Lieferung ${ten.name} hinzufügen` }).click();
  await expectOrder(page, [nine.name, eleven.name, ten.name]);
  await page.getByRole("button", { name: "Tour beenden" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Tour beenden" }).click();
  await expect(notice(page, "Die Tour ist beendet")).toBeVisible();
  const id = Number(page.url().split("/").at(-1));
  const { results } = await api.call(getTour, { path: { id } });
  expect(results.every(({ ended }) => ended !== null)).toBe(true);
});
