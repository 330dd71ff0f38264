import { useQuery } from "@tanstack/react-query";
import { listAddresses } from "#contract/calls/customers/addresses.ts";
import { showAddress } from "#rules/deliveries/delivery-address.ts";
import { queryFor } from "#web/api/queries.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { StepProps } from "./draft-wizard.ts";

interface AddressFieldProps extends StepProps {
  readonly customer: number;
  readonly error: string | undefined;
}

/** Where it goes, for a customer that has addresses. */
export function AddressField({ customer, draft, act, error }: AddressFieldProps) {
  const { data } = useQuery(queryFor(listAddresses, { path: { id: customer } }));
  const addresses = data?.results ?? [];
  if (addresses.length === 0) return null;
  return (
    <Field label="Lieferadresse" error={error}>
      <Select
        value={(addresses.find(({ id }) => id === draft.address) ?? addresses[0])?.id}
        options={addresses.map((address) => ({ value: address.id, label: showAddress(address) }))}
        onChange={(event) => act({ type: "setAddress", address: Number(event.target.value) })}
      />
    </Field>
  );
}
