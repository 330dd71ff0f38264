import { getCustomer } from "#contract/calls/customers/customers.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const customerQuery = (id: number) => queryFor(getCustomer, { path: { id } });

export const load: Loader = ({ id }) => [customerQuery(id)];
