import { Controller, type Control } from "react-hook-form";
import { ClassField } from "#web/forms/class-field.tsx";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import type { TypedKept } from "./kept-form.ts";

type KeptFieldsProps = {
  of: FieldsOf<keyof TypedKept> & { readonly control: Control<TypedKept> };
  customer: number | undefined;
};

/** Class, first day, and a day that somebody sets instead of what is computed. */
export function KeptFields({ of, customer }: KeptFieldsProps) {
  const day = (name: "begins" | "until", label: string, hint: string) => (
    <ValueField of={of} name={name} label={label} hint={hint} as={DateInput} />
  );
  return (
    <>
      <Controller
        name="retention_class"
        control={of.control}
        render={({ field: { value, onChange } }) => (
          <ClassField
            customer={customer}
            value={value}
            error={of.errors.retention_class?.message}
            onChange={onChange}
          />
        )}
      />
      {day("begins", "Beginn der Frist", "Ohne Tag zählt das Ende der Laufzeit oder des Jahrgangs.")}
      {day("until", "Stattdessen aufbewahren bis", "Nur wenn ein anderer Tag gilt als der errechnete.")}
      <FormField of={of} name="reason" label="Grund des anderen Tages" />
    </>
  );
}
