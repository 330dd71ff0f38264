import { useQuery } from "@tanstack/react-query";
import { Navigate, useSearch, type LinkProps, useNavigate } from "@tanstack/react-router";
import { FileDown, Lock, ChevronLeft, ChevronRight } from "lucide";
import { useState } from "react";
import { dueList, listRetained } from "#contract/calls/destruction/retention.ts";
import { berlinDay } from "#rules/dates.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import type { DueKind } from "#rules/destruction/retention/due-boxes.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { paths } from "#web/paths.ts";
import type { RetentionSearch } from "#web/search.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { showCustomer } from "#rules/stock/box-code.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { FilterFold } from "#web/ui/form/filter-fold.tsx";
import { CustomerTable } from "./customer-table.tsx";
import { RetainedTable } from "./retained-table.tsx";
import { RetentionTiles } from "./retention-tiles.tsx";
import { YearChart } from "./year-chart.tsx";

/** Lists the boxes of a customer that may go in a year, and the obstacles (for staff, and for a customer's own users). */
export default function RetentionPage() {
  const isStaff = useSession().user?.is_staff ?? false;
  const search: RetentionSearch = useSearch({ strict: false });
  const [thisYear] = useState(() => Number(berlinDay(new Date()).slice(0, 4)));
  const customers = useOwnCustomers();
  const only = customers?.length === 1 ? customers[0] : undefined;
  const customer = customers?.find(({ id }) => id === search.customer) ?? only;
  const { year = thisYear, page = 1 } = search;
  const show: DueKind = search.show ?? "due";
  const to = (changes: RetentionSearch) =>
    (isStaff ? paths.retention : paths.ownRetention)({ ...search, page: undefined, ...changes });
  const query = { customer: customer?.id ?? 0, year, show, limit: pageSize, offset: computeOffset(page) };
  const retained = useQuery({ ...queryFor(listRetained, { query }), enabled: customer !== undefined });
  const data = customer && retained.data;
  const paper = useDownload(dueList);
  if (data && !retained.isPlaceholderData && page > data.count_pages) return <Navigate {...to({})} replace />;
  return (
    <>
      <PageHead
        isList
        above={isStaff ? <ServiceLinks /> : undefined}
        title="Aufbewahrung"
        about="Was in einem Jahr weg darf, was gesperrt ist und was noch keine Frist hat."
        actions={
          <>
            <ButtonLink icon={Lock} {...paths.holds({ customer: customer?.id })}>
              <span className="max-sm:sr-only">Sperren</span>
            </ButtonLink>
            <Button
              icon={FileDown}
              pending={paper.running}
              disabledReason={!customer && rangeTexts.noCustomer}
              onClick={() => customer && void paper.start({ path: { id: customer.id }, query: { year } })}
            >
              <span className="max-sm:sr-only">Fälligkeitsliste</span>
            </Button>
          </>
        }
      />
      <DownloadStatus of={paper} label="PDF wird erstellt ..." />
      <RetentionChoice customers={customers} customer={customer?.id} year={year} to={to} />
      {customer && (
        <>
          <RetentionTiles counts={data?.counts} show={show} to={to} />
          <RetainedTable
            key={`${customer.id}-${year}-${show}`}
            of={retained}
            shown={{ customer: customer.id, year, show }}
            page={page}
            to={to}
            isStaff={isStaff}
          />
          {(data || retained.error) && <YearChart customer={customer.id} year={year} thisYear={thisYear} to={to} />}
        </>
      )}
      {customers && !customer && <CustomerTable year={year} page={page} to={to} />}
    </>
  );
}

type ChoiceProps = {
  /** Undefined until they are known. */
  customers: readonly { readonly id: number; readonly code: number; readonly name: string }[] | undefined;
  customer: number | undefined;
  year: number;
  to: (changes: RetentionSearch) => LinkProps;
};

/** Asks for the customer, where there is a choice, and for the year. */
function RetentionChoice({ customers, customer, year, to }: ChoiceProps) {
  const navigate = useNavigate();
  return (
    <FilterFold
      active={customer === undefined ? 0 : 1}
      beside={
        <nav aria-label="Jahr" className="flex items-center gap-2">
          <ButtonLink icon={ChevronLeft} {...to({ year: year - 1 })} aria-label={`Jahr ${year - 1}`} />
          <strong className="min-w-14 text-center text-section tabular-nums">{year}</strong>
          <ButtonLink icon={ChevronRight} {...to({ year: year + 1 })} aria-label={`Jahr ${year + 1}`} />
        </nav>
      }
    >
      {customers?.length !== 1 && (
        <Field label="Kunde" className="w-full max-w-md">
          <Combobox
            options={(customers ?? []).map((one) => ({ value: one.id, label: showCustomer(one) }))}
            value={customer ?? null}
            placeholder={customers ? "Alle" : "Wird geladen …"}
            onChange={(id) => void navigate({ ...to({ customer: id ?? undefined, show: undefined }), replace: true })}
          />
        </Field>
      )}
    </FilterFold>
  );
}
