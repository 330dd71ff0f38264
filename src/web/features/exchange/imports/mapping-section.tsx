import { ListChecks } from "lucide";
import { useState } from "react";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import {
  type ImportField,
  importFields,
  labelOf,
  type Mapping,
  namesBoxes,
  placeFields,
} from "#rules/exchange/imports/columns.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { CollapsedSection } from "./collapsed-section.tsx";
import { LayoutFields } from "./layout-fields.tsx";
import type { useCheck } from "./use-check.ts";

const amounts = "Nur kleine Zahlen, vermutlich eine Anzahl: wird nur auf Ihre Wahl Inhalt.";

type MappingSectionProps = { of: ImportDetail; isStaff: boolean; check: ReturnType<typeof useCheck> };

/** Shows the meaning of each column of the list; after the check it is collapsed, and what is wrong stands above it. */
export function MappingSection({ of, isStaff, check }: MappingSectionProps) {
  const [mapping, setMapping] = useState<Mapping>(of.mapping);
  const fields = importFields.filter((field) => isStaff || !placeFields.includes(field));
  const options = fields.map((field) => ({ value: field, label: labelOf(field) }));
  const choose = (at: number, chosen: string) =>
    setMapping(mapping.map((field, index) => (index === at ? ((chosen || null) as ImportField | null) : field)));
  const isCollapsed = check.isPending || (of.checked !== null && !check.error);
  return (
    <CollapsedSection title="Spalten" note={isCollapsed ? knownText(of.mapping) : ""} isCollapsed={isCollapsed}>
      <LayoutFields of={of} disabled={check.isPending} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {of.heads.map((head, index) => (
          <Field
            key={index}
            label={head || `Spalte ${index + 1}`}
            hint={<Samples of={of.samples[index] ?? []} note={of.amounts[index] && !mapping[index] ? amounts : ""} />}
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
      <div className="mt-3">
        <Button
          look={of.checked === null ? "primary" : "plain"}
          icon={ListChecks}
          pending={check.isPending}
          disabledReason={!namesBoxes(mapping) && "Bitte ordnen Sie eine Spalte „Boxnummer“ oder „Code“ zu."}
          onClick={() => check.mutate({ mapping, before: of.mapping })}
        >
          {of.checked === null ? "Prüfen" : "Noch einmal prüfen"}
        </Button>
      </div>
    </CollapsedSection>
  );
}

/** Says how many of the columns are passed over. */
function knownText(mapping: Mapping): string {
  const unknown = mapping.filter((field) => field === null).length;
  if (unknown === 0) return "alle erkannt";
  return `${unknown} von ${mapping.length} ${unknown === 1 ? "wird" : "werden"} übergangen`;
}

/** Shows the first values of a column, by which people know it. */
function Samples({ of, note }: { of: readonly string[]; note: string }) {
  return (
    <>
      {of.length > 0 && <p className="break-words">z. B. {of.join(" · ")}</p>}
      {note && <p>{note}</p>}
    </>
  );
}
