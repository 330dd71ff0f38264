import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus, Undo2 } from "lucide";
import { useState } from "react";
import { createClosingDay, deleteClosingDay, listClosingDays } from "#contract/calls/deliveries/closing-days.ts";
import { showThings } from "#rules/amounts.ts";
import { showDate } from "#rules/dates.ts";
import { holidaysSentence } from "#rules/deliveries/closed-days.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryFor } from "#web/api/queries.ts";
import { NotedList } from "#web/lists/noted-list.tsx";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

const AskClosingDay = onDemand(async () => (await import("./closing-day-dialog.tsx")).ClosingDayDialog);

interface Line {
  readonly day: string;
  readonly name: string;
  readonly deliveries: number;
  /** The id of a day that was entered; a public holiday has none. */
  readonly id?: number;
}

/** Days without deliveries: typed ones, which are added and removed here, and the coming holidays. */
export default function ClosingDayListPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(listClosingDays));
  const [isOpen, setOpen] = useState(false);
  const { remove, undo, removed, isPending } = useRemoval();
  const lines = data && [
    ...data.results.map(({ id, day, text, deliveries }): Line => ({ id, day, name: text, deliveries })),
    ...data.holidays
      .filter(({ day }) => !data.results.some((one) => one.day === day))
      .map((holiday): Line => ({ ...holiday, deliveries: 0 })),
  ];
  return (
    <>
      <PageHead
        isList
        title="Schließtage"
        total={data?.results.length}
        actions={
          <Button look="primary" icon={Plus} onClick={() => setOpen(true)}>
            <span className="max-sm:sr-only">Schließtag anlegen</span>
          </Button>
        }
      />
      <NotedList note={`${data ? holidaysSentence(data.land) : ""} ${note}`} isWaiting={!data}>
        <DataTable
          caption="Schließtage"
          columns={columnsFor(remove, isPending)}
          rows={lines?.sort((a, b) => a.day.localeCompare(b.day))}
          rowKey={({ day }) => day}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={<EmptyState text="Es sind keine Schließtage eingetragen." />}
          skeletonRows={3}
        />
      </NotedList>
      <Removed line={removed} isPending={isPending} onUndo={undo} />
      {isOpen && <AskClosingDay onClose={() => setOpen(false)} />}
    </>
  );
}

const columnsFor = (remove: (line: Line) => void, isPending: boolean): readonly TableColumn<Line>[] => [
  { key: "day", label: "Tag", main: true, cell: ({ day }) => showWeekday(day) },
  { key: "name", label: "Grund", grow: true, cell: ({ name }) => name },
  {
    key: "deliveries",
    label: "Geplant",
    phone: "beside",
    cell: ({ deliveries }) => deliveries > 0 && showThings(deliveries, "Lieferung", "Lieferungen"),
  },
  {
    key: "remove",
    label: "Entfernen",
    bare: true,
    align: "right",
    cell: (line) =>
      line.id === undefined ? (
        <span className="text-muted">Feiertag</span>
      ) : (
        <Button aria-label={`${showDate(line.day)} entfernen`} disabled={isPending} onClick={() => remove(line)}>
          Entfernen
        </Button>
      ),
  },
];

const note =
  "Neue Bestellungen bekommen den nächsten Liefertag danach. Was an einem Schließtag schon geplant ist, bleibt stehen und wird in der Lieferung verschoben.";

function Removed({ line, isPending, onUndo }: { line: Line | undefined; isPending: boolean; onUndo: () => void }) {
  return (
    <div role="status" className="mt-3 flex flex-wrap items-center gap-3">
      {line && (
        <>
          <span>{`${showDate(line.day)} (${line.name}) ist kein Schließtag mehr.`}</span>
          <Button icon={Undo2} pending={isPending} onClick={onUndo}>
            Rückgängig machen
          </Button>
        </>
      )}
    </div>
  );
}

/** Removes a day at once; it can be put back. */
function useRemoval() {
  const [removed, setRemoved] = useState<Line>();
  const removal = useMutation({
    mutationFn: ({ id = 0 }: Line) => call(deleteClosingDay, { path: { id } }),
    onSuccess: (_, line) => setRemoved(line),
    onSettled: () => invalidate(deleteClosingDay),
  });
  const undoing = useMutation({
    mutationFn: ({ day, name }: Line) => call(createClosingDay, { body: { day, text: name } }),
    onSuccess: () => setRemoved(undefined),
    onSettled: () => invalidate(createClosingDay),
  });
  return {
    remove: (line: Line) => removal.mutate(line),
    undo: () => removed && undoing.mutate(removed),
    removed,
    isPending: removal.isPending || undoing.isPending,
  };
}
