import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { destroyList } from "#contract/calls/services.ts";
import { paths } from "#web/paths.ts";
import { useCustomerRange } from "./customer-range.tsx";
import { DocumentDownload, Service } from "./service.tsx";
import { destroyDays } from "./range-kinds.tsx";

const route = getRouteApi("/services/destroylists");

export default function DestroyListsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { customer, range, blocked, fields } = useCustomerRange(
    destroyDays,
    search,
    (changes) => void navigate({ ...paths.destroyLists({ ...search, ...changes }), replace: true }),
  );
  return (
    <Service title="Vernichtungslisten" text="Vernichtete Boxen eines Kunden nach dem Datum ihrer Vernichtung.">
      {fields}
      <DocumentDownload
        route={destroyList}
        blocked={blocked}
        input={customer && range && { path: { id: customer.id }, query: range }}
      />
    </Service>
  );
}
