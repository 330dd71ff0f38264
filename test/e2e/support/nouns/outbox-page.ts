import type { LaunchOptions, Page, PlaywrightWorkerArgs } from "@playwright/test";
import type { Api } from "#test/e2e/support/api.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { expect } from "#test/e2e/support/page.ts";
import { codes, codesIn, expectRow, newWorker, OwnBrowser, signIn } from "#test/e2e/support/worker.ts";

/** Message that says how many scans have no answer. */
export const unsent = (page: Page) => page.getByText(/^\d+ nicht gesendet$/);

export const question = (page: Page) => page.getByRole("alertdialog");
export const onTheWay = (page: Page) => page.getByRole("grid").getByText("noch nicht bestätigt");

/** Returns the actions on a box, with the people who did them, and how often: `[state, last name]`. */
export async function historyOf(api: Api, box: { id: number }) {
  const { history } = await api.details(box);
  return history.map(({ state, user }) => [state, user?.last_name]);
}

type Given = Pick<PlaywrightWorkerArgs, "playwright"> & {
  readonly api: Api;
  readonly origin: string;
  readonly launchOptions: LaunchOptions;
};

/** So many scans at the desk without a network, and the browser is killed: each is stored once, in order. */
export async function expectScansOutliveKill({ api, origin, playwright, launchOptions }: Given, count: number) {
  const row = await api.row({ parts: 12, heights: 5 });
  const boxes = await api.boxes(count);
  const worker = await newWorker(api);
  const browser = new OwnBrowser({ playwright, launchOptions } as never, origin);
  try {
    const page = await browser.open();
    await page.goto(`/login?next=/stock/rows/${row.id}`);
    await signIn(page, worker);
    await expectRow(page, row);
    await browser.context.setOffline(true);
    for (const { code } of boxes) await scan(page, code);
    await expect(page.getByText(`${count} nicht gesendet`)).toBeVisible({ timeout: 60_000 });
    expect(await codesIn(api, row)).toEqual([]);
    await browser.kill();

    const again = await browser.open();
    await again.goto("/home");
    await expect.poll(() => codesIn(api, row), { timeout: 60_000 }).toEqual(codes(boxes));
    const histories = await Promise.all(boxes.map((box) => api.details(box)));
    const whole = [0, 1].map(String);
    expect(new Set(histories.map(({ history }) => history.map(({ state }) => state).join()))).toEqual(
      new Set([whole.join()]),
    );
    expect(new Set(histories.map(({ history }) => history[1]?.user?.last_name))).toEqual(new Set([worker.lastName]));
    const moments = histories.map(({ history }) => history[1]?.created ?? "");
    expect(moments, "in the order in which they were scanned").toEqual(moments.toSorted());
  } finally {
    await browser.end();
  }
}
