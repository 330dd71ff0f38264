import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";

type AccessFieldProps = { value: number | null; onChange: (id: number | null) => void };

/** Chooses the customer whose boxes a new user sees; further ones are given at the customer. */
export function AccessField({ value, onChange }: AccessFieldProps) {
  return (
    <CustomerField
      field={{ label: "Kundenzugriff", required: false }}
      hint="Weitere Kunden geben Sie beim Kunden selbst."
      {...useCustomer(value ?? undefined)}
      value={value}
      onChange={onChange}
    />
  );
}
