import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const deliveryQuery = (id: number) => queryFor(getDelivery, { path: { id } });

export const load: Loader = ({ id }) => [deliveryQuery(id)];
