import { ListChecks, X, CalendarCheck, Info, Undo2 } from "lucide";
import { type ReactNode, useState } from "react";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import {
  type ImportField,
  importFields,
  labelOf,
  type Mapping,
  namesBoxes,
  placeFields,
} from "#rules/exchange/imports/columns.ts";
import { knowsAllColumns } from "#rules/exchange/imports/import-next.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { showCount } from "#rules/amounts.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LayoutFields } from "./layout-fields.tsx";
import type { useCheck } from "./use-check.ts";

const amounts = "Nur kleine Zahlen, vermutlich eine Anzahl: wird nur auf Ihre Wahl Inhalt.";

type MappingSectionProps = { of: ImportDetail; isStaff: boolean; check: ReturnType<typeof useCheck> };

/** Shows the meaning of each column of the list, and the check that follows. */
export function MappingSection({ of, isStaff, check }: MappingSectionProps) {
  const [mapping, setMapping] = useState<Mapping>(of.mapping);
  const fields = importFields.filter((field) => isStaff || !placeFields.includes(field));
  const options = fields.map((field) => ({ value: field, label: labelOf(field) }));
  const choose = (at: number, chosen: string) =>
    setMapping(mapping.map((field, index) => (index === at ? ((chosen || null) as ImportField | null) : field)));
  const doCheck = (yearEnd?: boolean) =>
    check.mutate({ mapping, before: of.mapping, ...(yearEnd !== undefined && { yearEnd }) });
  const isCollapsed = of.checked !== null && knowsAllColumns(of.mapping) && of.years === 0 && !of.year_end;
  return (
    <Columns isCollapsed={isCollapsed && !check.isPending && !check.error}>
      <LayoutFields of={of} disabled={check.isPending} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {of.heads.map((head, index) => (
          <Field
            key={index}
            label={head || `Spalte ${index + 1}`}
            hint={of.amounts[index] && !mapping[index] && amounts}
          >
            <Select
              value={mapping[index] ?? ""}
              empty="wird übergangen"
              options={options}
              disabled={check.isPending}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
            />
          </Field>
        ))}
      </div>
      {mapping.includes("begins") && !check.isPending && <YearQuestion of={of} onAnswer={doCheck} />}
      <div className="mt-3 grid max-w-md gap-2">
        {check.isPending ? (
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <Progress label="Liste wird geprüft ..." share={of.total > 0 ? of.rows / of.total : undefined} />
            </div>
            <Button icon={X} onClick={check.stop}>
              Abbrechen
            </Button>
          </div>
        ) : (
          <div>
            <Button
              look={of.checked === null ? "primary" : "plain"}
              icon={ListChecks}
              disabledReason={!namesBoxes(mapping) && "Bitte ordnen Sie eine Spalte „Boxnummer“ oder „Code“ zu."}
              onClick={() => doCheck()}
            >
              {of.checked === null ? "Prüfen" : "Noch einmal prüfen"}
            </Button>
          </div>
        )}
        {check.error && <ErrorState error={check.error} />}
      </div>
    </Columns>
  );
}

/** Columns that are all known and checked need no looking at: what is wrong in the list stands higher then. */
function Columns({ isCollapsed, children }: { isCollapsed: boolean; children: ReactNode }) {
  return (
    <details open={!isCollapsed} className="mt-6">
      <summary className="mb-2">
        <h2 className="inline">Spalten</h2>
        {isCollapsed && <span className="text-muted"> (alle erkannt)</span>}
      </summary>
      {children}
    </details>
  );
}

type YearQuestionProps = { of: ImportDetail; onAnswer: (yearEnd: boolean) => void };

/** Asks what a year alone means where a day is expected: a question, then an answer that can be taken back. */
function YearQuestion({ of: { years, year_end: isAnswered }, onAnswer }: YearQuestionProps) {
  if (years === 0 && !isAnswered) return null;
  const rows = years === 1 ? "In einer Zeile steht" : `In ${showCount(years)} Zeilen steht`;
  const text = isAnswered
    ? "Ein Jahr allein unter „Beginn“ ist sein 31. Dezember."
    : `${rows} unter „Beginn“ nur ein Jahr. Ist der 31. Dezember gemeint? Sonst tragen Sie bitte die Tage in die Liste ein.`;
  return (
    <div role="note" className="tone-blue mt-3 grid max-w-prose gap-2 rounded-md bg-tone-soft px-3 py-2 text-tone">
      <p className="flex gap-2">
        <Icon of={Info} size={16} className="mt-0.5 shrink-0" />
        {text}
      </p>
      <div>
        {isAnswered ? (
          <Button icon={Undo2} onClick={() => onAnswer(false)}>
            Nein, doch nicht
          </Button>
        ) : (
          <Button icon={CalendarCheck} onClick={() => onAnswer(true)}>
            Ja, der 31. Dezember
          </Button>
        )}
      </div>
    </div>
  );
}
