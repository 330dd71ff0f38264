import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getDelivery, listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import type { Delivery } from "#contract/schemas/deliveries/deliveries.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import type { DraftCustomer } from "#rules/deliveries/delivery-draft.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";

interface LikelyOptionProps {
  readonly customer: DraftCustomer;
  readonly options: readonly DeliveryOption[];
  readonly onFound: (option: number) => void;
}

/** Finds the only option of a customer, or the one by which they ordered last, and shows nothing. */
export function LikelyOption({ customer, options, onFound }: LikelyOptionProps) {
  const last = useLastOption(customer, options.length > 1);
  const likely = options.find(({ id }) => id === last || options.length === 1)?.id;
  useEffect(() => {
    if (likely !== undefined) onFound(likely);
  });
  return null;
}

/** Returns the id of the option by which a customer ordered last; undefined where there is none, or it is not wanted. */
function useLastOption(customer: DraftCustomer, isWanted: boolean): number | undefined {
  const isStaff = useSession().user?.is_staff;
  const query = isStaff ? { customer: customer.code } : {}; // others see their own alone
  const orders = useQuery({ ...queryFor(listDeliveries, { query }), enabled: isWanted });
  const isTheirs = (order: Delivery) => order.customer.id === customer.id && order.kind !== DeliveryKind.return;
  const id = orders.data?.results.find(isTheirs)?.id;
  const last = useQuery({ ...queryFor(getDelivery, { path: { id: id ?? 0 } }), enabled: isWanted && id !== undefined });
  return last.data?.delivery_option?.id;
}
