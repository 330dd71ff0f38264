import { type VatCategory, vatCategories, vatCategoryText } from "#rules/billing/items.ts";
import { FormField, type FieldsOf } from "#web/forms/form-field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";

type VatFieldsProps = { of: FieldsOf<"vat_category" | "vat_rate">; category: string };

const options = vatCategories.map((value) => ({ value, label: vatCategoryText[value] }));

/** Asks whether tax is owed and at which rate; where none is owed, there is no rate to type. */
export function VatFields({ of, category }: VatFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField of={of} name="vat_category" label="Umsatzsteuer">
        {(bound) => <Select options={options} {...bound} />}
      </FormField>
      {category === "S" && (
        <FormField of={of} name="vat_rate" label="Satz in %" required>
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
      )}
    </div>
  );
}

/** Returns the values that are sent. */
export const vatOf = ({ vat_category, vat_rate }: { vat_category: VatCategory; vat_rate: string }) => ({
  vat_category,
  vat_rate: vat_category === "S" ? vat_rate : "0",
});
