import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";

/** Where the caller finds destructions: the archive among its services, a customer's user in a place of their own. */
export function useBatchAddresses() {
  const isStaff = useSession().user?.is_staff ?? false;
  return isStaff
    ? { isStaff, list: paths.batches, one: paths.batch }
    : { isStaff, list: paths.ownBatches, one: paths.ownBatch };
}
