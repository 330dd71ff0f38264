import { useMutation } from "@tanstack/react-query";
import { mapImport } from "#contract/calls/imports.ts";
import type { ImportDetail } from "#contract/schemas/imports/imports.ts";
import { call } from "#web/api/call.ts";
import { touched } from "#web/api/queries.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";

/** Which of a workbook's sheets is the list; its columns are found anew. */
export function SheetField({ of, disabled }: { of: ImportDetail; disabled: boolean }) {
  const choice = useMutation({
    mutationFn: (sheet: string) => call(mapImport, { path: { id: of.id }, body: { sheet } }),
    meta: { inPlace: true },
    onSettled: () => touched(mapImport),
  });
  return (
    <Field
      label="Tabellenblatt"
      className="mb-3 max-w-md"
      error={choice.error?.message}
      hint={`Gelesen wird eines von ${of.sheets.length}.`}
    >
      <Select
        value={(choice.isPending ? choice.variables : of.sheet) ?? ""}
        options={of.sheets.map((name) => ({ value: name, label: name }))}
        disabled={disabled || choice.isPending}
        onChange={({ currentTarget }) => choice.mutate(currentTarget.value)}
      />
    </Field>
  );
}
