import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { destroyList, destroyListCounts } from "#contract/calls/paper/services.ts";
import type { Reply } from "#contract/route.ts";
import { showCount } from "#rules/amounts.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { destroyListSearch } from "#web/range-search.ts";
import { useCustomerRange } from "#web/forms/customer-range.tsx";
import { destroyDays } from "#web/forms/range-kinds.tsx";
import { DocumentCounts, DocumentDownload } from "./document.tsx";
import { Papers } from "./papers.tsx";

const route = getRouteApi("/services/destroylists");

export default function DestroyListsPage() {
  const search = destroyListSearch(route.useSearch());
  const navigate = useNavigate();
  const { customer, range, isApplied, blocked, customerField, rangeFields } = useCustomerRange(
    destroyDays,
    search,
    (changes) => void navigate({ ...paths.destroyLists({ ...search, ...changes }), replace: true }),
  );
  const path = { id: customer?.id ?? 0 };
  const counts = useQuery({
    ...queryFor(destroyListCounts, { path, ...(range && { query: range }) }),
    enabled: Boolean(customer && range && isApplied),
  });
  return (
    <Papers open="destroyLists" customer={customer} customerField={customerField}>
      {rangeFields}
      <DocumentCounts of={isApplied ? counts : { ...counts, data: undefined }} expected={!blocked} facts={facts} />
      <DocumentDownload
        route={destroyList}
        blocked={blocked}
        input={customer && range && { path: { id: customer.id }, query: range }}
      />
    </Papers>
  );
}

type HeldCount = Reply<typeof destroyListCounts>;
const facts = [
  ["Boxen", ({ boxes }: HeldCount) => showCount(boxes)],
  ["Inhalte", ({ contents }: HeldCount) => showCount(contents)],
] as const;
