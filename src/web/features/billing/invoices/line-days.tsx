import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { invoiceStorage } from "#contract/calls/billing/invoices.ts";
import type { InvoiceRun, IssuedLine } from "#contract/schemas/billing/invoices.ts";
import { showCount } from "#rules/amounts.ts";
import { showDecimal } from "#rules/billing/amount-texts.ts";
import { decimalText } from "#rules/billing/decimal.ts";
import { countedText } from "#rules/billing/items.ts";
import { countDays } from "#rules/billing/month.ts";
import { addDays, showDate } from "#rules/dates.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";

type LineDaysProps = { id: number; position: number; line: IssuedLine; page: number };

/** Shows the quantities in the store by day, as a line of storage counted them. */
export function LineDays({ id, position, line, page }: LineDaysProps) {
  const query = { line: position, limit: pageSize, offset: computeOffset(page) };
  const { data, error, isFetching, refetch } = useQuery(queryFor(invoiceStorage, { path: { id }, query }));
  return (
    <PagedTable
      page={page}
      total={data?.count_pages}
      count={data?.count}
      link={(to, props) => <Link {...paths.invoice(id, { line: position, page: to })} hash="line" {...props} />}
    >
      <DataTable
        caption="Lagerung Tag für Tag"
        columns={columnsFor(line)}
        rows={data?.results}
        rowKey={({ from, mm, boxes }) => `${from} ${mm} ${boxes}`}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        skeletonRows={3}
      />
    </PagedTable>
  );
}

const showLength = (mm: number) => showDecimal(decimalText(BigInt(mm), 3), 3);

/** By the day each day counts; otherwise the time as a whole. */
function columnsFor({ unit }: IssuedLine): readonly TableColumn<InvoiceRun>[] {
  const isDaily = unit === "metre_day" || unit === "box_day";
  const amount = ({ mm, boxes }: InvoiceRun, times: number) =>
    unit.startsWith("metre") ? showLength(mm * times) : showCount(boxes * times);
  const days = ({ from, to }: InvoiceRun) => countDays(from, to);
  const counted = (run: InvoiceRun) => amount(run, isDaily ? days(run) : 1);
  return [
    { key: "days", label: "Zeitraum", main: true, grow: true, cell: showDays },
    { key: "boxes", label: "Boxen", align: "right", cell: ({ boxes }) => showCount(boxes) },
    { key: "metres", label: "Laufende Meter", align: "right", cell: ({ mm }) => showLength(mm) },
    ...(isDaily
      ? [{ key: "amount", label: "Tage", align: "right" as const, cell: (run: InvoiceRun) => showCount(days(run)) }]
      : []),
    { key: "counted", label: countedText[unit][1], align: "right", phone: "beside", cell: counted },
  ];
}

function showDays({ from, to }: InvoiceRun): string {
  const last = addDays(to, -1);
  return from === last ? showDate(from) : `${showDate(from)} bis ${showDate(last)}`;
}
