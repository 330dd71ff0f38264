import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { filterPause } from "#rules/lists/debounce.ts";
import { queryFor } from "#web/api/queries.ts";
import { useCustomerRange } from "#web/forms/customer-range.tsx";
import { boxNumbers } from "#web/forms/range-kinds.tsx";
import { paths } from "#web/paths.ts";
import { customerRangeSearch } from "#web/range-search.ts";

const route = getRouteApi("/services/metaupdates");

/** Boxes that are meant, as of now. */
export interface MetaRange {
  readonly customer: { readonly id: number; readonly name: string };
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const countQuery = ({ customer, from, to }: MetaRange) => ({
  query: { owner_id: customer.id, min_number: from, max_number: to, limit: 1, query: "{id}" },
});

/** Customer and range of box numbers, and how many boxes these are. */
export function useMetaRange() {
  const search = customerRangeSearch(route.useSearch());
  const navigate = useNavigate();
  const { customerField, rangeFields, blocked, isApplied, ...meant } = useCustomerRange(
    boxNumbers,
    search,
    (changes) => void navigate({ ...paths.metaUpdates({ ...search, ...changes }), replace: true }),
    { pause: filterPause, width: "w-36", isQuiet: true },
  );
  const customer = meant.customer && { id: meant.customer.id, name: showCustomer(meant.customer) };
  const range = customer && meant.range && { customer, ...meant.range };
  const boxCountQuery = useQuery({
    ...queryFor(listBoxes, customer ? countQuery({ customer, from: search.from, to: search.to }) : {}),
    enabled: range !== undefined,
  });
  return {
    customerField,
    rangeFields,
    customer,
    blocked,
    /** Undefined as long as no customer is chosen or a number is wrong. */
    range,
    /** Number of boxes in the range; undefined until that is known. */
    count: range && isApplied && !boxCountQuery.isPlaceholderData ? boxCountQuery.data?.count : undefined,
    countError: boxCountQuery.error,
    recount: boxCountQuery.refetch,
  };
}

export type MetaRangeDraft = ReturnType<typeof useMetaRange>;
