import { FileDown } from "lucide";
import { useState } from "react";
import { billingArchive, datevStack } from "#contract/calls/billing/exports.ts";
import { addMonths, showMonth } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import { useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Section } from "#web/ui/page/section.tsx";

const monthsBack = 24;
const yearsBack = 10;

/** The month before this one first: it is the one that is booked. */
const lastMonths = (thisMonth: string) => [
  ...Array.from({ length: monthsBack }, (_, back) => addMonths(thisMonth, -1 - back)),
  thisMonth,
];

/** The invoices of a month for the accountant. */
export function StackSection() {
  const [months] = useState(() => lastMonths(berlinDay(new Date()).slice(0, 7)));
  const [month, setMonth] = useState(months[0] ?? "");
  const stack = useDownload(datevStack);
  return (
    <Section title="DATEV">
      <p className="mb-3 max-w-prose text-muted">
        Buchungsstapel aller Rechnungen und Stornorechnungen, die in einem Monat ausgestellt wurden.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Ausgestellt im" className="w-52">
          <Select
            options={months.map((value) => ({ value, label: showMonth(value) }))}
            value={month}
            onChange={({ target }) => setMonth(target.value)}
          />
        </Field>
        <Button icon={FileDown} pending={stack.running} onClick={() => void stack.start({ query: { month } })}>
          Stapel laden
        </Button>
      </div>
      <DownloadStatus of={stack} label="Stapel wird erstellt ..." />
    </Section>
  );
}

/** Everything that was issued in a year, for an auditor. */
export function ArchiveSection() {
  const [thisYear] = useState(() => Number(berlinDay(new Date()).slice(0, 4)));
  const [year, setYear] = useState(thisYear);
  const archive = useDownload(billingArchive);
  const years = Array.from({ length: yearsBack }, (_, back) => thisYear - back);
  return (
    <Section title="Archiv eines Jahres">
      <p className="mb-3 max-w-prose text-muted">
        Alle Rechnungen eines Jahres als ZIP: die XML-Dateien, eine Tabelle aller Positionen und ein Verzeichnis mit
        Prüfsummen.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Jahr" className="w-52">
          <Select
            options={years.map((value) => ({ value, label: String(value) }))}
            value={String(year)}
            onChange={({ target }) => setYear(Number(target.value))}
          />
        </Field>
        <Button icon={FileDown} pending={archive.running} onClick={() => void archive.start({ query: { year } })}>
          Archiv laden
        </Button>
      </div>
      <DownloadStatus of={archive} label="Archiv wird erstellt ..." />
    </Section>
  );
}
