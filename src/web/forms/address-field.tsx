import { useQuery } from "@tanstack/react-query";
import { listAddresses } from "#contract/calls/customers/addresses.ts";
import { showAddress } from "#rules/deliveries/delivery-address.ts";
import { queryFor } from "#web/api/queries.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";

interface AddressFieldProps {
  readonly label: string;
  readonly customer: number;
  /** Null for the default one. */
  readonly value: number | null;
  readonly error: string | undefined;
  readonly onChange: (address: number) => void;
}

/** Where it goes to or is fetched, for a customer that has addresses. */
export function AddressField({ label, customer, value, error, onChange }: AddressFieldProps) {
  const { data } = useQuery(queryFor(listAddresses, { path: { id: customer } }));
  const addresses = data?.results ?? [];
  if (addresses.length === 0) return null;
  return (
    <Field label={label} error={error}>
      <Select
        value={(addresses.find(({ id }) => id === value) ?? addresses[0])?.id}
        options={addresses.map((address) => ({ value: address.id, label: showAddress(address) }))}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </Field>
  );
}
