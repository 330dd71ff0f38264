import { useQuery } from "@tanstack/react-query";
import { listRetentionClasses } from "#contract/calls/destruction/retention.ts";
import type { RetentionClass } from "#contract/schemas/destruction/retention.ts";
import { showPeriod } from "#rules/destruction/retention/retention.ts";
import { queryFor } from "#web/api/queries.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";

/** The classes that papers of a customer may have: the law's and the customer's own. */
export function useClasses(customer: number | undefined) {
  return useQuery({
    ...queryFor(listRetentionClasses, { query: { customer } }),
    enabled: customer !== undefined,
  });
}

/** A class as it is chosen: its name with the newest period. */
function classLabel({ name, rules }: RetentionClass): string {
  const newest = rules.findLast(({ applies_if }) => applies_if === "all") ?? rules.at(-1);
  return newest ? `${name} (${newest.start === "manual" ? "Ende nach Festlegung" : showPeriod(newest)})` : name;
}

type ClassFieldProps = {
  customer: number | undefined;
  label?: string;
  value: number | null;
  /** Text that stands there while nothing is chosen. */
  placeholder?: string;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (id: number | null) => void;
};

/** The choice of a class; below it from when it counts. */
export function ClassField({ customer, label = "Aufbewahrungsklasse", value, error: wrong, ...rest }: ClassFieldProps) {
  const { data, error, isFetching, refetch } = useClasses(customer);
  const classes = data?.results ?? [];
  const selectedClass = classes.find(({ id }) => id === value);
  const basis = selectedClass && [...new Set(selectedClass.rules.map((rule) => rule.basis))].join("; ");
  return (
    <Field label={label} error={wrong} hint={basis}>
      <Combobox options={classes.map((one) => ({ value: one.id, label: classLabel(one) }))} value={value} {...rest} />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
    </Field>
  );
}
