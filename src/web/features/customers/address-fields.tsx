import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

type AddressField = "address_name" | "address_street" | "address_postcode" | "address_city";
type AddressFieldsProps = {
  register: (name: AddressField) => UseFormRegisterReturn;
  errors: Partial<Record<AddressField, { message?: string | undefined }>>;
};

/** Where letters and deliveries go (specification 2). */
export function AddressFields({ register, errors }: AddressFieldsProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 flex min-h-8 items-center text-section font-semibold">Anschrift</legend>
      <Field label="Empfänger" error={errors.address_name?.message} hint="Wie er auf dem Umschlag steht">
        <TextInput autoComplete="off" {...register("address_name")} />
      </Field>
      <Field label="Straße und Hausnummer" error={errors.address_street?.message}>
        <TextInput autoComplete="off" {...register("address_street")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Field label="PLZ" error={errors.address_postcode?.message}>
          <NumberInput {...register("address_postcode")} />
        </Field>
        <Field label="Ort" error={errors.address_city?.message}>
          <TextInput autoComplete="off" {...register("address_city")} />
        </Field>
      </div>
    </fieldset>
  );
}
