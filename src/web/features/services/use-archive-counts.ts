import { useQuery } from "@tanstack/react-query";
import type { Customer } from "#contract/schemas/customers.ts";
import { listCustomers } from "#contract/calls/customers.ts";
import { queryFor } from "#web/api/queries.ts";

export type ArchiveCountsOf = Pick<Customer, "count_boxes" | "count_meters" | "count_boximages">;

interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What a customer's range of boxes holds; nothing is asked as long as one of both is missing. */
export function useArchiveCounts(customer: Pick<Customer, "id" | "code"> | undefined, range: Range | undefined) {
  const query = {
    code: customer?.code,
    boxes_from: range?.from,
    boxes_to: range?.to,
    query: "{id,count_boxes,count_meters,count_boximages}",
  };
  const counted = useQuery({ ...queryFor(listCustomers, { query }), enabled: Boolean(customer && range) });
  const found = counted.data?.results.find(({ id }) => id === customer?.id);
  const isCurrent = range !== undefined && !counted.isPlaceholderData;
  return {
    data: isCurrent ? (found as ArchiveCountsOf | undefined) : undefined,
    error: counted.error,
    retry: counted.refetch,
    retrying: counted.isFetching,
  };
}
