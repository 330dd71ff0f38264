import { useQuery } from "@tanstack/react-query";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";

/** The customers that somebody may choose from: all of them for staff, a user's own ones for everybody else; undefined until they are known. */
export function useOwnCustomers() {
  const { user } = useSession();
  const isStaff = user?.is_staff ?? false;
  const all = useQuery({ ...queryFor(listCustomers, { query: { query: "{id,name,code}" } }), enabled: isStaff });
  return isStaff ? all.data?.results : user?.customers;
}
