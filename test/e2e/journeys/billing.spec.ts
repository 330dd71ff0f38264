import { billedMonth } from "#contract/calls/billing/billing.ts";
import { issue, month, served } from "#test/e2e/support/nouns/last-month.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect } from "#test/e2e/support/page.ts";

// every customer of the server is billed: that is nobody else's
const test = serverTest({});

test("a run is ended between two invoices, and what an unanswered call may have issued is not issued twice", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/net::ERR_FAILED|Failed to load resource/);
  for (const hours of ["1", "2", "3"]) await served(api, hours);
  const left = async () => {
    const { results } = await api.call(billedMonth, { query: { month } });
    return results.filter(({ invoice }) => invoice === null).length;
  };
  expect(await left()).toBe(3);

  // the answer of the first is lost on its way
  await page.route(
    /\/invoices\/$/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto("/billing/run");
  await issue(page, "3 Rechnungen ausstellen", 3);
  await expect(page.getByText("1 Rechnung ausgestellt.")).toBeVisible();
  await expect(page.getByRole("button", { name: "2 Rechnungen ausstellen" })).toBeVisible();
  expect(await left()).toBe(2);

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/invoices\/$/, async (route) => {
    await held;
    await route.continue();
  });
  await issue(page, "2 Rechnungen ausstellen", 2);
  await expect(page.getByRole("progressbar", { name: "0 von 2 Rechnungen ausgestellt" })).toBeVisible();
  await page.getByRole("button", { name: "Anhalten" }).click();
  answer();
  await expect(page.getByRole("button", { name: "1 Rechnung ausstellen" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  expect(await left()).toBe(1);
});
