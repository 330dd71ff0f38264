import type { Page } from "@playwright/test";
import { completeDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { detailsOf, expectState, lineButton, lineOf, open, ordered } from "#test/e2e/support/delivery-detail.ts";
import { expect, fact, notice, test } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

test.describe("staff who correct a delivery", () => {
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
});
