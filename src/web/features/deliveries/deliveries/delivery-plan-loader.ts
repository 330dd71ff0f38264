import { deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const planQuery = queryFor(deliveryPlan);

export const load: Loader = () => [planQuery];
