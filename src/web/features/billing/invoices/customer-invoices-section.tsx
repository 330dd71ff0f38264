import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { listInvoices } from "#contract/calls/billing/invoices.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";

const mostShown = 5; // the list of all invoices has the others
const columns = invoiceColumns.filter(({ key }) => key !== "customer");

/** Lists the latest invoices to a customer, with the link to all of them. */
export function CustomerInvoicesSection({ customerId }: { customerId: number }) {
  const query = { customer: customerId, limit: mostShown };
  const { data, error, refetch, isFetching } = useQuery(queryFor(listInvoices, { query }));
  return (
    <Section title="Rechnungen" total={data?.count}>
      <DataTable
        caption="Rechnungen"
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        link={({ id }, content) => <Link {...paths.invoice(id)}>{content}</Link>}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<EmptyState text="Es wurde noch keine Rechnung ausgestellt." />}
        skeletonRows={2}
      />
      {data && data.count > 0 && (
        <p className="mt-2">
          <TextLink {...paths.invoices({ customer: customerId })}>Alle Rechnungen</TextLink>
        </p>
      )}
    </Section>
  );
}
