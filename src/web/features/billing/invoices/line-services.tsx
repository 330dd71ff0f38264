import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { invoiceServices } from "#contract/calls/billing/invoices.ts";
import type { InvoiceService } from "#contract/schemas/billing/invoices.ts";
import { calculationText } from "#rules/billing/amount-texts.ts";
import { lineNet } from "#rules/billing/decimal.ts";
import { itemText } from "#rules/billing/items.ts";
import { showDate } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { showMoney } from "#rules/money.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";

type LineServicesProps = { id: number; position: number; page: number };

/** Each service that a line is made of, with the way to what it was done to. */
export function LineServices({ id, position, page }: LineServicesProps) {
  const query = { line: position, limit: pageSize, offset: computeOffset(page) };
  const { data, error, isFetching, refetch } = useQuery(queryFor(invoiceServices, { path: { id }, query }));
  return (
    <PagedTable
      page={page}
      total={data?.count_pages}
      count={data?.count}
      link={(to, props) => <Link {...paths.invoice(id, { line: position, page: to })} hash="line" {...props} />}
    >
      <DataTable
        caption="Leistungen"
        columns={columns}
        rows={data?.results}
        rowKey={(service) => data?.results.indexOf(service) ?? 0}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        skeletonRows={3}
      />
    </PagedTable>
  );
}

const columns: readonly TableColumn<InvoiceService>[] = [
  { key: "day", label: "Tag", cell: ({ day }) => showDate(day) },
  {
    key: "item",
    label: "Leistung",
    main: true,
    grow: true,
    cell: ({ item, text }) => (text === "" ? itemText[item] : `${itemText[item]}: ${text}`),
  },
  { key: "of", label: "Wofür", cell: (service) => <Source of={service} /> },
  {
    key: "calculation",
    label: "Rechnung",
    align: "right",
    cell: (service) => calculationText({ ...service, base: 1 }),
  },
  {
    key: "net",
    label: "Netto",
    align: "right",
    phone: "beside",
    cell: ({ quantity, price }) => showMoney(lineNet(quantity, price, 1)),
  },
];

function Source({ of: { box, delivery } }: { of: InvoiceService }) {
  if (box) return <TextLink {...paths.box(box.id)}>{showBoxCode(box.code)}</TextLink>;
  if (delivery)
    return <TextLink {...paths.delivery(delivery.id)}>{`Lieferung ${showDeliveryCode(delivery.code)}`}</TextLink>;
  return <span className="text-muted">von Hand</span>;
}
