import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Control, Controller } from "react-hook-form";
import { listCustomers } from "#contract/calls/customers.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import type { BoxCreateInput, BoxCreateValues } from "./box-create-form.ts";

type CustomerFieldProps = { control: Control<BoxCreateInput, unknown, BoxCreateValues>; error: string | undefined };

/** The choice among all customers, found by name or code. */
export function CustomerField({ control, error }: CustomerFieldProps) {
  const customers = useQuery(queryFor(listCustomers, { query: { query: "{id,name,code}" } }));
  const options = (customers.data?.results ?? []).map(({ id, name, code }) => ({
    value: id,
    label: `${showCustomerCode(code)} – ${name}`,
  }));
  return (
    <Field label="Kunde" required error={error} hint={customers.data?.count === 0 && <NoCustomer />}>
      <Controller
        name="owner"
        control={control}
        render={({ field }) => (
          <Combobox options={options} placeholder={customers.isPending ? "Wird geladen …" : undefined} {...field} />
        )}
      />
      {customers.error && (
        <ErrorState error={customers.error} onRetry={customers.refetch} pending={customers.isFetching} />
      )}
    </Field>
  );
}

function NoCustomer() {
  return (
    <>
      Es gibt noch keinen Kunden.{" "}
      <Link {...paths.newCustomer()} className="text-link">
        Kunde hinzufügen
      </Link>
    </>
  );
}
