import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";

interface CustomerName {
  readonly id: number;
  readonly code: number;
  readonly name: string;
}

/** Every customer, and the one with this id; an id of none counts as nothing chosen. */
export function useCustomer(id: number | undefined) {
  const customers = useQuery(queryFor(listCustomers, { query: { query: "{id,name,code}" } }));
  return { customers, customer: customers.data?.results.find((known) => known.id === id) };
}

type ChoiceProps = ComponentProps<typeof Combobox<number>>;
type CustomerFieldProps = Pick<ChoiceProps, "onChange" | "onBlur" | "name" | "ref"> & {
  value?: ChoiceProps["value"];
  customers: UseQueryResult<{ results: readonly CustomerName[] }>;
  /** The chosen one, which may be missing among them. */
  customer?: CustomerName | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  /** Words of the field where it is not the customer of a thing. */
  field?: Partial<ComponentProps<typeof Field>>;
};

/** The choice among all customers, found by name or code. */
export function CustomerField({
  customers,
  customer,
  value = customer?.id ?? null,
  error: wrong,
  hint,
  field,
  ...choice
}: CustomerFieldProps) {
  const { data, error, isPending, isFetching, refetch } = customers;
  const optionOf = (one: CustomerName) => ({ value: one.id, label: showCustomer(one) });
  return (
    <Field label="Kunde" required error={wrong} hint={hint} {...field}>
      <Combobox
        options={(data?.results ?? []).map(optionOf)}
        selected={customer && optionOf(customer)}
        value={value}
        placeholder={isPending ? "Wird geladen …" : undefined}
        {...choice}
      />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
    </Field>
  );
}
