import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Plus } from "lucide";
import { useState } from "react";
import type { TourDelivery, VanTour } from "#contract/schemas/deliveries/tours.ts";
import { showCount, showThings } from "#rules/amounts.ts";
import { addDays, berlinDay, isDay } from "#rules/dates.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { deliveryKindText, DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { maxStops, sortStops } from "#rules/deliveries/tours.ts";
import { showDayAndTime } from "#rules/times.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { dayIn, toursQuery } from "./tour-queries.ts";
import { isReady, loadText, missingText, TourStateBadge } from "./tour-texts.tsx";

const AskTour = onDemand(async () => (await import("./tour-dialog.tsx")).TourDialog);
const route = getRouteApi("/tours");

/** The tours of a day, and what is due by then and on none of them. */
export default function TourListPage() {
  const day = dayIn(route.useSearch().day);
  const { data, error, isFetching, refetch } = useQuery(toursQuery(day));
  return (
    <>
      <PageHead
        isList
        title="Touren"
        total={data?.results.length}
        about="Welche Fahrzeuge an einem Tag wohin fahren, und was noch auf keiner Tour ist."
      />
      <DayChoice key={day} day={day} />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <DataTable
            caption="Touren"
            columns={tourColumns}
            rows={data.results}
            rowKey={({ id }) => id}
            link={({ id }, content) => <Link {...paths.tour(id)}>{content}</Link>}
            empty={<EmptyState text="An diesem Tag ist noch keine Tour geplant." />}
          />
          <Free key={day} day={day} deliveries={data.free} />
        </>
      )}
    </>
  );
}

function DayChoice({ day }: { day: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(day);
  const go = (to: string) => void navigate(paths.tours({ day: to === berlinDay(new Date()) ? undefined : to }));
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <IconButton look="plain" label="Ein Tag zurück" icon={ChevronLeft} onClick={() => go(addDays(day, -1))} />
      <DateInput
        aria-label="Tag"
        className="w-32"
        value={typed}
        onChange={(next) => {
          setTyped(next);
          if (isDay(next)) go(next);
        }}
      />
      <IconButton look="plain" label="Ein Tag weiter" icon={ChevronRight} onClick={() => go(addDays(day, 1))} />
      <p>{showWeekday(day).split(",", 1)}</p>
    </div>
  );
}

const tourColumns: readonly TableColumn<VanTour>[] = [
  { key: "vehicle", label: "Tour", main: true, cell: ({ id, vehicle }) => vehicle || `Tour ${id}` },
  { key: "driver", label: "Fahrer", grow: true, cell: ({ driver }) => driver },
  { key: "state", label: "Stand", phone: "beside", cell: ({ state }) => <TourStateBadge state={state} /> },
  {
    key: "stops",
    label: "Halte",
    cell: ({ stops_count, done_count }) =>
      `${showThings(stops_count, "Halt", "Halte")}${done_count > 0 ? `, ${showCount(done_count)} erledigt` : ""}`,
  },
];

type FreeProps = { day: string; deliveries: readonly TourDelivery[] };

/** Lists the deliveries that nobody drives yet; those that are ready are ticked at first. */
function Free({ day, deliveries }: FreeProps) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isTicked = (one: TourDelivery) =>
    changed.get(one.delivery) ?? (one.kind !== DeliveryKind.return && isReady(one));
  const ticked = deliveries.filter(isTicked);
  const blocked = ticked.length > maxStops && `Höchstens ${showThings(maxStops, "Halt", "Halte")} passen in eine Tour.`;
  return (
    <Section
      title="Noch auf keiner Tour"
      total={deliveries.length}
      actions={
        <Button look="primary" icon={Plus} disabledReason={blocked} onClick={() => setOpen(true)}>
          {`Tour anlegen (${showThings(ticked.length, "Halt", "Halte")})`}
        </Button>
      }
    >
      <DataTable
        caption="Noch auf keiner Tour"
        columns={freeColumns}
        rows={deliveries}
        rowKey={({ delivery }) => delivery}
        ticks={{
          nameOf: ({ code }) => `Lieferung ${showDeliveryCode(code)}`,
          has: isTicked,
          set: (rows, isOn) =>
            setChanged(new Map([...changed, ...rows.map(({ delivery }) => [delivery, isOn] as const)])),
          may: () => true,
        }}
        link={({ delivery }, content) => <Link {...paths.delivery(delivery)}>{content}</Link>}
        empty={<EmptyState text="Alles, was bis dahin fällig ist, ist auf einer Tour." />}
      />
      {isOpen && (
        <AskTour
          tour={{ day, vehicle: "", driver: "" }}
          deliveries={sortStops(ticked).map(({ delivery }) => delivery)}
          onSent={(id) => navigate(paths.tour(id))}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

const freeColumns: readonly TableColumn<TourDelivery>[] = [
  { key: "code", label: "Nummer", main: true, cell: ({ code }) => showDeliveryCode(code) },
  { key: "customer", label: "Kunde", grow: true, cell: ({ customer }) => showCustomer(customer) },
  { key: "place", label: "Ort", cell: ({ address }) => address && `${address.postcode} ${address.city}`.trim() },
  { key: "kind", label: "Art", cell: ({ kind }) => deliveryKindText[kind] },
  { key: "load", label: "Umfang", cell: (one) => [loadText(one), missingText(one)].filter(Boolean).join(", ") },
  { key: "time", label: "Termin", cell: ({ time }) => time && showDayAndTime(time) },
];
