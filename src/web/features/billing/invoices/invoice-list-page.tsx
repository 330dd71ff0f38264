import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { listInvoices } from "#contract/calls/billing/invoices.ts";
import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { invoiceKindText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { offsetOf, pageSize } from "#rules/lists/paging.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { showDay } from "#web/ui/berlin-time.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { monthOptions, readInvoiceSearch } from "./invoice-search.ts";
import { InvoiceState, billedPeriod } from "./invoice-texts.tsx";

const columns: readonly TableColumn<Invoice>[] = [
  { key: "number", label: "Nummer", main: true, cell: ({ number }) => number },
  { key: "kind", label: "Art", cell: ({ kind }) => invoiceKindText[kind] },
  { key: "customer", label: "Kunde", grow: true, cell: ({ customer }) => showCustomer(customer) },
  { key: "period", label: "Zeitraum", cell: billedPeriod },
  { key: "gross", label: "Brutto", align: "right", cell: ({ gross }) => showMoney(gross) },
  { key: "issued", label: "Ausgestellt", align: "right", cell: ({ issued }) => showDay(issued) },
  { key: "due", label: "Fällig", align: "right", cell: ({ kind, due }) => kind === 380 && showDate(due) },
  { key: "state", label: "Stand", phone: "beside", cell: (invoice) => <InvoiceState of={invoice} isShort /> },
];

/** All that was issued, invoices and cancellations; of a month or a customer where these are chosen. */
export default function InvoiceListPage() {
  const { month, customer, page } = readInvoiceSearch(useSearch({ strict: false }));
  const query = { month, customer, limit: pageSize, offset: offsetOf(page) };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(listInvoices, { query }),
    placeholderData: keepPreviousData,
  });
  const isNarrowed = month !== undefined || customer !== undefined;
  return (
    <>
      <PageHead
        isList
        title="Rechnungen"
        total={data?.count}
        actions={
          <ButtonLink {...paths.billingRun()} look="primary">
            Monat abrechnen
          </ButtonLink>
        }
      />
      <Narrowing month={month} customer={customer} />
      <PagedTable
        page={page}
        total={data?.count_pages}
        count={data?.count}
        link={(to, props) => <Link {...paths.invoices({ month, customer, page: to })} {...props} />}
      >
        <DataTable
          leading
          caption="Rechnungen"
          columns={columns}
          rows={data?.results}
          rowKey={({ id }) => id}
          link={({ id }, content) => <Link {...paths.invoice(id)}>{content}</Link>}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={
            <EmptyState
              reason={isNarrowed ? "Keine Rechnung passt zu den Filtern." : "Es wurde noch keine Rechnung ausgestellt."}
            />
          }
        />
      </PagedTable>
    </>
  );
}

type NarrowingProps = { month: string | undefined; customer: number | undefined };

function Narrowing({ month, customer }: NarrowingProps) {
  const navigate = useNavigate();
  const [today] = useState(() => berlinDay(new Date()));
  const { customers, customer: chosen } = useCustomer(customer);
  const show = (search: Partial<NarrowingProps>) =>
    void navigate({ ...paths.invoices({ month, customer, ...search }), replace: true });
  return (
    <div className="mb-3 grid max-w-prose gap-4 sm:grid-cols-2">
      <Field label="Monat">
        <Select
          empty="Alle"
          options={monthOptions(today, month)}
          value={month ?? ""}
          onChange={({ target }) => show({ month: target.value || undefined })}
        />
      </Field>
      <Field label="Kunde">
        <Combobox
          options={(customers.data?.results ?? []).map((one) => ({ value: one.id, label: showCustomer(one) }))}
          value={chosen?.id ?? null}
          placeholder="Alle"
          onChange={(id) => show({ customer: id ?? undefined })}
        />
      </Field>
    </div>
  );
}
