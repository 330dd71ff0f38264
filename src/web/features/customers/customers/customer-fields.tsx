import type { ReactNode } from "react";
import type { CustomerText } from "#contract/fields/customer.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { countries, countryName, homeCountry } from "#rules/countries.ts";
import { Select } from "#web/ui/form/select.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";

type CustomerFieldsProps = { of: FieldsOf<"name" | CustomerText> };
type AddressFieldsProps = { of: FieldsOf<CustomerText | "address_country"> };

const abroad = countries
  .filter((country) => country !== homeCountry)
  .map((value) => ({ value, label: countryName(value) }));
abroad.sort((one, other) => one.label.localeCompare(other.label, "de"));
const places = [{ value: homeCountry, label: countryName(homeCountry) }, ...abroad];

/** Shows the customer's name and the facts to be known about them; `children` stand after the name. */
export function MasterFields({
  of,
  rows = 4,
  children,
}: CustomerFieldsProps & { rows?: number; children?: ReactNode }) {
  return (
    <>
      <FormField of={of} name="name" label="Name" required />
      {children}
      <FormField of={of} name="notes" label="Notizen">
        {(bound) => <Textarea rows={rows} {...bound} />}
      </FormField>
    </>
  );
}

/** Where letters and deliveries go (specification 2). */
export function AddressFields({ of }: AddressFieldsProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 flex min-h-8 items-center text-section font-semibold">Anschrift</legend>
      <FormField of={of} name="address_name" label="Empfänger" hint="Wie er auf dem Umschlag steht" />
      <FormField of={of} name="address_street" label="Straße und Hausnummer" />
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <FormField of={of} name="address_postcode" label="PLZ">
          {(bound) => <NumberInput {...bound} />}
        </FormField>
        <FormField of={of} name="address_city" label="Ort" />
      </div>
      <FormField of={of} name="address_country" label="Land">
        {(bound) => <Select className="max-w-64" options={places} {...bound} />}
      </FormField>
    </fieldset>
  );
}
