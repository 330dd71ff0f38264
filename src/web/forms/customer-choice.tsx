import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { listCustomers } from "#contract/calls/customers.ts";
import type { Customer } from "#contract/schemas/customers.ts";
import { showCustomer } from "#rules/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";

type Known = Pick<Customer, "id" | "code" | "name">;

/** Every customer, and the one with this id; an id of none counts as nothing chosen. */
export function useCustomers(id?: number) {
  const customers = useQuery(queryFor(listCustomers, { query: { query: "{id,name,code}" } }));
  return { customers, customer: customers.data?.results.find((known) => known.id === id) };
}

type CustomerChoiceProps = Omit<ComponentProps<typeof Combobox<number>>, "options" | "selected" | "placeholder"> &
  Pick<ComponentProps<typeof Field>, "error" | "hint" | "className"> & {
    customers: UseQueryResult<{ results: Known[] }>;
    /** The chosen one, where it may be missing among all. */
    selected?: Known | null;
  };

/** The choice among all customers, found by code or name. */
export function CustomerChoice({ customers, selected, error, hint, className, ...choice }: CustomerChoiceProps) {
  const optionOf = (customer: Known) => ({ value: customer.id, label: showCustomer(customer) });
  return (
    <Field label="Kunde" required error={error} hint={hint} className={className}>
      <Combobox
        options={(customers.data?.results ?? []).map(optionOf)}
        selected={selected ? optionOf(selected) : undefined}
        placeholder={customers.isPending ? "Wird geladen …" : undefined}
        {...choice}
      />
      {customers.error && (
        <ErrorState error={customers.error} onRetry={customers.refetch} pending={customers.isFetching} />
      )}
    </Field>
  );
}
