import { useQuery } from "@tanstack/react-query";
import { listCustomers } from "#contract/calls/customers.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";

/** Said where nothing can be done yet. */
export const noCustomer = "Bitte erst einen Kunden auswählen.";

/** Every customer, and the one with this id; an id of none counts as nothing chosen. */
export function useCustomer(id: number | undefined) {
  const customers = useQuery(queryFor(listCustomers, { query: { query: "{id,name,code}" } }));
  return { customers, customer: customers.data?.results.find((known) => known.id === id) };
}

type CustomerFieldProps = ReturnType<typeof useCustomer> & { onChange: (id: number | undefined) => void };

export function CustomerField({ customers, customer, onChange }: CustomerFieldProps) {
  const options = (customers.data?.results ?? []).map(({ id, name, code }) => ({
    value: id,
    label: `${showCustomerCode(code)} – ${name}`,
  }));
  return (
    <Field label="Kunde" required className="max-w-md">
      <Combobox
        options={options}
        value={customer?.id ?? null}
        onChange={(id) => onChange(id ?? undefined)}
        placeholder={customers.isPending ? "Wird geladen …" : undefined}
      />
      {customers.error && (
        <ErrorState error={customers.error} onRetry={customers.refetch} pending={customers.isFetching} />
      )}
    </Field>
  );
}
