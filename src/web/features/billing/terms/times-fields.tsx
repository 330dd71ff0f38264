import * as z from "zod/mini";
import { intervals, intervalText, storageWhens, storageWhenText } from "#rules/billing/billing-plan.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { Select } from "#web/ui/form/select.tsx";

/** When a customer is billed, as it is chosen. */
export const timesRules = { interval: z.enum(intervals), storage_when: z.enum(storageWhens) };

const times = intervals.map((value) => ({ value, label: intervalText[value] }));
const whens = storageWhens.map((value) => ({ value, label: storageWhenText[value] }));

/** How often a customer is billed, and whether the storage is paid before it or after it. */
export function TimesFields({ of }: { of: FieldsOf<keyof typeof timesRules> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField of={of} name="interval" label="Abrechnen">
        {(bound) => <Select options={times} {...bound} />}
      </FormField>
      <FormField of={of} name="storage_when" label="Lagerung zahlen">
        {(bound) => <Select options={whens} {...bound} />}
      </FormField>
    </div>
  );
}
