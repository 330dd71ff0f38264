import type { Page } from "@playwright/test";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { expect } from "#test/e2e/support/page.ts";

export const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
export const total = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });
export const all = (page: Page, what: string) => button(page, `Alle Boxen: ${what}`);
export const one = (page: Page, { code }: { code: string }, what: string) =>
  button(page, `${showBoxCode(code)}: ${what}`);
const line = (page: Page, { code }: { code: string }) =>
  page
    .getByRole("table", { name: "Boxen" })
    .getByRole("row")
    .filter({ hasText: showBoxCode(code) });
export const amount = (page: Page, box: { code: string }) => line(page, box).getByRole("cell").nth(3);
export const place = (page: Page, at: number) =>
  page
    .getByRole("list", { name: "Etiketten des Bogens" })
    .getByRole("listitem")
    .nth(at - 1);

export const less = "ein Etikett weniger";
export const more = "ein Etikett mehr";
export const sheet = "+24 Etiketten";
export const none = "alle Etiketten entfernen";

/** The label list of a customer of its own. */
export async function open(page: Page, api: Api, count: number) {
  const customer = await api.customer();
  const boxes = await api.boxes(count, customer);
  await page.goto(`/services/labelprints?owner=${customer.code}`);
  await expect(page.getByRole("heading", { level: 1, name: `Etikettendruck (${count})` })).toBeVisible();
  return { customer, boxes, first: boxes[0] as (typeof boxes)[number], last: boxes.at(-1) as (typeof boxes)[number] };
}
