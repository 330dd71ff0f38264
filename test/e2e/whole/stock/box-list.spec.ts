import { showBoxCode, showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { anyWord } from "#test/support/words.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { choose, expect, field, notice, test } from "#test/e2e/support/page.ts";
import type { Page } from "@playwright/test";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: typeof name === "string" });
const tick = (page: Page, { code }: { code: string }) =>
  page.getByRole("checkbox", { name: `Box ${showBoxCode(code)} auswählen` });

test.describe("the list of boxes", () => {
  test("is narrowed by a piece of the customer's name, and by what is in the boxes", async ({ page, api }) => {
    const word = anyWord();
    const customer = await api.customer(`Öl & Gas ${word} GmbH`);
    const [box] = await api.boxes(2, customer);
    await api.content(box, `Verträge ${word}`);
    await page.goto("/stock/boxes");
    await field(page, "Kundenname").fill(`GAS ${word}`);
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (2)" })).toBeVisible();
    await expect(page.getByRole("cell", { name: showCustomer(customer) })).toHaveCount(2);
    await field(page, "Box oder Inhalt").fill(`vertrage ${word}`);
    await expect(page.getByRole("heading", { level: 1, name: "Boxen (1)" })).toBeVisible();
    await expect(page.getByRole("link", { name: showBoxCode(box.code) })).toBeVisible();
  });

  test("marks the ticked boxes together; what may not be marked is not counted", async ({ page, api }) => {
    const customer = await api.customer();
    const [one, two, gone] = await api.stored(3, customer);
    await api.edit(gone, { state: 6 });
    await page.goto(`/stock/boxes?owner=${customer.code}`);
    for (const box of [one, two, gone]) await tick(page, box).check();
    await expectGoodLooks(page);
    await button(page, "Markieren (2)").click();
    const question = page.getByRole("alertdialog", { name: "Zur Vernichtung markieren" });
    await expect(question).toContainText(`2 Boxen von ${customer.name} werden markiert.`);
    await question.getByRole("button", { name: "Markieren" }).click();
    await expect(notice(page, "2 Boxen zur Vernichtung markiert")).toBeVisible();
    await expect(page.getByRole("cell", { name: "markiert zur Vernichtung" })).toHaveCount(2);
    await expect(button(page, /^Markieren/)).toBeHidden();
  });

  test("orders only what is in stock and of one customer, and says what is left out", async ({ page, api }) => {
    const customer = await api.customer();
    const [one, partly] = await api.stored(2, customer);
    const out = await api.box(customer);
    const inside = await api.content(partly, "Akte");
    await api.order(customer, await api.option(customer, { description: "Bote" }), { contents: [inside] });
    const [foreign] = await api.stored(1);
    const word = anyWord();
    for (const box of [one, partly, out, foreign]) await api.content(box, word);
    await page.goto(`/stock/boxes?content=${word}`);
    for (const box of [one, partly, out, foreign]) await tick(page, box).check();
    await expect(button(page, "Anfordern (3)")).toHaveAccessibleDescription(/Boxen von 2 Kunden/);
    await tick(page, foreign).uncheck();
    await button(page, "Anfordern (2)").click();
    await expect(page).toHaveURL("/deliveries/create?step=3");
    await expect(
      notice(page, /^Box .* Nicht als ganze Box: Ein Inhalt ist bereits einzeln angefordert\.$/),
    ).toBeVisible();
    await expect(notice(page, `Box ${showBoxCode(out.code)} ist erstellt.`)).toBeVisible();
    await expect(tick(page, foreign), "the list is left").toBeHidden();
    await expect(page.getByText(showBoxCode(one.code))).toBeVisible();
    await expect(page.getByText(showBoxCode(partly.code))).toBeHidden();
  });
});

test.describe("boxes that were just made", () => {
  test("stand above the list until they are closed, and lead to more of the same", async ({ page, api }) => {
    const customer = await api.customer();
    await page.goto("/stock/boxes/new");
    await choose(page, "Kunde", customer.name);
    await field(page, "Anzahl").fill("2");
    await field(page, "Größe in mm").fill("350");
    await button(page, "Boxen hinzufügen").click();
    const line = page.getByRole("region", { name: "Zuletzt angelegt" });
    const prefix = showCustomerCode(customer.code);
    await expect(line).toContainText(`2 Boxen angelegt: ${prefix}.000.001–002`);
    await expect(page).toHaveURL("/stock/boxes");
    await expectGoodLooks(page);
    await line.getByRole("link", { name: "Ansehen" }).click();
    await expect(page).toHaveURL(`/stock/boxes?owner=${customer.code}&from=1&to=2`);
    await page.reload();
    await line.getByRole("link", { name: "Weitere hinzufügen" }).click();
    await expect(field(page, "Kunde")).toHaveValue(showCustomer(customer));
    await expect(field(page, "Größe in mm")).toHaveValue("350");
    await button(page, "Boxen hinzufügen").click();
    await expect(line).toContainText(`1 Box angelegt: ${prefix}.000.003`);
    await line.getByRole("button", { name: "Schließen" }).click();
    await page.reload();
    await settled(page);
    await expect(line).toBeHidden();
  });
});
