import { Controller } from "react-hook-form";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import type { BoxCreateControl } from "./box-create-form.ts";

type OwnerFieldProps = { control: BoxCreateControl; error: string | undefined; onChosen: () => void };

/** The field for the customer who will own the boxes. */
export function OwnerField({ control, error, onChosen }: OwnerFieldProps) {
  const { customers } = useCustomer(undefined);
  const hint = customers.data?.count === 0 && <NoCustomer />;
  return (
    <Controller
      name="owner"
      control={control}
      render={({ field }) => (
        <CustomerField
          customers={customers}
          error={error}
          hint={hint}
          {...field}
          onChange={(id) => {
            if (id !== field.value) onChosen();
            field.onChange(id);
          }}
        />
      )}
    />
  );
}

function NoCustomer() {
  return (
    <>
      Es gibt noch keinen Kunden. <TextLink to="/customers/new">Kunde hinzufügen</TextLink>
    </>
  );
}
