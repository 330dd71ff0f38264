import { expect, type Page } from "@playwright/test";
import { getDelivery, listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import type { Api } from "./api.ts";
import { anyWord } from "#test/support/words.ts";
import { choose, field, notice } from "./page.ts";

export const everyDay = "1,2,3,4,5,6,7";
/** The times of `shop`'s option, for the rule of the next day. */
export const daily = { days: [1, 2, 3, 4, 5, 6, 7], to: "23:59", prior: 0 };
export const orderCall = /\/api\/v1\/deliveries\/$/;
const questions = ["Für welchen Kunden?", "Wie und wann?", "Welche Boxen und Inhalte?", "Stimmt alles?"] as const;

/** A customer with a delivery option and three boxes in stock; the first two have contents with a word of their own. */
export async function shop(api: Api, option: Parameters<Api["option"]>[1] = {}) {
  const word = anyWord();
  const customer = await api.customer();
  const agreed = await api.option(customer, { days: everyDay, to: "23:59", prior: 0, ...option });
  const boxes = await api.stored(3, customer);
  const [first, second] = boxes;
  const akte = await api.content(first, `Akte ${word}`);
  const plan = await api.content(first, `Plan ${word}`);
  const brief = await api.content(second, `Brief ${word}`);
  const label = `${showCustomerCode(customer.code)} – ${customer.name}`;
  return { word, customer, option: agreed, boxes, akte, plan, brief, label };
}
export type Shop = Awaited<ReturnType<typeof shop>>;

/** The question of a step; the focus is where it is answered. */
export const question = (page: Page, step: 0 | 1 | 2 | 3) =>
  page.getByRole("heading", { level: 2, name: questions[step] });

export const next = (page: Page) => page.getByRole("button", { name: "Weiter", exact: true });
export const send = (page: Page) => page.getByRole("button", { name: "Lieferung hinzufügen", exact: true });
export const lookup = (page: Page) => page.getByLabel("Box oder Inhalt suchen");
export const found = (page: Page) => page.getByRole("region", { name: "Gefundene Boxen" });
export const basket = (page: Page) => page.getByRole("list", { name: "Auswahl" }).getByRole("listitem");

/** From the start to the choice of boxes. */
export async function toBoxes(page: Page, { label, option }: Shop) {
  await page.goto("/deliveries/create");
  await choose(page, "Kunde", label);
  await next(page).click();
  await page.getByRole("radio", { name: option.description }).check();
  await next(page).click();
  await expect(lookup(page)).toBeFocused();
}

/** From the start to the summary, with the first so many boxes. */
export async function toSummary(page: Page, given: Shop, boxes = 1) {
  await toBoxes(page, given);
  for (let index = 0; index < boxes; index++)
    await found(page).getByRole("checkbox", { name: /^Box / }).nth(index).check();
  await next(page).click();
  await expect(question(page, 3)).toBeVisible();
  await expect(field(page, "Lieferdatum")).toBeFocused();
}

export const added = (page: Page) => notice(page, /^Lieferung hinzugefügt \d{6} am [A-Z][a-z]+, \d\d\.\d\d\.\d{4}$/);
export const boxName = ({ code }: { code: string }) => `Box ${showBoxCode(code)}`;

/** The only delivery that has this content or box. */
export async function orderOf(api: Api, query: { box?: string; content?: string }) {
  const { results } = await api.call(listDeliveries, { query });
  expect(results).toHaveLength(1);
  return api.call(getDelivery, { path: { id: results[0]?.id ?? 0 } });
}
