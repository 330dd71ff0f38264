import type { Page } from "@playwright/test";
import { scan } from "#test/e2e/support/keys.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expectScansOutliveKill, historyOf, onTheWay, question, unsent } from "#test/e2e/support/nouns/outbox-page.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import {
  codes,
  codesIn,
  expectRow,
  loseScans,
  newWorker,
  signIn,
  signOut,
  statusWith,
  tokenIn,
} from "#test/e2e/support/worker.ts";

test.use({ isNew: true });

const button = (page: Page, name: string) => question(page).getByRole("button", { name, exact: true });

test("a browser that is killed loses no scan", ({ api, origin, playwright, launchOptions }) =>
  expectScansOutliveKill({ api, origin, playwright, launchOptions }, 8));

test.describe("two workers at one computer", () => {
  test.use({ who: "nobody" });

  test("each have their scans under their own name, whoever is signed in when they are sent", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/scans\/$/);
    const [anna, bernd] = [await newWorker(api), await newWorker(api)];
    const row = await api.row({ parts: 5, heights: 2 });
    const boxes = await api.boxes(5);
    await page.goto(`/login?next=/stock/rows/${row.id}`);
    await signIn(page, anna);
    await expectRow(page, row);
    const token = await tokenIn(page);
    const mend = await loseScans(page, "scans");
    for (const { code } of boxes.slice(0, 3)) await scan(page, code);
    await expect(page.getByText("3 nicht gesendet")).toBeVisible();

    await signOut(page, anna);
    await expect(question(page)).toContainText("3 Scans sind noch nicht gesendet");
    await expectAccessible(page, "with the question on leaving");
    await button(page, "Trotzdem abmelden").click();
    await expect(page).toHaveURL("/login");
    await signIn(page, bernd);
    await page.goto(`/stock/rows/${row.id}`);
    await expectRow(page, row);
    await expect(onTheWay(page)).toHaveCount(3);
    await expect(unsent(page), "what others have left is not his").toBeHidden();
    for (const { code } of boxes.slice(3)) await scan(page, code);
    await expect(page.getByText("2 nicht gesendet")).toBeVisible();
    mend();

    await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
    for (const [index, box] of boxes.entries())
      expect((await historyOf(api, box)).at(1)).toEqual([1, index < 3 ? anna.lastName : bernd.lastName]);
    await expect.poll(() => statusWith(api, token), "her session has ended with her last scan").toBe(403);
    expect(await statusWith(api, await tokenIn(page))).toBe(200);
  });
});
