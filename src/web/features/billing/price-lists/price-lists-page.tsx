import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Plus } from "lucide";
import { useState } from "react";
import { listPriceLists } from "#contract/calls/billing/price-lists.ts";
import type { PriceList } from "#contract/schemas/billing/price-lists.ts";
import { showThings } from "#rules/amounts.ts";
import { showVat } from "#rules/billing/amount-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { NotedList } from "#web/lists/noted-list.tsx";
import { onDemand } from "#web/shell/on-demand.tsx";
import { idUnder } from "#web/search.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PricesSection } from "./prices-section.tsx";

const PriceListDialog = onDemand(async () => (await import("./price-list-dialog.tsx")).PriceListDialog);

/** The price lists, and of one of them every price with the day from which it holds. */
export default function PriceListsPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(listPriceLists));
  const [isOpen, setOpen] = useState(false);
  const wanted = idUnder(useSearch({ strict: false }), "list");
  const list = data?.results.find(({ id }) => id === wanted) ?? data?.results[0];
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setOpen(true)}>
      Preisliste anlegen
    </Button>
  );
  return (
    <>
      <PageHead title="Preislisten" total={data?.results.length} actions={data?.results.length !== 0 && add} />
      <NotedList note={note} isWaiting={!data}>
        <DataTable
          leading
          caption="Preislisten"
          columns={columns}
          rows={data?.results}
          rowKey={({ id }) => id}
          link={({ id }, content) => (
            <TextLink to="/billing/prices" search={{ list: id }} replace>
              {content}
            </TextLink>
          )}
          marked={(one) => one === list}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          skeletonRows={2}
          empty={<EmptyState text="Es gibt noch keine Preisliste." action={add} />}
        />
      </NotedList>
      {list && <PricesSection key={list.id} list={list} />}
      {isOpen && <PriceListDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const note =
  "Welche Liste für einen Kunden gilt, steht auf seiner Seite. Ohne Liste kostet die Lagerung seinen Meterpreis, und jede Fahrt den Preis ihrer Lieferoption.";

const columns: readonly TableColumn<PriceList>[] = [
  { key: "name", label: "Name", main: true, grow: true, cell: ({ name }) => name },
  {
    key: "customers",
    label: "Gilt für",
    phone: "beside",
    cell: ({ customers }) => (customers === 0 ? "niemanden" : showThings(customers, "Kunden", "Kunden")),
  },
  { key: "trips", label: "Fahrten", cell: (list) => `Umsatzsteuer ${showVat(list)}` },
];
