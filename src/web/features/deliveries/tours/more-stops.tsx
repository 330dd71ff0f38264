import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { setStops } from "#contract/calls/deliveries/tours.ts";
import type { TourDelivery, VanTourDetail } from "#contract/schemas/deliveries/tours.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { toursQuery } from "./tour-queries.ts";
import { hoursText, loadText, missingText } from "./tour-texts.tsx";

/** Lists the deliveries due by the tour's day and on no tour: one press puts a delivery at the end. */
export function MoreStops({ tour: { id, day, results } }: { tour: VanTourDetail }) {
  const { data, error, refetch, isFetching } = useQuery(toursQuery(day));
  const { isPending, start } = useActions<string>([setStops]);
  const before = results.filter(({ ended }) => ended === null).map(({ delivery }) => delivery);
  const add = ({ delivery }: TourDelivery) =>
    start(`add ${delivery}`, async () => {
      await call(setStops, { path: { id }, body: { deliveries: [...before, delivery], before } });
    });
  return (
    <Section title="Noch auf keiner Tour" total={data?.free.length}>
      <DataTable
        caption="Noch auf keiner Tour"
        columns={[
          { key: "code", label: "Nummer", main: true, cell: ({ code }) => showDeliveryCode(code) },
          { key: "customer", label: "Kunde", grow: true, cell: ({ customer }) => showCustomer(customer) },
          { key: "load", label: "Umfang", cell: (one) => [loadText(one), missingText(one)].filter(Boolean).join(", ") },
          { key: "time", label: "Uhrzeit", cell: hoursText },
          {
            key: "add",
            label: "Hinzufügen",
            bare: true,
            align: "right",
            phone: "beside",
            cell: (one) => (
              <Button
                aria-label={`Lieferung ${showDeliveryCode(one.code)} hinzufügen`}
                pending={isPending(`add ${one.delivery}`)}
                onClick={() => add(one)}
              >
                Hinzufügen
              </Button>
            ),
          },
        ]}
        rows={data?.free}
        rowKey={({ delivery }) => delivery}
        link={({ delivery }, content) => <Link {...paths.delivery(delivery)}>{content}</Link>}
        error={error}
        onRetry={refetch}
        fetching={isFetching}
        empty={<EmptyState text="Alles, was bis dahin fällig ist, ist auf einer Tour." />}
        skeletonRows={2}
      />
    </Section>
  );
}
