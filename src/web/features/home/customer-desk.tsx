import { FileUp, PackageSearch, Truck } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PlannedDelivery } from "#contract/schemas/deliveries/deliveries.ts";
import { showCount } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { planPartOf, planPartText } from "#rules/deliveries/delivery-plan.ts";
import { deliveryKindText, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { homeQueries } from "./home-loader.ts";

/** What is on its way to them, and the two things that they come for. */
export function CustomerDesk() {
  const { data, error, isFetching, refetch } = useQuery(homeQueries.plan);
  const { data: imports } = useQuery(homeQueries.imports);
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink look="primary" icon={Truck} {...paths.newDelivery()}>
          Box anfordern
        </ButtonLink>
        <ButtonLink icon={PackageSearch} {...paths.boxes()}>
          Meine Boxen
        </ButtonLink>
        {imports && imports.customers.length > 0 && (
          <ButtonLink icon={FileUp} to="/imports">
            Boxen importieren
          </ButtonLink>
        )}
      </div>
      <Section title="Laufende Lieferungen" total={data?.count}>
        <DataTable
          caption="Laufende Lieferungen"
          columns={columns}
          rows={data?.results}
          rowKey={({ id }) => id}
          link={({ id }, content) => <Link {...paths.delivery(id)}>{content}</Link>}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          skeletonRows={3}
          empty={<EmptyState reason="Zurzeit ist nichts unterwegs." />}
        />
      </Section>
    </>
  );
}

const columns: readonly TableColumn<PlannedDelivery>[] = [
  { key: "code", label: "Nummer", cell: ({ code }) => showDeliveryCode(code) },
  { key: "day", label: "Tag", cell: ({ time }) => time && dayOf(time) },
  { key: "kind", label: "Art", cell: ({ kind }) => deliveryKindText[kind] },
  {
    key: "lines",
    label: "Umfang",
    grow: true,
    cell: ({ lines_count }) => `${showCount(lines_count)} Stück`,
  },
  { key: "state", label: "Status", phone: "beside", cell: ({ state }) => <DeliveryStateBadge state={state} /> },
];

/** "Morgen, 24.11.2026". */
function dayOf(time: string): string {
  const part = planPartOf(time, new Date());
  const day = showDate(berlinDay(new Date(time)));
  return part === "today" || part === "tomorrow" ? `${planPartText[part]}, ${day}` : day;
}
