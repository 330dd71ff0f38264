import type { Page } from "@playwright/test";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { everyDay } from "#test/e2e/support/delivery-wizard.ts";
import { expect } from "#test/e2e/support/page.ts";

type Coded = { readonly code: string };
// Other tests order at the same time: only what stands in an area of its own is looked at.
export const rowIn = (page: Page, area: { name: string }, number: number) =>
  page.getByRole("region", { name: new RegExp(`^${area.name} · Reihe ${number} `) });
export const lineOf = (page: Page, { code }: Coded) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: showBoxCode(code) });
export const tickOf = (page: Page, box: Coded) => lineOf(page, box).getByRole("checkbox");

/** Four boxes of which two stand in a row, two in one that is walked from the other end; ordered whole. */
export async function round(api: Api) {
  const area = await api.area();
  const [row, reverse] = [await api.row({ area, number: 1 }), await api.row({ area, number: 2, reverse: true })];
  const customer = await api.customer();
  const option = await api.option(customer, { days: everyDay, to: "23:59", prior: 0 });
  const boxes = await api.boxes(4, customer);
  const [first, second, third, fourth] = boxes;
  await api.store(second, row, 1, 2);
  await api.store(first, row, 2, 1);
  await api.store(third, reverse, 7, 1);
  await api.store(fourth, reverse, 3, 2);
  return { area, customer, option, boxes, first, second, third, fourth };
}

export async function open(page: Page, area: { name: string }, tour = "") {
  await page.goto(`/deliveries/collect${tour}`);
  await expect(rowIn(page, area, 1)).toBeVisible();
}
