import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide";
import { useState } from "react";
import { createDebitFile, debitFile, deleteDebitFile, listDebitFiles } from "#contract/calls/billing/debit-files.ts";
import type { DebitFile } from "#contract/schemas/billing/debit-files.ts";
import { showThings } from "#rules/amounts.ts";
import { berlinDay, isDay, showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { showDayAndTime } from "#rules/times.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

const shown = 24; // files: two years, where one is made a month

/** Shows the amounts collected by direct debit: those that are open, and the files for the bank. */
export function DebitsSection() {
  const [until, setUntil] = useState(() => berlinDay(new Date()));
  const isReal = isDay(until);
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(listDebitFiles, { query: { until: isReal ? until : undefined, limit: shown } }),
    placeholderData: keepPreviousData,
  });
  const file = useDownload(debitFile);
  const load = (id: number) => void file.start({ path: { id } });
  const { make, takeBack, isPending } = useDebitActions(load);
  const open = isReal ? data?.open : undefined;
  return (
    <Section title="Lastschriften" total={data?.count}>
      <p className="mb-3 max-w-prose text-muted">
        Eingezogen werden Rechnungen an Kunden mit Mandat, wenn sie fällig sind. Jede steht in einer Datei; wird eine
        zurückgenommen, sind ihre Rechnungen wieder offen.
      </p>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Field label="Zahlbar bis" className="w-52" error={isReal ? undefined : "Das ist kein Tag."}>
          <DateInput value={until} onChange={setUntil} />
        </Field>
        <Button
          look="primary"
          pending={isPending("make")}
          disabledReason={open?.invoices === 0 ? "Bis zu diesem Tag ist nichts einzuziehen." : undefined}
          onClick={() => isReal && make(until)}
        >
          Datei für die Bank erstellen
        </Button>
        <p className="min-h-8 content-center text-muted">
          {open && `${showThings(open.invoices, "Rechnung", "Rechnungen")} offen, ${showMoney(open.gross)}`}
        </p>
      </div>
      <DownloadStatus of={file} label="Datei wird geladen ..." />
      <DataTable
        caption="Dateien für die Bank"
        columns={columnsFor(load, takeBack, isPending("takeBack"))}
        rows={data?.results}
        rowKey={({ id }) => id}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        skeletonRows={2}
        empty={<EmptyState text="Es wurde noch nichts eingezogen." />}
      />
    </Section>
  );
}

function useDebitActions(load: (id: number) => void) {
  const { start, ask, isPending } = useActions<"make" | "takeBack">([createDebitFile, deleteDebitFile]);
  const [once, setOnce] = useState(newAttempt);
  const make = (until: string) =>
    start("make", async () => {
      const made = await call(createDebitFile, { body: { until }, once });
      setOnce(newAttempt);
      load(made.id);
    });
  const takeBack = ({ id, invoices, gross }: DebitFile) =>
    void ask(
      "takeBack",
      {
        title: `Datei ${id} zurücknehmen`,
        text: `Nur, wenn die Bank sie nicht ausgeführt hat: ${showThings(invoices, "Rechnung", "Rechnungen")} über ${showMoney(gross)} ${invoices === 1 ? "wird" : "werden"} sonst ein zweites Mal eingezogen.`,
        action: "Zurücknehmen",
        danger: true,
      },
      async () => {
        await call(deleteDebitFile, { path: { id } });
        return "Zurückgenommen";
      },
    );
  return { make, takeBack, isPending };
}

const collected = ({ collect_from, collect_to }: DebitFile): string =>
  collect_from === collect_to ? showDate(collect_from) : `${showDate(collect_from)} bis ${showDate(collect_to)}`;

const columnsFor = (
  load: (id: number) => void,
  takeBack: (file: DebitFile) => void,
  isPending: boolean,
): readonly TableColumn<DebitFile>[] => [
  { key: "id", label: "Datei", main: true, cell: ({ id }) => `Datei ${id}` },
  { key: "created", label: "Erstellt", grow: true, cell: ({ created }) => showDayAndTime(created) },
  { key: "collect", label: "Einzug am", cell: collected },
  {
    key: "invoices",
    label: "Rechnungen",
    align: "right",
    cell: ({ invoices, cancelled }) => `${invoices}${cancelled > 0 ? `, davon ${cancelled} storniert` : ""}`,
  },
  { key: "gross", label: "Summe", align: "right", phone: "beside", cell: ({ gross }) => showMoney(gross) },
  {
    key: "act",
    label: "Laden",
    bare: true,
    align: "right",
    cell: (file) => (
      <span className="inline-flex flex-wrap justify-end gap-2 sm:flex-nowrap">
        <Button icon={FileDown} aria-label={`Datei ${file.id} laden`} onClick={() => load(file.id)}>
          Laden
        </Button>
        <Button aria-label={`Datei ${file.id} zurücknehmen`} disabled={isPending} onClick={() => takeBack(file)}>
          Zurücknehmen
        </Button>
      </span>
    ),
  },
];
