import { useQuery } from "@tanstack/react-query";
import { type ActionDispatch, useEffect, useReducer } from "react";
import { nextDelivery } from "#contract/calls/deliveries/delivery-options.ts";
import { getCustomer, listCustomers } from "#contract/calls/customers/customers.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import {
  type DeliveryDraft,
  type DraftAction,
  type DraftStep,
  emptyDraft,
  furthestStep,
  reduceDraft,
} from "#rules/deliveries/delivery-draft.ts";
import { queryFor } from "#web/api/queries.ts";
import { type DeliveryStepSearch, integerParameter, type RawSearch, textIn } from "#web/search.ts";
import { begunDelivery } from "#web/basket/begun-delivery.ts";

const selection = "{id,name,code,deliveryoptions}";
export const customersQuery = queryFor(listCustomers, { query: { query: selection } });

/** Props of every step. */
export interface StepProps {
  readonly draft: DeliveryDraft;
  readonly act: ActionDispatch<[action: DraftAction]>;
}

/** Holds the choices made so far, also before a reload or on another visit of the wizard. */
export function useDraft() {
  const [draft, act] = useReducer(reduceDraft, null, () => begunDelivery.get() ?? emptyDraft);
  useEffect(() => (draft === emptyDraft ? begunDelivery.remove() : begunDelivery.set(draft)), [draft]);
  return { draft, act, drop: begunDelivery.remove };
}

/** Reads the step, and whether it is to be a scan, out of the address. */
export const stepSearch = (raw: RawSearch): DeliveryStepSearch => {
  const scan = textIn(raw, "scan") || String(raw["scan"]);
  return { step: integerParameter(raw, "step", 0, 3), scan: scan === "true" || (scan === "false" ? false : undefined) };
};

/** The delivery options of the chosen customer, as fresh as the server has them, and the chosen one among them. */
export function useDeliveryOptions({ customer, option }: DeliveryDraft) {
  const id = customer?.id ?? 0;
  const query = useQuery({
    ...queryFor(getCustomer, { path: { id }, query: { query: selection } }),
    enabled: customer !== null,
  });
  const options: readonly DeliveryOption[] | undefined = query.data?.deliveryoptions;
  const selectedOption = options?.find((one) => one.id === option);
  return {
    query,
    options,
    chosen: selectedOption,
    isGone: option !== null && options !== undefined && !selectedOption,
  };
}

/** Returns the query for the days that an option offers, by the server's clock: the reader's may be wrong. */
export const offerQuery = (id: number) => queryFor(nextDelivery, { path: { id } });

/** The step to show for the one of the address; where the chosen option was deleted meanwhile, not beyond its choice. */
export function stepFor(draft: DeliveryDraft, target: number | undefined, optionIsGone: boolean): DraftStep {
  const step = furthestStep(draft, target ?? 0);
  return optionIsGone && step > 1 ? 1 : step;
}
