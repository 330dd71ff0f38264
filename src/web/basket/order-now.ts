import { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { type DraftAction, type DraftCustomer, emptyDraft, reduceDraft } from "#rules/deliveries/delivery-draft.ts";
import { call } from "#web/api/call.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { begunDelivery, showChosen } from "./begun-delivery.ts";

/** Addition to the delivery that is being ordered. */
export type OrderAddition = Extract<DraftAction, { type: "addBox" | "addContent" }>;

/**
 * Puts it into the delivery that is being ordered, and chooses the option that comes first where none is chosen: the summary is what is
 * left. Answers whether it did; somebody may rather keep what they have begun for another customer.
 */
export async function orderNow(
  customer: DraftCustomer,
  wanted: readonly OrderAddition[],
  asScan = false,
): Promise<boolean> {
  let draft = begunDelivery.get() ?? emptyDraft;
  const lines = showChosen(draft);
  const isOther = draft.customer?.id !== customer.id;
  if (lines && draft.customer && (isOther || draft.asScan !== asScan)) {
    const whose = isOther ? `für ${showCustomer(draft.customer)}` : draft.asScan ? "als Scan" : "von Papier";
    const text = `Die begonnene Lieferung ${whose} mit ${lines} geht verloren.`;
    if (!(await confirm({ title: "Neue Lieferung beginnen", text, action: "Neu beginnen", danger: true })))
      return false;
    draft = emptyDraft;
  }
  const query = { query: "{deliveryoptions}" };
  const { deliveryoptions: options } = await call(getCustomer, { path: { id: customer.id }, query });
  let next = reduceDraft(draft, { type: "chooseCustomer", customer });
  next = reduceDraft(next, { type: "setAsScan", asScan });
  for (const each of wanted) next = reduceDraft(next, each);
  const first = await firstOf(options);
  if (first && !options.some(({ id }) => id === next.option))
    next = reduceDraft(next, { type: "chooseOption", option: first.id });
  begunDelivery.set(next);
  return true;
}

/** The option that delivers first, by the server's clock; of two on the same day the cheaper one. */
async function firstOf(options: readonly DeliveryOption[]): Promise<DeliveryOption | undefined> {
  if (options.length < 2) return options[0];
  const offers = await Promise.all(
    options.map(async (option) => ({ option, offer: await call(nextDelivery, { path: { id: option.id } }) })),
  );
  return offers.toSorted(
    (a, b) => a.offer.day.localeCompare(b.offer.day) || Number(a.offer.price) - Number(b.offer.price),
  )[0]?.option;
}
