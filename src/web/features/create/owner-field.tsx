import { Link } from "@tanstack/react-router";
import { Controller } from "react-hook-form";
import { CustomerChoice, useCustomers } from "#web/forms/customer-choice.tsx";
import { paths } from "#web/paths.ts";
import type { BoxCreateControl } from "./box-create-form.ts";

type OwnerFieldProps = { control: BoxCreateControl; error: string | undefined };

/** Whose boxes they will be. */
export function OwnerField({ control, error }: OwnerFieldProps) {
  const { customers } = useCustomers();
  const hint = customers.data?.count === 0 && <NoCustomer />;
  return (
    <Controller
      name="owner"
      control={control}
      render={({ field }) => <CustomerChoice customers={customers} error={error} hint={hint} {...field} />}
    />
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
