import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
import * as calls from "#contract/calls/reports/reports.ts";
import { reportLists } from "#contract/lists/reports.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { useSession } from "#web/api/session.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { SheetButton } from "#web/lists/sheet-button.tsx";
import type { SheetCall } from "#web/lists/sheet-dialog.tsx";
import type { ReportSearch } from "#web/search.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import * as parts from "./report-parts.tsx";
import { readReportSearch, type ReportName, spans, toReport } from "./report-search.ts";

const partOf: Readonly<Record<ReportName, readonly [ComponentType<parts.ReportProps>, SheetCall]>> = {
  activity: [parts.ActivityReport, calls.sheetOfActivity],
  service: [parts.ServiceReport, calls.sheetOfService],
  stock: [parts.StockReport, calls.sheetOfStock],
  productivity: [parts.ProductivityReport, calls.sheetOfProductivity],
  revenue: [parts.RevenueReport, calls.sheetOfRevenue],
  due: [parts.DueReport, calls.sheetOfDue],
};

/** The archive in figures: six reports for staff, three of them for customers about what is theirs. */
export default function ReportPage() {
  const isStaff = useSession().user?.is_staff ?? false;
  const customers = useOwnCustomers();
  const navigate = useNavigate();
  const { offered, report, customer, months, page } = readReportSearch(useSearch({ strict: false }), isStaff);
  if (!report) return null;
  const [Part, sheet] = partOf[report.name];
  const list = reportLists[report.name];
  const filters: Filters = {
    ...("customer" in list.filters && { customer }),
    ...("months" in list.filters && { months }),
  };
  const search: ReportSearch = { show: report.name, ...filters };
  const choices = customers?.map((one) => ({ value: one.id, label: showCustomer(one) }));
  const isOfSeveral = customer === undefined && (isStaff || customers?.length !== 1);
  return (
    <>
      <PageHead
        above={isStaff && <ServiceLinks />}
        title="Zahlen"
        actions={
          <SheetButton
            title={report.title}
            list={list}
            call={sheet}
            search={filters}
            choices={choices && { customer: choices }}
            count={undefined}
          />
        }
      />
      <ReportTabs offered={offered} current={report.name} of={{ customer, months }} />
      <p className="mt-3 max-w-prose text-muted">{report.about}</p>
      <ReportFilters
        choices={customers?.length === 1 ? null : choices}
        filters={filters}
        onChange={(changes) => void navigate({ ...toReport({ ...search, ...changes }), replace: true })}
      />
      <Part
        key={`${report.name} ${customer}`}
        customer={customer}
        months={months}
        page={page}
        search={search}
        isOfSeveral={isOfSeveral}
      />
    </>
  );
}

type Filters = Pick<ReportSearch, "customer" | "months">;

type TabsProps = { offered: readonly { name: string; title: string }[]; current: ReportName; of: Filters };

function ReportTabs({ offered, current, of }: TabsProps) {
  return (
    <nav aria-label="Bericht" className="tabs border-b border-line max-sm:h-auto">
      {offered.map(({ name, title }) => (
        <Link
          key={name}
          {...toReport({ show: name, ...of })}
          activeOptions={{ exact: true }}
          aria-current={name === current ? "page" : undefined}
          replace
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

type FilterProps = {
  /** The customers; undefined until they are known, null where there is no choice. */
  choices: readonly { value: number; label: string }[] | null | undefined;
  /** Those that the report has. */
  filters: Filters;
  onChange: (changes: Filters) => void;
};

function ReportFilters({ choices, filters, onChange }: FilterProps) {
  return (
    <div className="mt-3 flex flex-wrap items-end gap-x-6 gap-y-3">
      {"customer" in filters && choices !== null && (
        <Field label="Kunde" className="w-full max-w-md">
          <Combobox
            options={choices ?? []}
            value={filters.customer ?? null}
            placeholder={choices ? "Alle" : "Wird geladen …"}
            onChange={(customer) => onChange({ customer: customer ?? undefined })}
          />
        </Field>
      )}
      {"months" in filters && (
        <Field label="Zeitraum">
          <Select
            value={filters.months}
            onChange={({ target }) => onChange({ months: Number(target.value) })}
            options={spans.map((value) => ({ value, label: `${value} Monate` }))}
          />
        </Field>
      )}
    </div>
  );
}
