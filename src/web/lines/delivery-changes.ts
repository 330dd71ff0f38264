import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import { getDelivery } from "#contract/calls/deliveries.ts";
import { invalidate, queryClient, queryFor } from "#web/api/queries.ts";

/** Changes what is shown of a delivery until the server's own answer has come. */
export function showInDelivery(id: number, change: (delivery: DeliveryDetail) => DeliveryDetail): void {
  const { queryKey } = queryFor(getDelivery, { path: { id } });
  void queryClient.cancelQueries({ queryKey }); // an answer from before the change must not come after it
  queryClient.setQueryData<DeliveryDetail>(queryKey, (delivery) => delivery && change(delivery));
}

/** A delivery has changed: its boxes have another state, and maybe no place any more. */
export const deliveryChanged = () => invalidate("deliveries", "boxes", "rows", "areas", "customers");
