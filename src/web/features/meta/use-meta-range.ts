import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { listBoxes } from "#contract/calls/boxes.ts";
import { maxBoxNumber, showCustomer } from "#rules/box-code.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { customerRangeSearch } from "#web/range-search.ts";
import type { CustomerRangeSearch } from "#web/search.ts";
import { useFilterDraft } from "#web/ui/table/use-filter-draft.ts";

const route = getRouteApi("/services/metaupdates");

/** Which boxes are meant, as of now. */
export interface MetaRange {
  readonly customer: { readonly id: number; readonly name: string };
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const countQuery = ({ customer, from, to }: MetaRange) => ({
  query: { owner_id: customer.id, min_number: from, max_number: to, limit: 1, query: "{id}" },
});

/** Customer and range of box numbers: in the address after a pause, as typed before it. */
export function useMetaRange() {
  const search = customerRangeSearch(route.useSearch());
  const navigate = useNavigate();
  const change = (changes: Partial<CustomerRangeSearch>) =>
    void navigate({ ...paths.metaUpdates({ ...search, ...changes }), replace: true });
  const draft = useFilterDraft({ from: search.from, to: search.to }, ["from", "to"], (_, text) => parse(text), change);
  const { customers, customer: known } = useCustomer(search.customer);
  const customer = known && { id: known.id, name: showCustomer(known) };
  const from = parse(draft.textOf("from"));
  const to = parse(draft.textOf("to"));
  const swapped = typeof from === "number" && typeof to === "number" && from > to;
  const wrong = from === null || to === null || swapped;
  const range = customer && !wrong ? { customer, from: from ?? undefined, to: to ?? undefined } : undefined;
  const appliedRange = customer && { customer, from: search.from, to: search.to };
  const boxCountQuery = useQuery({
    ...queryFor(listBoxes, appliedRange ? countQuery(appliedRange) : {}),
    enabled: appliedRange !== undefined && !wrong,
  });
  const current = range && range.from === search.from && range.to === search.to && !boxCountQuery.isPlaceholderData;
  return {
    customers,
    customer,
    choose: (id: number | null) => change({ customer: id ?? undefined }),
    draft,
    errorOf: (key: "from" | "to") => (draft.isInvalid(key) || (key === "to" && swapped) ? invalid.range : undefined),
    /** Undefined as long as no customer is chosen or a number is wrong. */
    range,
    /** How many boxes it holds; undefined until that is known. */
    count: current ? boxCountQuery.data?.count : undefined,
    countError: boxCountQuery.error,
    recount: boxCountQuery.refetch,
  };
}

export type MetaRangeDraft = ReturnType<typeof useMetaRange>;

/** `undefined` for an empty text, `null` for a wrong one. */
function parse(text: string): number | undefined | null {
  const trimmedText = text.trim();
  if (trimmedText === "") return undefined;
  const number = /^\d+$/.test(trimmedText) ? Number(trimmedText) : Number.NaN;
  return number <= maxBoxNumber ? number : null;
}
