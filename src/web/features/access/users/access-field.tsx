import { showCustomer } from "#rules/stock/box-code.ts";
import { useCustomer } from "#web/forms/customer-field.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";

type AccessFieldProps = { value: number | null; onChange: (id: number | null) => void };

/** Chooses the customer whose boxes a new user sees; further ones are given at the customer. */
export function AccessField({ value, onChange }: AccessFieldProps) {
  const { customers, customer } = useCustomer(value ?? undefined);
  const optionOf = (one: { id: number; code: number; name: string }) => ({ value: one.id, label: showCustomer(one) });
  return (
    <Field label="Kundenzugriff" hint="Weitere Kunden geben Sie beim Kunden selbst.">
      <Combobox
        options={(customers.data?.results ?? []).map(optionOf)}
        selected={customer && optionOf(customer)}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}
