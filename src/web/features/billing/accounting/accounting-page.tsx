import { ListChecks } from "lucide";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { restoredNumbers } from "#contract/calls/billing/numbers.ts";
import type { RestoredNumber } from "#contract/schemas/billing/numbers.ts";
import { seriesText } from "#rules/billing/number-series.ts";
import { showDayAndTime } from "#rules/times.ts";
import { queryFor } from "#web/api/queries.ts";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { ArchiveSection, StackSection } from "./bookkeeping-sections.tsx";
import { DebitsSection } from "./debits-section.tsx";

const LastNumberDialog = onDemand(async () => (await import("./last-number-dialog.tsx")).LastNumberDialog);

/** Lists the numbers missing since a restore, and those that are still asked for; shows nothing where nothing was ever restored. */
function NumbersSection() {
  const { data } = useQuery(queryFor(restoredNumbers));
  const [asked, setAsked] = useState<RestoredNumber>();
  if (!data || data.results.length === 0) return null;
  return (
    <Section title="Nummern nach einer Wiederherstellung">
      <p className="mb-3 max-w-prose text-muted">
        Was nach der Sicherung das Haus verlassen hat, fehlt hier, und seine Nummern dürfen nicht noch einmal vergeben
        werden. Sehen Sie im Postausgang, bei der Bank und beim Steuerberater nach. Was in verlorenen Dateien mit
        Lastschriften stand, vermerken Sie als bezahlt, sonst wird es ein zweites Mal eingezogen.
      </p>
      <DataTable
        caption="Nummern nach einer Wiederherstellung"
        columns={columnsFor(setAsked)}
        rows={data.results}
        rowKey={({ id }) => id}
        empty={null}
      />
      {asked && <LastNumberDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

function whatIsMissing({ known, named, answered, by }: RestoredNumber): string {
  if (answered === null) return "noch nicht genannt";
  const what = named === null ? "keine" : `nach ${known ?? "der ersten"} bis ${named}`;
  return `${what}, ${by === null ? "mit Abstand übersprungen" : `genannt von ${by} am ${showDayAndTime(answered)}`}`;
}

const columnsFor = (ask: (asked: RestoredNumber) => void): readonly TableColumn<RestoredNumber>[] => [
  { key: "series", label: "Nummern der", main: true, cell: ({ series }) => seriesText[series] },
  { key: "taken", label: "Sicherung vom", cell: ({ taken }) => showDayAndTime(taken) },
  { key: "known", label: "Zuletzt bekannt", cell: ({ known }) => known ?? "keine" },
  { key: "named", label: "Fehlen", grow: true, cell: whatIsMissing },
  {
    key: "act",
    label: "Nennen",
    bare: true,
    align: "right",
    cell: (row) =>
      row.answered === null && (
        <Button aria-label={`Letzte Nummer nennen: ${seriesText[row.series]}`} onClick={() => ask(row)}>
          Letzte Nummer nennen
        </Button>
      ),
  },
];

const PaymentsDialog = onDemand(async () => (await import("./payments-dialog.tsx")).PaymentsDialog);

/** Shows everything that goes to the bank, the accountant and the auditor, and everything that comes back from them. */
export default function AccountingPage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageHead
        title="Buchhaltung"
        actions={
          <Button icon={ListChecks} onClick={() => setOpen(true)}>
            Zahlungen vermerken
          </Button>
        }
      />
      <NumbersSection />
      <StackSection />
      <ArchiveSection />
      <DebitsSection />
      {isOpen && <PaymentsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
