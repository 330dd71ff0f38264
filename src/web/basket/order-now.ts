import { getCustomer } from "#contract/calls/customers/customers.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { nextDeliveryDay, timesOf } from "#rules/deliveries/delivery-date.ts";
import { type DraftAction, type DraftCustomer, emptyDraft, reduceDraft } from "#rules/deliveries/delivery-draft.ts";
import { call } from "#web/api/call.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { begunDelivery, showChosen } from "./begun-delivery.ts";

/** What is added to the delivery that is being ordered. */
export type OrderAddition = Extract<DraftAction, { type: "addBox" | "addContent" }>;

/**
 * Puts it into the delivery that is being ordered, and chooses the option that comes first where none is chosen: the summary is what is
 * left. Answers whether it did; somebody may rather keep what they have begun for another customer.
 */
export async function orderNow(customer: DraftCustomer, wanted: readonly OrderAddition[]): Promise<boolean> {
  const draft = begunDelivery.get() ?? emptyDraft;
  const lines = showChosen(draft);
  if (lines && draft.customer && draft.customer.id !== customer.id) {
    const text = `Die begonnene Lieferung für ${showCustomer(draft.customer)} mit ${lines} geht verloren.`;
    if (!(await confirm({ title: "Neue Lieferung beginnen", text, action: "Neu beginnen", danger: true })))
      return false;
  }
  const query = { query: "{deliveryoptions}" };
  const { deliveryoptions: options } = await call(getCustomer, { path: { id: customer.id }, query });
  let next = reduceDraft(draft, { type: "chooseCustomer", customer });
  for (const each of wanted) next = reduceDraft(next, each);
  const first = firstOf(options);
  if (first && !options.some(({ id }) => id === next.option))
    next = reduceDraft(next, { type: "chooseOption", option: first.id });
  begunDelivery.set(next);
  return true;
}

/** The option that delivers first; of two on the same day the cheaper one. */
function firstOf(options: readonly DeliveryOption[]): DeliveryOption | undefined {
  const now = new Date();
  const days = new Map(options.map((option) => [option.id, nextDeliveryDay(timesOf(option), now)]));
  const dayOf = ({ id }: DeliveryOption) => days.get(id) ?? "";
  return options.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || Number(a.price) - Number(b.price))[0];
}
