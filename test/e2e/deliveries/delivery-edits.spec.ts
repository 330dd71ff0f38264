import type { Page } from "@playwright/test";
import { completeDelivery, editDelivery } from "#contract/calls/deliveries.ts";
import { berlinDay } from "#rules/dates.ts";
import { editPause } from "#rules/lists/debounce.ts";
import {
  detailsOf,
  expectState,
  lineButton,
  lineOf,
  open,
  ordered,
  timeline,
} from "#test/e2e/support/delivery-detail.ts";
import { callsOf, expect, fact, notice, stopClock, test } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

test.describe("staff who correct a delivery", () => {
  test("correct the price in place: after a pause, never empty, never nonsense", async ({ page, api }) => {
    const { delivery } = await ordered(api);
    const calls = callsOf(page, "PATCH", /deliveries/);
    await open(page, delivery);
    const price = page.getByRole("textbox", { name: "Preis in Euro" });
    await expect(price).toHaveValue("12,50");
    await price.fill("");
    await expect(fact(page, "Preis")).toContainText("Bitte ausfüllen");
    await price.fill("viel");
    await expect(fact(page, "Preis")).toContainText("Ungültig");
    expect(calls).toHaveLength(0);
    await stopClock(page);
    await price.fill("1.234,5");
    await page.clock.runFor(editPause - 1);
    expect(calls).toHaveLength(0);
    await page.clock.resume();
    await expect(notice(page, "Lieferung aktualisiert")).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ price: "1234.50" }]);
    await price.blur();
    await expect(price).toHaveValue("1.234,50");
    await expect(timeline(page).filter({ hasText: "Preis geändert" })).toContainText("von 12,50 € auf 1.234,50 €");
    await expect(fact(page, "Preis")).not.toContainText("Ungültig");
  });

  test("correct the time in place, in local time; it is sent in UTC", async ({ page, api }) => {
    const { delivery } = await ordered(api);
    const calls = callsOf(page, "PATCH", /deliveries/);
    await open(page, delivery);
    const time = page.getByRole("textbox", { name: "Termin" });
    await expect(time).toHaveValue(/^\d\d\.\d\d\.\d{4} 08:00$/);
    const nextYear = Number(berlinDay(new Date()).slice(0, 4)) + 1;
    await time.fill(`31.2.${nextYear} 9:00`);
    await expect(fact(page, "Termin")).toContainText("Ungültig");
    await time.fill(`1.7.${nextYear + 10} 9:30`);
    await expect(fact(page, "Termin")).toContainText("Das Datum ist mehr als zwei Jahre von heute entfernt.");
    await time.fill(`1.7.${nextYear} 9:30`);
    await expect(notice(page, "Lieferung aktualisiert")).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ time: `${nextYear}-07-01T07:30:00.000Z` }]);
    await time.blur();
    await expect(time).toHaveValue(`01.07.${nextYear} 09:30`);
  });

  test("have what they typed after a refusal, and after a reload", async ({ page, api, failures }) => {
    failures.expect(/\/deliveries\/\d+\/$/);
    const { delivery } = await ordered(api);
    await open(page, delivery);
    const call = /\/deliveries\/\d+\/$/;
    const broken = { status: 500, json: {} };
    await page.route(call, (route) =>
      route.request().method() === "PATCH" ? route.fulfill(broken) : route.continue(),
    );
    const price = page.getByRole("textbox", { name: "Preis in Euro" });
    await price.fill("20");
    await expect(fact(page, "Preis")).toContainText("Ups. Da ist etwas schief gelaufen.");
    await page.unroute(call);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(price).toHaveValue("20,00");
    await fact(page, "Preis").getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(notice(page, "Lieferung aktualisiert")).toBeVisible();
    expect((await detailsOf(api, delivery)).price).toBe("20.00");
  });

  test("need not send the price again once the net is back, and read once that it is gone", async ({
    page,
    api,
    context,
    failures,
  }) => {
    failures.expect(/ERR_INTERNET_DISCONNECTED/);
    const { delivery, first, second } = await ordered(api);
    await open(page, delivery);
    await context.setOffline(true);
    for (const box of [first, second]) {
      await lineButton(page, box, "Kommissionieren").click();
      await expect(lineOf(page, box)).toContainText("Noch nicht gesendet");
    }
    await page.getByRole("textbox", { name: "Preis in Euro" }).fill("20");
    await expect(fact(page, "Preis")).toContainText("sobald das Netz wieder da ist.");
    await expect(page.getByText("Keine Verbindung zum Server.")).toHaveCount(1);
    await context.setOffline(false);
    await expect(notice(page, "Lieferung aktualisiert")).toBeVisible();
    await expect(fact(page, "Preis")).toContainText("Gespeichert");
    await expect.poll(async () => (await detailsOf(api, delivery)).price).toBe("20.00");
  });

  test("hand over and print with the price that stands there, or learn that it is not saved", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/deliveries\/\d+\/$/);
    const { delivery } = await ordered(api);
    await open(page, delivery);
    await button(page, "Alle kommissioniert").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Alle kommissioniert" }).click();
    await expect(page.getByText("Alle 3 Zeilen erledigt")).toBeVisible();
    const price = page.getByRole("textbox", { name: "Preis in Euro" });
    const call = /\/deliveries\/\d+\/$/;
    const broken = { status: 500, json: {} };
    await page.route(call, (route) =>
      route.request().method() === "PATCH" ? route.fulfill(broken) : route.continue(),
    );
    await price.fill("20");
    for (const name of ["Abschließen", "Lieferschein"]) {
      await button(page, name).click();
      await expect(
        notice(page, "Preis ist noch nicht gespeichert: Ups. Da ist etwas schief gelaufen.").last(),
      ).toBeVisible();
    }
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await page.unroute(call);
    await price.fill("21");
    await button(page, "Abschließen").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Abschließen" }).click();
    await expectState(page, "completed");
    expect((await detailsOf(api, delivery)).price).toBe("21.00");
    await expect(price).toBeHidden();
    await expect(fact(page, "Preis")).toHaveText("21,00 €");
  });

  test("read that a price was not saved before somebody else handed over", async ({ page, api, failures }) => {
    failures.expect(/\/deliveries\/\d+\/$/);
    const { delivery, first, second, letter } = await ordered(api);
    for (const code of [first.code, second.code]) await api.scan({ kind: "pick", delivery: delivery.id, code });
    await api.scan({ kind: "pick", delivery: delivery.id, content: letter.id });
    await open(page, delivery);
    const call = /\/deliveries\/\d+\/$/;
    const broken = { status: 500, json: {} };
    await page.route(call, (route) =>
      route.request().method() === "PATCH" ? route.fulfill(broken) : route.continue(),
    );
    await page.getByRole("textbox", { name: "Preis in Euro" }).fill("20");
    await expect(fact(page, "Preis")).toContainText("Ups. Da ist etwas schief gelaufen.");
    await api.call(completeDelivery, { path: { id: delivery.id } });
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(notice(page, "Nicht gespeichert: Preis 20,00. Die Lieferung ist Abgeschlossen.")).toBeVisible();
    await expect(fact(page, "Preis")).toHaveText("12,50 €");
  });

  test("see the facts as high as they are, however much has happened", async ({ page, api }) => {
    const { delivery } = await ordered(api);
    for (let cent = 1; cent <= 12; cent++)
      await api.call(editDelivery, {
        path: { id: delivery.id },
        body: { price: `13.${String(cent).padStart(2, "0")}` },
      });
    await open(page, delivery);
    await expect(timeline(page)).toHaveCount(14);
    const [facts, ways] = [page.locator("main dl"), page.getByRole("region", { name: "Ablauf" })];
    const heights = await Promise.all([facts, ways].map(async (part) => (await part.boundingBox())?.height ?? 0));
    expect(heights[0]).toBeLessThan((heights[1] ?? 0) / 2);
  });
});
