import type { Page } from "@playwright/test";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { DeliveryState, deliveryStateText, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { Api } from "./api.ts";
import { shop } from "./delivery-wizard.ts";
import { expect } from "./page.ts";

type Coded = { readonly code: string };
type Id = { readonly id: number };

/** An order of two boxes, each without contents that are ordered for themselves, and one content of a third box. */
export async function ordered(api: Api, comment = "") {
  const { customer, option, boxes, word, label } = await shop(api);
  const [first, second, third] = boxes;
  const letter = await api.content(third, `Mappe ${word}`);
  const delivery = await api.order(customer, option, { boxes: [first, second], contents: [letter], comment });
  return { delivery, customer, option, first, second, third, letter, word, label };
}

export const detailsOf = (api: Api, { id }: Id) => api.call(getDelivery, { path: { id } });

export async function open(page: Page, delivery: DeliveryDetail) {
  await page.goto(`/deliveries/${delivery.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lieferung ${showDeliveryCode(delivery.code)}`);
  await expect(timeline(page).first()).toBeVisible();
}

export const lineOf = (page: Page, name: string | Coded) =>
  page.getByRole("main").getByRole("row", { name: typeof name === "string" ? name : showBoxCode(name.code) });

export const lineButton = (page: Page, name: string | Coded, action: string) =>
  lineOf(page, name).getByRole("button", { name: action });

export const timeline = (page: Page) => page.getByRole("region", { name: "Ablauf" }).getByRole("listitem");

/** Message of the page about the last scan. */
export const answer = (page: Page) => page.locator("[role=status][aria-atomic]");

/** The state beside the title. */
export const expectState = (page: Page, state: keyof typeof DeliveryState) =>
  expect(page.locator("main header")).toContainText(deliveryStateText[DeliveryState[state]]);
