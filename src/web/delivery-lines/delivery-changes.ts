import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { queryClient, queryFor } from "#web/api/queries.ts";

/** Changes what is shown of a delivery until the server's own answer has come. */
export function showInDelivery(id: number, change: (delivery: DeliveryDetail) => DeliveryDetail): void {
  const { queryKey } = queryFor(getDelivery, { path: { id } });
  void queryClient.cancelQueries({ queryKey }); // an answer from before the change must not come after it
  queryClient.setQueryData<DeliveryDetail>(queryKey, (delivery) => delivery && change(delivery));
}
