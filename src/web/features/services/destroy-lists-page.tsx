import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { destroyList } from "#contract/calls/services.ts";
import { rangeTexts } from "#rules/range-texts.ts";
import { useDownload } from "#web/api/download.ts";
import { CustomerChoice, useCustomers } from "#web/forms/customer-choice.tsx";
import { paths } from "#web/paths.ts";
import type { DestroyListSearch } from "#web/search.ts";
import { DayRangeFields, useDayRange } from "./day-range-fields.tsx";
import { DocumentDownload } from "./document-download.tsx";
import { ServiceHead } from "./service-head.tsx";

const route = getRouteApi("/services/destroylists");

export default function DestroyListsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changes: DestroyListSearch) =>
    void navigate({ ...paths.destroyLists({ ...search, ...changes }), replace: true });
  const { customers, customer } = useCustomers(search.customer);
  const days = useDayRange({ from: search.from, to: search.to }, change);
  const list = useDownload(destroyList);
  const { range } = days;
  return (
    <>
      <ServiceHead title="Vernichtungslisten" />
      <div className="grid gap-4">
        <p className="text-muted">Vernichtete Boxen eines Kunden nach dem Datum ihrer Vernichtung.</p>
        <CustomerChoice
          className="max-w-md"
          customers={customers}
          value={customer?.id}
          onChange={(id) => change({ customer: id ?? undefined })}
        />
        <DayRangeFields of={days} disabled={!customer} />
        <DocumentDownload
          of={list}
          blocked={(!customer && rangeTexts.noCustomer) || (!range && "Der Zeitraum ist ungültig.")}
          onStart={() => customer && range && void list.start({ path: { id: customer.id }, query: range })}
        />
      </div>
    </>
  );
}
