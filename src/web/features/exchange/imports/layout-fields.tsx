import { useMutation } from "@tanstack/react-query";
import { mapImport } from "#contract/calls/exchange/imports.ts";
import type { Input } from "#contract/route.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { showCount } from "#rules/amounts.ts";
import { encodings, encodingText, mostAbove, separators, separatorText } from "#rules/exchange/imports/layout.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { type SelectOption, Select } from "#web/ui/form/select.tsx";

type LayoutChange = Input<typeof mapImport>["body"];

const separatorChoices: readonly SelectOption[] = separators.map((value) => ({ value, label: separatorText[value] }));
const encodingChoices: readonly SelectOption[] = encodings.map((value) => ({ value, label: encodingText[value] }));
const rowChoices: readonly SelectOption[] = Array.from({ length: mostAbove }, (_, index) => ({
  value: String(index + 1),
  label: `Zeile ${index + 1}`,
}));

const hiddenNote = (count: number) =>
  `${count === 1 ? "Eine Zeile ist" : `${showCount(count)} Zeilen sind`} in der Datei ausgeblendet (etwa durch einen Filter) und ${count === 1 ? "wird" : "werden"} mitgelesen.`;

/** The choices, and what the file has although nobody can choose it. */
const withOwn = (choices: readonly SelectOption[], own: string, label = own) =>
  choices.some(({ value }) => value === own) ? choices : [...choices, { value: own, label }];

/** Shows how the file is read, to be corrected where that is wrong; the columns are then detected again. */
export function LayoutFields({ of, disabled }: { of: ImportDetail; disabled: boolean }) {
  const choice = useMutation({
    mutationFn: (body: LayoutChange) => call(mapImport, { path: { id: of.id }, body }),
    meta: { inPlace: true },
    onSettled: () => invalidate(mapImport),
  });
  const layout: LayoutChange = choice.isPending ? choice.variables : {};
  const { sheet, sheets, head_row: head, separator, encoding } = of;
  const field = (label: string, value: string, options: readonly SelectOption[], bodyOf: (value: string) => object) => (
    <Field label={label}>
      <Select
        value={value}
        options={options}
        disabled={disabled || choice.isPending}
        onChange={({ currentTarget }) => choice.mutate(bodyOf(currentTarget.value))}
      />
    </Field>
  );
  const sheetChoices = sheets.map((value) => ({ value, label: value }));
  const shownHead = String(layout.head_row ?? head);
  return (
    <>
      <div className="mb-3 grid gap-3 border-b border-line pb-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {sheets.length > 1 &&
          field("Tabellenblatt", layout.sheet ?? sheet ?? "", sheetChoices, (value) => ({ sheet: value }))}
        {head !== null &&
          field("Kopfzeile", shownHead, withOwn(rowChoices, shownHead, `Zeile ${shownHead}`), (value) => ({
            head_row: Number(value),
          }))}
        {separator !== null &&
          field("Trennzeichen", layout.separator ?? separator, withOwn(separatorChoices, separator), (value) => ({
            separator: value,
          }))}
        {encoding !== null &&
          field("Zeichensatz", layout.encoding ?? encoding, encodingChoices, (value) => ({ encoding: value }))}
      </div>
      {of.hidden > 0 && (
        <p role="note" className="mb-3 max-w-prose">
          {hiddenNote(of.hidden)}
        </p>
      )}
      {choice.error && <ErrorState error={choice.error} />}
    </>
  );
}
