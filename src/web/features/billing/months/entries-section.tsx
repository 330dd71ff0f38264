import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide";
import {
  deleteServiceEntry,
  listServiceEntries,
  sheetOfServiceEntries,
} from "#contract/calls/billing/service-entries.ts";
import type { ServiceEntry } from "#contract/schemas/billing/service-entries.ts";
import { calculationText, showVat } from "#rules/billing/amount-texts.ts";
import { lineNet } from "#rules/billing/decimal.ts";
import { type BilledItem, itemText } from "#rules/billing/items.ts";
import { showDate } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { showMoney } from "#rules/money.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";

type EntriesProps = { customerId: number; month: string; item: BilledItem | undefined; page: number };

/** Lists the services for a customer in a month, one by one with their subjects; those of one kind where that is chosen. */
export function EntriesSection({ customerId, month, item, page }: EntriesProps) {
  const of = item === "storage" ? undefined : item;
  const query = { customer: customerId, month, item: of, limit: pageSize, offset: computeOffset(page) };
  const { data, error, isFetching, refetch } = useQuery({ ...queryFor(listServiceEntries, { query }), staleTime: 0 });
  const sheet = useDownload(sheetOfServiceEntries);
  const { remove, isPending } = useRemoval();
  return (
    <div id="services">
      <Section
        title={of ? `Leistungen: ${itemText[of]}` : "Leistungen"}
        total={data?.count}
        actions={
          <>
            {of && (
              <TextLink {...paths.bill(customerId, { month })} hash="services" replace>
                Alle Leistungen
              </TextLink>
            )}
            {(data?.count ?? 0) > 0 && (
              <Button
                icon={FileSpreadsheet}
                pending={sheet.running}
                onClick={() => void sheet.start({ query: { customer: customerId, month, item: of, format: "xlsx" } })}
              >
                Als Excel
              </Button>
            )}
          </>
        }
      >
        <DownloadStatus of={sheet} label="Tabelle wird erstellt ..." />
        <PagedTable
          page={page}
          total={data?.count_pages}
          count={data?.count}
          link={(to, props) => (
            <Link {...paths.bill(customerId, { month, item: of, page: to })} hash="services" {...props} />
          )}
        >
          <DataTable
            caption="Leistungen"
            columns={columnsFor(remove, isPending)}
            rows={data?.results}
            rowKey={({ id }) => id}
            fetching={isFetching}
            error={error}
            onRetry={refetch}
            skeletonRows={3}
            empty={<EmptyState text="In diesem Monat wurde nichts berechnet, was einzeln gemacht wurde." />}
          />
        </PagedTable>
      </Section>
    </div>
  );
}

/** Takes back what was typed, after a question. */
function useRemoval() {
  const { ask, isPending } = useActions<"delete">([deleteServiceEntry]);
  const remove = (entry: ServiceEntry) =>
    void ask(
      "delete",
      {
        title: "Eintrag löschen",
        text: `„${entry.text}“ vom ${showDate(entry.day)} (${showMoney(netOf(entry))}) wird dem Kunden nicht berechnet.`,
        action: "Eintrag löschen",
        danger: true,
      },
      async () => {
        await call(deleteServiceEntry, { path: { id: entry.id } });
        return "Eintrag gelöscht";
      },
    );
  return { remove, isPending: isPending("delete") };
}

const netOf = ({ quantity, price }: ServiceEntry) => lineNet(quantity, price, 1);
const isTyped = ({ box, delivery }: ServiceEntry) => box === null && delivery === null;

const columnsFor = (
  remove: (entry: ServiceEntry) => void,
  isPending: boolean,
): readonly TableColumn<ServiceEntry>[] => [
  { key: "day", label: "Tag", cell: ({ day }) => showDate(day) },
  { key: "item", label: "Leistung", main: true, cell: ({ item }) => itemText[item] },
  { key: "text", label: "Text", grow: true, cell: ({ text }) => text },
  { key: "of", label: "Wofür", cell: (entry) => <Source of={entry} /> },
  { key: "cost_centre", label: "Kostenstelle", phone: "hidden", cell: ({ cost_centre }) => cost_centre },
  { key: "calculation", label: "Rechnung", align: "right", cell: (entry) => calculationText({ ...entry, base: 1 }) },
  { key: "net", label: "Netto", align: "right", phone: "beside", cell: (entry) => showMoney(netOf(entry)) },
  { key: "vat", label: "Umsatzsteuer", phone: "hidden", cell: showVat },
  {
    key: "remove",
    label: "Löschen",
    bare: true,
    cell: (entry) =>
      isTyped(entry) && (
        <Button aria-label={`„${entry.text}“ löschen`} disabled={isPending} onClick={() => remove(entry)}>
          Löschen
        </Button>
      ),
  },
];

function Source({ of: { box, delivery } }: { of: ServiceEntry }) {
  if (box) return <TextLink {...paths.box(box.id)}>{showBoxCode(box.code)}</TextLink>;
  if (delivery)
    return <TextLink {...paths.delivery(delivery.id)}>{`Lieferung ${showDeliveryCode(delivery.code)}`}</TextLink>;
  return <span className="text-muted">von Hand</span>;
}
