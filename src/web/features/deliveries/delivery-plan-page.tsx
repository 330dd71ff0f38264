import { ListChecks } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deliveryPlan } from "#contract/calls/deliveries.ts";
import type { PlannedDelivery } from "#contract/schemas/deliveries.ts";
import { showCustomer } from "#rules/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { planOf, planPartText } from "#rules/deliveries/delivery-plan.ts";
import { deliveryKindText, showDeliveryCode } from "#rules/delivery-state.ts";
import { queryFor } from "#web/api/queries.ts";
import { planStatus } from "#web/lines/plan-status.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

/** The days to come, and what is late: what is left to pick and what is ready for the van. */
export default function DeliveryPlanPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(deliveryPlan));
  const [now] = useState(() => new Date());
  return (
    <>
      <PageHead
        title="Tagesplan"
        total={data?.count}
        actions={
          <ButtonLink icon={ListChecks} to="/deliveries/collect">
            Sammelliste
          </ButtonLink>
        }
      />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {!data && !error && <Loading />}
      {data?.count === 0 && <EmptyState reason="Alle Lieferungen sind abgeschlossen." />}
      {data &&
        planOf(data.results, now).map(({ part, deliveries }) => (
          <Section key={part} title={planPartText[part]} total={deliveries.length}>
            <DataTable
              caption={`Lieferungen: ${planPartText[part]}`}
              columns={columns}
              rows={deliveries}
              rowKey={({ id }) => id}
              link={({ id }, content) => <Link {...paths.delivery(id)}>{content}</Link>}
            />
          </Section>
        ))}
    </>
  );
}

const columns: readonly Column<PlannedDelivery>[] = [
  { key: "code", label: "Nummer", cell: ({ code }) => showDeliveryCode(code) },
  { key: "customer", label: "Kunde", grow: true, cell: ({ customer }) => showCustomer(customer) },
  { key: "kind", label: "Art", cell: ({ kind }) => deliveryKindText[kind] },
  { key: "left", label: "Zu tun", cell: planStatus },
  {
    key: "state",
    label: "Status",

    phone: "beside",
    cell: ({ state }) => <DeliveryStateBadge state={state} />,
  },
  {
    key: "time",
    label: "Datum",

    cell: ({ time }) => time && <span className="tabular-nums">{showDate(berlinDay(new Date(time)))}</span>,
  },
];
