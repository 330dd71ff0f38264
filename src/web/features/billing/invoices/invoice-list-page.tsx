import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { listInvoices, sheetOfInvoices } from "#contract/calls/billing/invoices.ts";
import type { List } from "#contract/list.ts";
import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { berlinDay } from "#rules/dates.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { SheetButton } from "#web/lists/sheet-button.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { FilterFold } from "#web/ui/form/filter-fold.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { monthOptions, readInvoiceSearch } from "./invoice-search.ts";
import { invoiceColumns, staffInvoiceColumns } from "./invoice-columns.tsx";
import { sendingPause } from "./invoice-texts.tsx";
import { SendingActions } from "./sending-actions.tsx";

/** Filters of the list, as its sheet names them. */
const list = {
  orders: {},
  filters: { month: { label: "Monat", type: "reference" }, customer: { label: "Kunde", type: "reference" } },
} as const satisfies List;

/** All that was issued, for whoever may see it. */
export default function InvoiceListPage() {
  const { user } = useSession();
  if (user?.is_staff || user?.sees_invoices) return <Invoices isStaff={user.is_staff} />;
  return (
    <>
      <PageHead isList title="Rechnungen" />
      <EmptyState
        text="Rechnungen sehen Sie mit dem Recht „Rechnungen sehen“."
        reason="Das Archiv gibt es Ihnen, oder wer bei Ihnen Kollegen einlädt."
      />
    </>
  );
}

/** Invoices and cancellations; of a month or a customer where these are chosen. Customers find their own. */
function Invoices({ isStaff }: { isStaff: boolean }) {
  const customers = useOwnCustomers();
  const [today] = useState(() => berlinDay(new Date()));
  const { month, customer, unsent, page } = readInvoiceSearch(useSearch({ strict: false }));
  const { chosen, ticks } = useChosen();
  const query = { month, customer, is_sent: unsent && false, limit: pageSize, offset: computeOffset(page) };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(listInvoices, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => sendingPause(state.data?.results),
  });
  const isNarrowed = month !== undefined || customer !== undefined || unsent;
  const now = new Map(data?.results.map((invoice) => [invoice.id, invoice]));
  const choices = {
    month: monthOptions(today, month),
    customer: (customers ?? []).map((one) => ({ value: one.id, label: showCustomer(one) })),
  };
  const hasSeveral = isStaff || choices.customer.length > 1;
  const columns = isStaff ? staffInvoiceColumns : invoiceColumns.filter(({ key }) => hasSeveral || key !== "customer");
  return (
    <>
      <PageHead
        isList
        title="Rechnungen"
        total={data?.count}
        actions={<ListActions isStaff={isStaff} search={{ month, customer }} choices={choices} count={data?.count} />}
      />
      <Narrowing {...{ month, customer, unsent, choices, hasSeveral, isStaff }} />
      {chosen.size > 0 && <SendingActions invoices={[...chosen.values()].map((one) => now.get(one.id) ?? one)} />}
      <PagedTable
        page={page}
        total={data?.count_pages}
        count={data?.count}
        link={(to, props) => <Link {...paths.invoices({ month, customer, unsent, page: to })} {...props} />}
      >
        <DataTable
          leading
          caption="Rechnungen"
          columns={columns}
          ticks={isStaff ? ticks : undefined}
          rows={data?.results}
          rowKey={({ id }) => id}
          link={({ id }, content) => <Link {...paths.invoice(id)}>{content}</Link>}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={<NoInvoices isNarrowed={isNarrowed ?? false} />}
        />
      </PagedTable>
    </>
  );
}

const NoInvoices = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <EmptyState
    reason={isNarrowed ? "Keine Rechnung passt zu den Filtern." : "Es wurde noch keine Rechnung ausgestellt."}
  />
);

/** Holds the ticked invoices, over the pages of the list. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Invoice>>(new Map());
  const ticks = {
    nameOf: ({ number }: Invoice) => number,
    has: ({ id }: Invoice) => chosen.has(id),
    set: (rows: readonly Invoice[], isOn: boolean) => {
      const others = [...chosen].filter(([id]) => !rows.some((row) => row.id === id));
      setChosen(new Map([...others, ...(isOn ? rows.map((row) => [row.id, row] as const) : [])]));
    },
  };
  return { chosen, ticks };
}

type ActionProps = Pick<NarrowingProps, "choices"> & { isStaff: boolean; search: Narrowed; count: number | undefined };

const ListActions = ({ isStaff, ...sheet }: ActionProps) => (
  <>
    <SheetButton title="Rechnungen" list={list} call={sheetOfInvoices} {...sheet} />
    {isStaff && (
      <div className="page-foot">
        <ButtonLink {...paths.billingRun()} look="primary">
          Monat abrechnen
        </ButtonLink>
      </div>
    )}
  </>
);

type Narrowed = { month: string | undefined; customer: number | undefined; unsent?: true | undefined };
type NarrowingProps = Narrowed & {
  choices: {
    readonly month: readonly { value: string; label: string }[];
    readonly customer: readonly { value: number; label: string }[];
  };
  /** True where there are invoices of several customers. */
  hasSeveral: boolean;
  isStaff: boolean;
};

function Narrowing({ month, customer, unsent, choices, hasSeveral, isStaff }: NarrowingProps) {
  const navigate = useNavigate();
  const show = (search: Partial<Narrowed>) =>
    void navigate({ ...paths.invoices({ month, customer, unsent, ...search }), replace: true });
  const active = [month, customer, unsent].filter((one) => one !== undefined).length;
  return (
    <FilterFold active={active}>
      <Field label="Monat" className="max-sm:w-full sm:w-44">
        <Select
          empty="Alle"
          options={choices.month}
          value={month ?? ""}
          onChange={({ target }) => show({ month: target.value || undefined })}
        />
      </Field>
      {hasSeveral && (
        <Field label="Kunde" className="w-full max-w-xs">
          <Combobox
            options={choices.customer}
            value={choices.customer.some(({ value }) => value === customer) ? (customer ?? null) : null}
            placeholder="Alle"
            onChange={(id) => show({ customer: id ?? undefined })}
          />
        </Field>
      )}
      {isStaff && (
        <Checkbox
          label="Nur noch nicht versandte"
          checked={unsent ?? false}
          onChange={({ target }) => show({ unsent: target.checked || undefined })}
        />
      )}
    </FilterFold>
  );
}
