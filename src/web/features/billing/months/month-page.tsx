import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide";
import { type ReactNode, useState } from "react";
import { billedMonth, sheetOfMonth } from "#contract/calls/billing/billing.ts";
import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import { differenceOf, showDifference } from "#rules/billing/amount-texts.ts";
import { amountSum } from "#rules/billing/decimal.ts";
import { countedTo, monthDays } from "#rules/billing/month.ts";
import { addMonths, showMonth } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { type Download, useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { NotedList } from "#web/lists/noted-list.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { FilterFold } from "#web/ui/form/filter-fold.tsx";
import { ArchiveProblems } from "#web/lists/archive-problems.tsx";
import { hintsText } from "#rules/billing/billing-warnings.ts";
import { FillBar } from "#web/ui/page/fill-bar.tsx";
import { readBillingSearch, toMonth } from "./billing-search.ts";
import { MonthChoice } from "./month-choice.tsx";
import { standingText, underWayText } from "./month-texts.ts";

const sums = ["storage", "services", "trips", "net", "gross", "before"] as const;
type Sums = Readonly<Record<(typeof sums)[number], string>>;

/** A customer's month, or, without a customer, that of all who are shown. */
type Line = Sums & Partial<BilledCustomer>;

/** Shows what each customer owes for a month, with the points to be looked at before it is billed. */
export default function MonthPage() {
  const [today] = useState(() => berlinDay(new Date()));
  const { named, thisMonth } = readBillingSearch(useSearch({ strict: false }), today);
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(billedMonth, { query: { month: named } }),
    staleTime: 0,
  }); // every scan may change it
  const month = named ?? data?.month ?? addMonths(thisMonth, -1);
  const [wanted, setWanted] = useState("");
  const sheet = useDownload(sheetOfMonth);
  const isWanted = ({ customer }: BilledCustomer) =>
    showCustomer(customer).toLocaleLowerCase("de").includes(wanted.trim().toLocaleLowerCase("de"));
  if (named === undefined && !data && !error) return <UnknownMonth />;
  const shown = data?.results.filter(isWanted);
  const until = underWayText(month, data?.until ?? countedTo(monthDays(month), today)); // as long as it will be: nothing moves
  return (
    <>
      <PageHead
        isList
        title="Abrechnung"
        total={shown?.length}
        actions={
          <MonthActions
            month={month}
            sheet={sheet}
            isBillable={month < thisMonth || (data?.results.some(({ is_due }) => is_due) ?? false)}
          />
        }
      />
      <DownloadStatus of={sheet} label="Tabelle wird erstellt ..." />
      <ArchiveProblems of={data?.problems} />
      <FilterFold active={wanted ? 1 : 0} beside={<MonthChoice month={month} thisMonth={thisMonth} to={toMonth} />}>
        <Field label="Kunde suchen" className="w-full max-w-xs">
          <TextInput autoComplete="off" value={wanted} onChange={({ target }) => setWanted(target.value)} />
        </Field>
      </FilterFold>
      <NotedList
        note={`${until && `${until} Der Vormonat ist ganz gezählt. `}Alle Beträge außer „Brutto“ sind ohne Umsatzsteuer.`}
        isWaiting={!data}
      >
        <DataTable
          leading
          caption={`Abrechnung ${showMonth(month)}`}
          columns={columnsFor(shown ?? [], month)}
          rows={shown && [...shown, ...(shown.length > 1 ? [sumLine(shown)] : [])]}
          rowKey={({ customer }) => customer?.id ?? "sum"}
          link={linkIn(month)}
          marked={({ customer }) => !customer}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={<Nothing month={month} isNarrowed={(data?.results.length ?? 0) > 0} />}
        />
      </NotedList>
    </>
  );
}

/** Keeps what depends on the month back until it is known, or it would move. */
const UnknownMonth = () => (
  <>
    <PageHead isList title="Abrechnung" />
    <Loading />
  </>
);

const linkIn = (month: string) =>
  function link({ customer }: Line, content: ReactNode) {
    if (!customer) return <strong>{content}</strong>;
    return <TextLink {...paths.bill(customer.id, { month })}>{content}</TextLink>;
  };

