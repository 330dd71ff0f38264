import { showCustomer } from "#rules/stock/box-code.ts";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import type { CustomerChoiceProps } from "#web/ui/table/filter-bar.tsx";

/** A customer for a filter, by number or name: by its number where the page knows no other choices. */
export function CustomerChoice({ text, onText, options }: CustomerChoiceProps) {
  const customers = useOwnCustomers();
  const byNumber = (customers ?? []).map((one) => ({ value: one.code, label: showCustomer(one) }));
  return (
    <Combobox<string | number>
      options={options ?? byNumber}
      value={text === "" ? null : Number(text)}
      placeholder="Alle"
      onChange={(value) => onText(value === null ? "" : String(value))}
    />
  );
}
