import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, openShelf, phone, read, readAll, said, tap } from "#test/e2e/support/phone.ts";
import { places } from "#test/e2e/support/nouns/row-page.ts";
import { codes, codesIn, newWorker, OwnBrowser, storedBy } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

test("scans without a network outlive a killed browser, resume where they were, and are stored once under their author's name", async ({
  api,
  origin,
  playwright,
  launchOptions,
}) => {
  const [row, boxes, worker] = [await api.row({ parts: 5, heights: 3 }), await api.boxes(12), await newWorker(api)];
  const [before, after] = [boxes.slice(0, 10), boxes.slice(10)];
  const browser = new OwnBrowser({ playwright, launchOptions } as never, origin);
  try {
    const page = await browser.open();
    await beginAtShelf(page, worker);
    await browser.context.setOffline(true);
    await inFlow(page, "store", "Einlagern");
    await read(page, rowScanText(row.id));
    await expect(said(page)).toContainText("Jetzt die Boxen scannen");
    await readAll(page, before);
    await expect(page.getByText("10 nicht gesendet")).toBeVisible();
    // a token that only one store has is lost with the browser
    await page.evaluate(() => localStorage.clear());
    await browser.kill();

    const again = await browser.open();
    await browser.context.setOffline(true);
    await again.goto("/lager/");
    await expect(again.getByRole("heading", { level: 1 }), "the flow that was under way").toHaveText("Einlagern");
    await expect(again.getByText("10 nicht gesendet")).toBeVisible();
    expect(await codesIn(api, row)).toEqual([]);
    await readAll(again, after);
    await browser.context.setOffline(false);
    await expect.poll(() => codesIn(api, row), "in the order in which they were scanned").toEqual(codes(boxes));
    for (const box of boxes) expect(await storedBy(api, box)).toEqual([worker.lastName]);
  } finally {
    await browser.end();
  }
});

test("boxes are stored without a network from a cold start; what others did meanwhile is asked about and waits to be looked into", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const [row, other] = [await api.row({ parts: 3, heights: 2 }), await api.row()];
  const [first, second, third, fourth] = await api.boxes(4);
  const worker = await newWorker(api);
  await beginAtShelf(page, worker);
  await page.close();
  await context.setOffline(true);
  const cold = await openShelf(context);
  await inFlow(cold, "store", "Einlagern");
  await read(cold, rowScanText(row.id));
  for (const { code } of [first, second, third]) {
    await read(cold, code);
    await expect(said(cold)).toContainText(`Eingelagert${showBoxCode(code)}`);
  }
  await expect(cold.getByText("3 nicht gesendet")).toBeVisible();
  await read(cold, "0000000017");
  await expect(said(cold)).toContainText("Trotzdem merken?");
  await expectAccessible(cold, "with a question");
  await tap(cold, "Nicht merken");

  await api.store(fourth, row, 1, 1); // where the first was put
  await api.store(second, other, 2, 1); // somebody else had it already
  await context.setOffline(false);
  await expect(said(cold)).toContainText("Platz belegt");
  await expect(said(cold)).toContainText(showBoxCode(first.code));
  expect(await places(api, row)).toEqual({ "1/1": fourth.code, "2/1": third.code });
  await tap(cold, "Nach Teil 1, Höhe 2"); // where the second did not come to
  await expect.poll(() => places(api, row)).toMatchObject({ "1/2": first.code });

  await cold.getByRole("link", { name: "Klärfälle: 1" }).click();
  const held = cold.getByRole("article");
  await expect(held).toContainText("Wo steht die Box?");
  await expect(held).toContainText("Gewollt: Eingelagert");
  await expectAccessible(cold, "with something to be looked into");
  await held.getByRole("button", { name: "Dort", exact: true }).click();
  await expect(cold.getByText("Keine Klärfälle.")).toBeVisible();
  expect(await places(api, row)).toEqual({ "1/1": fourth.code, "1/2": first.code, "2/1": third.code });
  expect(await places(api, other)).toEqual({ "2/1": second.code });
  const { history } = await api.details(first);
  expect(history.map(({ state, user }) => [state, user?.last_name]).slice(1)).toEqual([[1, worker.lastName]]);
});
