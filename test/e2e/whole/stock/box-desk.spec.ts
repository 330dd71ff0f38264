import { getBox } from "#contract/calls/stock/boxes.ts";
import { getRow } from "#contract/calls/stock/rows.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { added, basket, question, send, shop } from "#test/e2e/support/delivery-wizard.ts";
import { content, history, open, storedBox } from "#test/e2e/support/box-page.ts";
import { act, actions } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { choose, expect, field, notice, test } from "#test/e2e/support/page.ts";
import { newWorker, signIn } from "#test/e2e/support/worker.ts";

test.describe("where a box is", () => {
  test("stands below its code and leads to its place, which is lit", async ({ page, api }) => {
    const box = await storedBox(api);
    const { position } = await api.call(getBox, { path: { id: box.id } });
    await open(page, box);
    const place = `${position?.row.area.name} · Reihe ${position?.row.number} · Teil 1 · Höhe 1`;
    await page.getByRole("link", { name: place }).click();
    await expect(page.locator("[aria-current=location]")).toContainText(showBoxCode(box.code));
    await expect(page.locator("[aria-current=location]")).toBeInViewport();
    await expectGoodLooks(page);
  });

  test("says where it has none yet, and it is stored on the next free place of the row that is chosen", async ({
    page,
    api,
  }) => {
    const row = await api.row();
    const [first, second] = [await api.box(), await api.box()];
    await api.store(first, row);
    await open(page, second);
    await expect(page.getByText("Noch nicht eingelagert", { exact: true })).toBeVisible();
    await act(page, "Einlagern …");
    const dialog = page.getByRole("dialog", { name: `Box ${showBoxCode(second.code)} einlagern` });
    await dialog.getByRole("button", { name: "Einlagern" }).click();
    await expect(dialog.getByText("Bitte auswählen", { exact: true })).toBeVisible();
    await choose(page, "Reihe", `${row.area.name}, Reihe ${row.number}`);
    await expect(field(page, "Höhe")).toHaveValue("2");
    await expectGoodLooks(page);
    await field(page, "Höhe").fill("1");
    await dialog.getByRole("button", { name: "Einlagern" }).click();
    await expect(dialog.getByText(/Platz ist belegt/)).toBeVisible();
    await field(page, "Höhe").fill("2");
    await dialog.getByRole("button", { name: "Einlagern" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("link", { name: "Teil 1 · Höhe 2" })).toBeVisible();
    const { positions } = await api.call(getRow, { path: { id: row.id } });
    expect(positions.map(({ height, box }) => [height, box.code])).toEqual([
      [1, first.code],
      [2, second.code],
    ]);
  });
});

test("one label of the box is printed on the next free one of the sheet", async ({ page, api }) => {
  await open(page, await api.box());
  for (const label of [1, 2]) {
    const coming = page.waitForEvent("download");
    await act(page, "Etikett");
    expect((await coming).suggestedFilename()).toMatch(/\.pdf$/);
    await expect(notice(page, `Etikett ${label} des Bogens`)).toBeVisible();
  }
});

test("of many lines that are pasted each becomes a content, after a question", async ({ page, api }) => {
  const box = await api.box();
  await open(page, box);
  await field(page, "Neuer Inhalt").evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, "Akte Meier\r\n\r\n  Akte Schulze \nAkte Özdemir\n");
  const asked = page.getByRole("alertdialog", { name: "3 Inhalte hinzufügen" });
  await expect(asked).toContainText("„Akte Meier“, „Akte Schulze“, „Akte Özdemir“");
  await asked.getByRole("button", { name: "3 Inhalte hinzufügen" }).click();
  await expect(content(page, 3)).toHaveValue("Akte Özdemir");
  const { content: kept } = await api.call(getBox, { path: { id: box.id } });
  expect(kept.map(({ text }) => text)).toEqual(["Akte Meier", "Akte Schulze", "Akte Özdemir"]);
});

test("on a phone the place comes first, what is done most stands at the foot, and everything else in one menu", async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const box = await storedBox(api);
  await open(page, box);
  await expect(page.getByRole("link", { name: "Teil 1 · Höhe 1" })).toBeInViewport();
  await expect(actions(page).getByRole("button")).toHaveText([
    "Anfordern",
    "Zur Vernichtung markieren",
    "Aktionen",
    "Vernichten",
  ]);
  const foot = await page.getByRole("button", { name: "Anfordern" }).boundingBox();
  expect(foot?.y).toBeGreaterThan(500);
  await page.keyboard.press("End");
  const last = page
    .getByRole("region", { name: /^Verlauf/ })
    .getByRole("listitem")
    .last();
  await expect.poll(async () => ((await last.boundingBox())?.y ?? 999) < (foot?.y ?? 0)).toBe(true);
  await page.getByRole("button", { name: "Aktionen", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Zurückgekommen" })).toContainText("eingelagert");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Zur Vernichtung markieren" }).click();
  await expect(page.getByText("7 – markiert zur Vernichtung")).toBeVisible();
});

test.describe("a customer user who looks at a box", () => {
  test.use({ who: "nobody" });

  test("orders it with two clicks, and one of its contents beside it", async ({ page, api }) => {
    const { customer, boxes, akte, brief } = await shop(api);
    const [first, second] = boxes;
    await page.goto("/login");
    await signIn(page, await newWorker(api, customer));
    const order = page.getByRole("button", { name: "Anfordern", exact: true });
    await open(page, second);
    await page.getByRole("button", { name: `„${brief.text}“ anfordern` }).click();
    await expect(question(page, 3)).toBeVisible();
    await page.goBack();
    await open(page, first);
    await expect(page.getByRole("button", { name: `„${akte.text}“ anfordern` })).toBeVisible();
    await expectGoodLooks(page);
    await order.click();
    await expect(page).toHaveURL(/\/deliveries\/create\?step=3$/);
    await expect(basket(page)).toHaveText([
      new RegExp(`Box ${showBoxCode(first.code)}`),
      new RegExp(`${brief.text}.*${showBoxCode(second.code)}`),
    ]);
    await send(page).click();
    await expect(added(page)).toBeVisible();
    await open(page, first);
    await expect(order).toHaveAccessibleDescription(/angefordert.*Nur eingelagerte Boxen können bestellt werden/);
    await history(page).first().getByRole("link").click();
    await expect(page).toHaveURL(/\/deliveries\/\d+$/);
    await expect(page.getByRole("main")).toContainText(brief.text);
  });

  test("is asked before an order for another customer that was begun is lost", async ({ page, api }) => {
    const [one, other] = [await shop(api), await shop(api)];
    await page.goto("/login");
    await signIn(page, await newWorker(api, one.customer, other.customer));
    const order = page.getByRole("button", { name: "Anfordern", exact: true });
    await open(page, one.boxes[0]);
    await order.click();
    await expect(question(page, 3)).toBeVisible();
    await open(page, other.boxes[0]);
    await order.click();
    const asked = page.getByRole("alertdialog", { name: "Neue Lieferung beginnen" });
    await expect(asked).toContainText(`Die begonnene Lieferung für ${one.label} mit 1 Box geht verloren.`);
    await asked.getByRole("button", { name: "Abbrechen" }).click();
    await expect(asked).toBeHidden();
    await order.click();
    await asked.getByRole("button", { name: "Neu beginnen" }).click();
    await expect(basket(page)).toHaveText([new RegExp(showBoxCode(other.boxes[0].code))]);
    await expect(page.getByRole("main")).toContainText(other.label);
  });
});
