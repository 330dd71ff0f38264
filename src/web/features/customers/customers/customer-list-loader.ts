import { listCustomers } from "#contract/calls/customers/customers.ts";
import { customerList } from "#contract/lists/customers.ts";
import { loaderOf } from "#web/lists/list-piece.ts";

export const customerListSource = {
  list: customerList,
  call: listCustomers,
  selection: "{id,code,name,count_boxes,count_boxcontents,count_boximages,count_deliveryoptions}",
} as const;

export const load = loaderOf(customerListSource);
