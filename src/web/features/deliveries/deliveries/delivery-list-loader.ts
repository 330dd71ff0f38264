import { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { deliveryList } from "#contract/lists/deliveries.ts";
import { loaderOf } from "#web/lists/list-piece.ts";

export const deliveryListSource = {
  list: deliveryList,
  call: listDeliveries,
  selection: "{id,code,customer,boxes_count,boxcontents_count,kind,state,time}",
} as const;

export const load = loaderOf(deliveryListSource);
