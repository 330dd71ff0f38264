import { FileArchive, FileX, Mail, TableProperties } from "lucide";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CustomerDetail, CustomerSummary } from "#contract/schemas/customers/customers.ts";
import { showCount } from "#rules/amounts.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { berlinDay } from "#rules/dates.ts";
import { deliveryKindText, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { dueParts } from "#rules/destruction/due.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { showDay } from "#web/ui/berlin-time.ts";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { Fact, Facts, FactsLoading } from "#web/ui/page/facts.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

/** Shows everything that is due for a customer, with the link to the papers about it, and the latest delivery. */
export function CustomerOverview({ of, customer }: { of: UseQueryResult<CustomerSummary>; customer: CustomerDetail }) {
  const { id } = customer;
  const { data, error, isFetching, refetch } = of;
  return (
    <>
      <Section title="Vernichtung">
        {data && <Due summary={data} customer={customer} />}
        {!data && !error && <FactsLoading labels={["Vernichtungsjahr erreicht", "Markiert", "Vernichtet"]} />}
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      </Section>
      <Section
        title="Letzte Lieferungen"
        actions={<TextLink {...paths.deliveries({ customer: customer.code })}>Alle Lieferungen</TextLink>}
      >
        <DataTable
          caption="Letzte Lieferungen"
          columns={columns}
          rows={data?.deliveries}
          rowKey={(delivery) => delivery.id}
          link={(delivery, content) => <Link {...paths.delivery(delivery.id)}>{content}</Link>}
          skeletonRows={2}
          error={data ? undefined : error}
          onRetry={refetch}
          empty={<EmptyState reason="Für diesen Kunden gab es noch keine Lieferung." />}
        />
      </Section>
      <Papers id={id} />
    </>
  );
}

/** Each opens the screen of the papers at its line, with the customer chosen. */
const Papers = ({ id }: { id: number }) => (
  <Section title="Papiere">
    <div className="flex flex-wrap gap-2">
      <ButtonLink icon={TableProperties} {...paths.boxesOverviewPrint({ customer: id })}>
        Boxenübersicht
      </ButtonLink>
      <ButtonLink icon={FileArchive} {...paths.archiveLists({ customer: id })}>
        Archivlisten
      </ButtonLink>
      <ButtonLink icon={Mail} {...paths.destroyRequests({ customer: id })}>
        Vernichtungsanfrage
      </ButtonLink>
      <ButtonLink icon={FileX} {...paths.destroyLists({ customer: id })}>
        Vernichtungslisten
      </ButtonLink>
    </div>
  </Section>
);

function Due({
  summary: { due, marked, destroyed },
  customer,
}: {
  summary: CustomerSummary;
  customer: CustomerDetail;
}) {
  const [year] = useState(() => Number(berlinDay(new Date()).slice(0, 4)));
  const boxes = (state: BoxState, count: number) => (
    <TextLink {...paths.boxes({ owner: customer.code, state })}>{showCount(count)}</TextLink>
  );
  return (
    <Facts>
      {dueParts(due, year).map(({ label, boxes: count }) => (
        <Fact key={label} label={label}>
          {showCount(count)}
        </Fact>
      ))}
      <Fact label="Markiert">{boxes(BoxState.marked, marked)}</Fact>
      <Fact label="Vernichtet">{boxes(BoxState.destroyed, destroyed)}</Fact>
    </Facts>
  );
}

type Delivery = CustomerSummary["deliveries"][number];

const columns: readonly TableColumn<Delivery>[] = [
  { key: "code", label: "Nummer", cell: ({ code }) => showDeliveryCode(code) },
  { key: "kind", label: "Art", phone: "hidden", grow: true, cell: ({ kind }) => deliveryKindText[kind] },
  { key: "time", label: "Datum", cell: ({ time }) => time && showDay(time) },
  { key: "boxes", label: "Boxen", align: "right", cell: ({ boxes_count }) => showCount(boxes_count) },
  { key: "contents", label: "Inhalte", align: "right", cell: ({ boxcontents_count }) => showCount(boxcontents_count) },
  { key: "state", label: "Status", phone: "beside", cell: ({ state }) => <DeliveryStateBadge state={state} /> },
];
