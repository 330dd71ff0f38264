import { useQuery } from "@tanstack/react-query";
import { listCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { nameLength } from "#contract/limits.ts";
import { queryFor } from "#web/api/queries.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

type CostCentreFieldProps = {
  customer: number;
  value: string;
  onChange: (name: string) => void;
  error?: string | undefined;
};

/** One of the customer's cost centres, or any text where there is no list of them. */
export function CostCentreField({ customer, value, onChange, error }: CostCentreFieldProps) {
  const { data } = useQuery(queryFor(listCostCentres, { path: { id: customer } }));
  const names = data?.cost_centres ?? [];
  const change = (event: { readonly target: { readonly value: string } }) => onChange(event.target.value);
  const options = names.map((name) => ({ value: name, label: name }));
  const isOther = value !== "" && !names.includes(value);
  const mustName = data?.must_name ?? false;
  const [only] = mustName && names.length === 1 ? names : [];
  return (
    <Field label="Kostenstelle" error={error}>
      {names.length > 0 ? (
        <Select
          empty={only === undefined ? (mustName ? "Bitte auswählen" : "Keine") : undefined}
          options={isOther ? [{ value, label: value }, ...options] : options}
          value={value || (only ?? "")}
          onChange={change}
        />
      ) : (
        <TextInput autoComplete="off" maxLength={nameLength} value={value} onChange={change} />
      )}
    </Field>
  );
}
