import { FileUp } from "lucide";
import { clsx } from "clsx";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { listImports } from "#contract/calls/exchange/imports.ts";
import type { Reply } from "#contract/route.ts";
import type { Import } from "#contract/schemas/exchange/imports.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { showCount } from "#rules/amounts.ts";
import { countPages, computeOffset, pageSize } from "#rules/lists/paging.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import type { PageSearch } from "#web/search.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { importList, importPage } from "./import-address.ts";
import { ImportStateBadge } from "./import-state-badge.tsx";
import { SendList } from "./send-list.tsx";

const columns: readonly TableColumn<Import>[] = [
  { key: "name", label: "Datei", main: true, grow: true, cell: ({ name }) => name },
  { key: "customer", label: "Kunde", cell: ({ customer }) => showCustomer(customer) },
  { key: "created", label: "Gesendet", cell: ({ created }) => showDateTime(created) },
  { key: "made", label: "Neu", align: "right", cell: ({ made }) => showCount(made) },
  { key: "changed", label: "Geändert", align: "right", cell: ({ changed }) => showCount(changed) },
  { key: "errors", label: "Fehler", align: "right", cell: ({ errors }) => showCount(errors) },
  { key: "state", label: "Stand", phone: "beside", cell: (one) => <ImportStateBadge {...one} /> },
];

/** The lists that were sent in, and a new one. */
export default function ImportListPage() {
  const isStaff = useSession().user?.is_staff ?? false;
  const [isOpen, setOpen] = useState(false); // a phone shows the lists first
  const { page = 1 }: PageSearch = useSearch({ strict: false });
  const sent = useQuery(queryFor(listImports, { query: { limit: pageSize, offset: computeOffset(page) } }));
  const { data, error } = sent;
  const total = data && countPages(data.count, pageSize);
  if (total !== undefined && page > total) return <Navigate {...importList(isStaff)} replace />;
  const customers = isStaff ? null : data?.customers;
  const maySend = customers === null || (customers !== undefined && customers.length > 0);
  const toggle = () => setOpen(!isOpen);
  return (
    <>
      <PageHead
        isList
        above={isStaff ? <ServiceLinks /> : <TextLink to="/home">Home</TextLink>}
        title="Importe"
        about="Boxen und Inhalte aus einer Liste übernehmen; zuerst wird nur geprüft."
        total={data?.count}
        actions={
          maySend && (
            <Button look="primary" icon={FileUp} className="sm:hidden" aria-expanded={isOpen} onClick={toggle}>
              <span className="sr-only">Liste senden</span>
            </Button>
          )
        }
      />
      {maySend && (
        <div className={clsx(!isOpen && "max-sm:hidden")}>
          <SendList customers={customers} />
        </div>
      )}
      {customers?.length === 0 && (
        <p className="mb-4">Zum Importieren fehlt Ihnen das Recht. Bitte wenden Sie sich an das Archiv.</p>
      )}
      {(maySend || data || error) && (
        <Section title="Gesendete Listen">
          <PagedTable
            page={page}
            total={total}
            count={data?.count}
            link={(to, props) => <Link {...importList(isStaff, to === 1 ? undefined : to)} {...props} />}
          >
            <Lists of={sent} isStaff={isStaff} />
          </PagedTable>
        </Section>
      )}
    </>
  );
}

type ListsProps = { of: UseQueryResult<Reply<typeof listImports>>; isStaff: boolean };

function Lists({ of: { data, error, isFetching, refetch }, isStaff }: ListsProps) {
  return (
    <DataTable
      leading
      caption="Gesendete Listen"
      columns={columns}
      rows={data?.results}
      rowKey={({ id }) => id}
      link={({ id }, content) => <Link {...importPage(isStaff, id)}>{content}</Link>}
      skeletonRows={3}
      fetching={isFetching}
      error={error}
      onRetry={refetch}
      empty={<EmptyState reason="Es wurde noch keine Liste gesendet." />}
    />
  );
}
