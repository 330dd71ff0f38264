import { useQuery } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { retentionYears } from "#contract/calls/destruction/retention.ts";
import { queryFor } from "#web/api/queries.ts";
import { ClassField, useClasses } from "#web/forms/class-field.tsx";
import type { FieldsOf } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import type { BoxCreateControl } from "./box-create-form.ts";

type KeptProps = {
  of: FieldsOf<"retention_class" | "begins"> & { readonly control: BoxCreateControl };
  owner: number;
};

/** By which class and from when the boxes are kept, of a customer of whom that is known of others. */
export function BoxCreateKept({ of, owner }: KeptProps) {
  const classes = useClasses(owner);
  const years = useQuery(queryFor(retentionYears, { query: { customer: owner } }));
  const isKept = years.data?.results.length || classes.data?.results.some(({ customer }) => customer === owner);
  if (!isKept) return null;
  return (
    <>
      <Controller
        name="retention_class"
        control={of.control}
        render={({ field: { value, onChange } }) => (
          <ClassField customer={owner} value={value} error={of.errors.retention_class?.message} onChange={onChange} />
        )}
      />
      <ValueField of={of} name="begins" label="Beginn der Frist" as={DateInput} />
    </>
  );
}
