import { FileDown, ListChecks } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { dayNotes } from "#contract/calls/deliveries/deliveries.ts";
import type { PlannedDelivery } from "#contract/schemas/deliveries/deliveries.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { daysOf, planOf, type PlanPart as Part, planPartText } from "#rules/deliveries/delivery-plan.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { DeliveryKind, deliveryKindText, showDeliveryCode, isInbound } from "#rules/deliveries/delivery-state.ts";
import { type Download, useDownload } from "#web/api/download.ts";
import { berlinTime } from "#rules/times.ts";
import { planStatus } from "#web/delivery-lines/plan-status.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { planQuery } from "./delivery-plan-loader.ts";

/** The days to come, and what is late: what is left to pick and what is ready for the van. */
export default function DeliveryPlanPage() {
  const { data, error, isFetching, refetch } = useQuery(planQuery);
  const [now] = useState(() => new Date());
  return (
    <>
      <PageHead
        isList
        title="Tagesplan"
        about="Offene Lieferungen und Rückgaben nach Tagen, die überfälligen zuerst."
        total={data?.count}
        actions={
          <ButtonLink icon={ListChecks} className="max-sm:hidden" {...paths.collect()}>
            Sammelliste
          </ButtonLink>
        }
      />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {!data && !error && <Loading />}
      {data?.count === 0 && <EmptyState reason="Alle Lieferungen sind abgeschlossen." />}
      {data &&
        planOf(data.results, now).map(({ part, deliveries }) => (
          <PlanPart key={part} part={part} deliveries={deliveries} />
        ))}
    </>
  );
}

interface PlanPartProps {
  readonly part: Part;
  readonly deliveries: readonly PlannedDelivery[];
}

/** A part of the plan: of one day its head is that of the day, too. */
function PlanPart({ part, deliveries }: PlanPartProps) {
  const days = daysOf(deliveries);
  const day = days.length === 1 ? days[0]?.day : null;
  const notes = useDownload(dayNotes);
  if (day)
    return (
      <Section
        title={`${planPartText[part]}, ${showDate(day)}`}
        total={deliveries.length}
        actions={<DayActions day={day} isFetched={deliveries.every(isFetched)} notes={notes} />}
      >
        <NotesStatus of={notes} />
        <DayTable day={day} deliveries={deliveries} />
      </Section>
    );
  return (
    <Section title={planPartText[part]} total={deliveries.length}>
      {days.map((one) => (
        <PlanDay key={one.day} {...one} />
      ))}
    </Section>
  );
}

type PlanDayProps = { day: string | null; deliveries: readonly PlannedDelivery[] };

/** A day with its deliveries, the list of what is to be fetched for it, and its notes as one file. */
function PlanDay({ day, deliveries }: PlanDayProps) {
  const notes = useDownload(dayNotes);
  return (
    <section aria-label={nameOf(day)} className="mt-2 not-first-of-type:mt-4">
      {day !== null && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className="tabular-nums">{showWeekday(day)}</h3>
          <div className="flex flex-wrap gap-2">
            <DayActions day={day} isFetched={deliveries.every(isFetched)} notes={notes} />
          </div>
        </div>
      )}
      <NotesStatus of={notes} />
      <DayTable day={day} deliveries={deliveries} />
    </section>
  );
}

const nameOf = (day: string | null) => (day === null ? planPartText.dayless : showWeekday(day));

const DayTable = ({ day, deliveries }: PlanDayProps) => (
  <DataTable
    caption={`Lieferungen: ${nameOf(day)}`}
    columns={columns}
    rows={deliveries}
    rowKey={({ id }) => id}
    link={({ id }, content) => <Link {...paths.delivery(id)}>{content}</Link>}
  />
);

/** Nothing is left on the shelves for it. */
const isFetched = ({ kind, left_count }: PlannedDelivery) => isInbound(kind) || left_count === 0;

type Notes = Download<typeof dayNotes>;

const DayActions = ({ day, isFetched: isDone, notes }: { day: string; isFetched: boolean; notes: Notes }) => (
  <>
    {!isDone && (
      <ButtonLink icon={ListChecks} {...paths.collect({ tour: day })}>
        <span>
          <span className="max-sm:sr-only">Sammelliste</span>
          <span className="sr-only"> für {showDate(day)}</span>
        </span>
      </ButtonLink>
    )}
    <Button icon={FileDown} pending={notes.running} onClick={() => void notes.start({ query: { day } })}>
      <span>
        <span className="max-sm:sr-only">Lieferscheine als PDF</span>
        <span className="sr-only"> für {showDate(day)}</span>
      </span>
    </Button>
  </>
);

const NotesStatus = ({ of }: { of: Notes }) =>
  (of.running || of.error || of.saved) && <DownloadStatus of={of} label="PDF wird erstellt ..." />;

const columns: readonly TableColumn<PlannedDelivery>[] = [
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
    label: "Uhrzeit",
    cell: ({ kind, time }) => time && kind !== DeliveryKind.return && `${berlinTime(new Date(time))} Uhr`,
  },
];
