import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { destroyList } from "#contract/calls/services.ts";
import { useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import type { DestroyListSearch } from "#web/search.ts";
import { CustomerField, noCustomer, useCustomer } from "./customer-field.tsx";
import { DayRangeFields, useDayRange } from "./day-range-fields.tsx";
import { DocumentDownload } from "./document-download.tsx";
import { ServiceHead } from "./service-head.tsx";

const route = getRouteApi("/services/destroylists");

export default function DestroyListsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: DestroyListSearch) =>
    void navigate({ ...paths.destroyLists({ ...search, ...changes }), replace: true });
  const chosen = useCustomer(search.customer);
  const days = useDayRange({ from: search.from, to: search.to }, change);
  const list = useDownload(destroyList);
  const { customer } = chosen;
  const { range } = days;
  return (
    <>
      <ServiceHead title="Vernichtungslisten" />
      <div className="grid gap-4">
        <p className="text-muted">Vernichtete Boxen eines Kunden nach dem Datum ihrer Vernichtung.</p>
        <CustomerField {...chosen} onChange={(id) => change({ customer: id })} />
        <DayRangeFields of={days} disabled={!customer} />
        <DocumentDownload
          of={list}
          blocked={(!customer && noCustomer) || (!range && "Der Zeitraum ist ungültig.")}
          onStart={() => customer && range && void list.start({ path: { id: customer.id }, query: range })}
        />
      </div>
    </>
  );
}
