import { showBoxCode } from "#rules/box-code.ts";
import { rowScanText } from "#rules/positions.ts";
import { answer, lineOf, ordered } from "#test/e2e/support/delivery-detail.ts";
import { afterBounce, scan } from "#test/e2e/support/keys.ts";
import { callsOf, expect, field, notice, test } from "#test/e2e/support/page.ts";
import { codes, codesIn, expectRow, hold, idsIn, openRow } from "#test/e2e/support/worker.ts";

test.describe("a page that takes scans", () => {
  test("is not left by the late answer to a scan on another page", async ({ page, api }) => {
    const row = await api.row();
    const [before, box] = await api.boxes(2);
    await page.goto(`/stock/areas/${row.area.id}`);
    const link = page.getByRole("link", { name: `Reihe ${row.number}`, exact: true });
    await expect(link).toBeVisible();
    const go = await hold(page, /\/scans\/resolve\//);
    const asked = page.waitForRequest(/\/scans\/resolve\//);
    await scan(page, before.code);
    const request = await asked;
    await link.click();
    await expectRow(page, row);
    go();
    await (await request.response())?.finished();
    await scan(page, box.code);
    await expect(answer(page)).toContainText(`Eingelagert${showBoxCode(box.code)}`);
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
    expect(await codesIn(api, row)).toEqual([box.code]);
  });

  for (const [what, pattern] of [
    ["its program", /\/assets\/.*\.js$/],
    ["its row", /\/api\/v1\/rows\/\d+\//],
  ] as const) {
    test(`stores what is scanned while ${what} is still coming`, async ({ page, api }) => {
      const row = await api.row();
      const boxes = await api.boxes(3);
      const resolving = callsOf(page, "GET", /resolve/);
      await page.goto(`/stock/areas/${row.area.id}`);
      const link = page.getByRole("link", { name: `Reihe ${row.number}`, exact: true });
      await expect(link).toBeVisible();
      const go = await hold(page, pattern);
      await link.click();
      await expect(page).toHaveURL(`/stock/rows/${row.id}`);
      for (const { code } of boxes) await scan(page, code);
      expect(await codesIn(api, row)).toEqual([]);
      go();
      await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
      await expect(page).toHaveURL(`/stock/rows/${row.id}`);
      expect(resolving).toEqual([]);
    });
  }

  test("stores what is scanned after the sign of another row, while that one is still coming", async ({
    page,
    api,
  }) => {
    const [here, there] = [await api.row(), await api.row({ number: 2 })];
    const box = await api.box();
    await openRow(page, here);
    const go = await hold(page, new RegExp(`/api/v1/rows/${there.id}/`));
    await scan(page, rowScanText(there.id));
    await scan(page, box.code);
    await expect(page).toHaveURL(`/stock/rows/${there.id}`);
    go();
    await expect(answer(page)).toContainText("Eingelagert");
    expect([await codesIn(api, here), await codesIn(api, there)]).toEqual([[], [box.code]]);
  });

  test("takes what is scanned when it is opened by its address, before it is there", async ({ page, api }) => {
    const row = await api.row();
    const box = await api.box();
    const go = await hold(page, /\/api\/v1\/users\/\d+\//);
    await page.goto(`/stock/rows/${row.id}`);
    await expect(page.getByText("Sitzung wird geladen …")).toBeVisible();
    await scan(page, box.code);
    go();
    await expect(answer(page)).toContainText("Eingelagert");
    expect(await codesIn(api, row)).toEqual([box.code]);
  });

  test("picks what is scanned while the delivery or the collect list is still coming", async ({ page, api }) => {
    const { delivery, first, second } = await ordered(api);
    await page.goto("/deliveries/overview");
    await expect(page.getByRole("link", { name: "Sammelliste" })).toBeVisible();
    const goCollect = await hold(page, /\/deliveries\/collect\//);
    await page.getByRole("link", { name: "Sammelliste" }).click();
    await expect(page).toHaveURL("/deliveries/collect");
    await scan(page, first.code);
    goCollect();
    await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(first.code)}`);
    const goDelivery = await hold(page, new RegExp(`/api/v1/deliveries/${delivery.id}/`));
    await page
      .getByRole("listitem")
      .filter({ hasText: showBoxCode(second.code) })
      .getByRole("link", { name: /^Lieferung/ })
      .click();
    await expect(page).toHaveURL(`/deliveries/${delivery.id}`);
    await scan(page, second.code);
    goDelivery();
    await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(second.code)}`);
    await expect(lineOf(page, second)).toContainText("kommissioniert");
    await expect(page).toHaveURL(`/deliveries/${delivery.id}`);
  });

  test("says what was not taken because the page could not be loaded", async ({ page, api, failures }) => {
    failures.expect(/\/rows\/\d+\//);
    const row = await api.row();
    const boxes = await api.boxes(2);
    await page.goto(`/stock/areas/${row.area.id}`);
    const link = page.getByRole("link", { name: `Reihe ${row.number}`, exact: true });
    await expect(link).toBeVisible();
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/api\/v1\/rows\/\d+\//, async (route) => {
      await held;
      await route.abort();
    });
    await link.click();
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
    for (const { code } of boxes) await scan(page, code);
    go();
    await expect(notice(page, "Nicht übernommen: 2 Scans. Die Seite konnte nicht geladen werden.")).toBeVisible();
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
  });
});

test.describe("of what a scanner sends", () => {
  test("the same text within two seconds counts once", async ({ page, api }) => {
    const row = await api.row();
    const [box, other] = await api.boxes(2);
    const calls = callsOf(page, "POST", /scans/);
    await openRow(page, row);
    await scan(page, box.code);
    await scan(page, box.code, { later: 1_500 });
    await expect(answer(page)).toContainText("Eingelagert");
    await expect(field(page, "Boxcode scannen oder eingeben")).toHaveValue("");
    await scan(page, other.code);
    await expect(answer(page)).toContainText(showBoxCode(other.code));
    await expect(page.getByRole("heading", { name: "Letzte Scans (2)" })).toBeVisible();
    await scan(page, other.code, { later: afterBounce });
    await expect(answer(page)).toContainText("Bitte prüfen");
    expect(idsIn(calls)).toHaveLength(3);
  });

  test("a part of a code is none", async ({ page, api }) => {
    const row = await api.row();
    const calls = callsOf(page, "POST", /scans/);
    await openRow(page, row);
    await scan(page, "02999777");
    await expect(answer(page)).toContainText("Scan unvollständig, bitte noch einmal");
    await expect(field(page, "Boxcode scannen oder eingeben")).toHaveValue("");
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
    expect(calls).toEqual([]);
  });
});