type MonthActionsProps = { month: string; sheet: Download<typeof sheetOfMonth>; isBillable: boolean };

/** Offers the table as a spreadsheet and, where there is anything to bill, the run. */
const MonthActions = ({ month, sheet, isBillable }: MonthActionsProps) => (
  <>
    <Button
      icon={FileSpreadsheet}
      pending={sheet.running}
      onClick={() => void sheet.start({ query: { month, format: "xlsx" } })}
    >
      <span className="max-sm:sr-only">Als Excel</span>
    </Button>
    {isBillable && (
      <div className="page-foot">
        <ButtonLink to="/billing/run" search={{ month }} look="primary">
          Monat abrechnen
        </ButtonLink>
      </div>
    )}
  </>
);

function Nothing({ month, isNarrowed }: { month: string; isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState reason="Kein Kunde, der in diesem Monat etwas schuldet, heißt so." />
  ) : (
    <EmptyState
      text={`Im ${showMonth(month)} ist nichts zu berechnen.`}
      reason="Kein Kunde hatte etwas im Lager, und für keinen wurde etwas gemacht."
    />
  );
}

const sumLine = (lines: readonly BilledCustomer[]): Line =>
  Object.fromEntries(sums.map((key) => [key, amountSum(lines.map((line) => line[key]))])) as Sums;

const amount = (key: keyof Sums, label: string, phone: TableColumn<Line>["phone"] = "below"): TableColumn<Line> => ({
  key,
  label,
  align: "right",
  phone,
  cell: (line) => showMoney(line[key]),
});

/** Returns the hints on a customer's month before it is billed. */
const hintsOf = (line: BilledCustomer, month: string): string =>
  [standingText(line, month), hintsText(line)].filter(Boolean).join(", ");

const isCustomers = (line: Line): line is BilledCustomer => line.customer !== undefined;

function columnsFor(shown: readonly BilledCustomer[], month: string): readonly TableColumn<Line>[] {
  const most = Math.max(0, ...shown.map(({ net, before }) => Math.abs(Number(differenceOf(net, before)))));
  return [
    {
      key: "customer",
      label: "Kunde",
      grow: true,
      cell: ({ customer }) => (customer ? showCustomer(customer) : "Summe"),
    },
    amount("storage", "Lagerung"),
    amount("services", "Leistungen"),
    amount("trips", "Fahrten"),
    amount("net", "Netto", "beside"),
    amount("gross", "Brutto"),
    {
      key: "before",
      label: "Vormonat",
      align: "right",
      cell: ({ net, before, customer }) =>
        customer ? (
          <DifferenceBar net={net} before={before} most={most} />
        ) : (
          <DifferenceBar net={net} before={before} most={0} />
        ),
    },
    {
      key: "warnings",
      label: "Hinweise",
      cell: (line) =>
        isCustomers(line) && (
          <span className="block whitespace-normal sm:min-w-36">
            {line.invoice ? (
              <TextLink {...paths.invoice(line.invoice.id)}>{line.invoice.number}</TextLink>
            ) : (
              hintsOf(line, month)
            )}
          </span>
        ),
    },
  ];
}

type DifferenceBarProps = {
  net: string;
  before: string;
  /** Largest amount of all that stand below each other, in euro: the upper end of the bar. */
  most: number;
};

/** Shows the amount of the month before, and the difference of this one from it: more goes to the right, less to the left. */
function DifferenceBar({ net, before, most }: DifferenceBarProps) {
  const difference = differenceOf(net, before);
  const share = most > 0 ? Math.abs(Number(difference)) / most : 0;
  const isLess = difference.startsWith("-");
  return (
    <span className="inline-flex items-center gap-2" title={`${showDifference(difference)} gegenüber dem Vormonat`}>
      {showMoney(before)}
      <span className="sr-only">, {showDifference(difference)}</span>
      <span className="grid w-16 grid-cols-2">
        <span dir="rtl">
          <FillBar share={isLess ? share : 0} />
        </span>
        <FillBar share={isLess ? 0 : share} />
      </span>
    </span>
  );
}
