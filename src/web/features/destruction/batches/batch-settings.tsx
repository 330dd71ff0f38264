import { useMutation } from "@tanstack/react-query";
import { editBatch } from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { normRows, protectionClasses, securityLevels, showLevel } from "#rules/destruction/norm.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";

const classes = Object.entries(protectionClasses).map(([value, text]) => ({ value, label: `${value} (${text})` }));

/** By which class and level a draft is destroyed; what does not go with the class is not offered. */
export function BatchSettings({ batch }: { batch: BatchDetail }) {
  const row = normRows.find((each) => each.protection_class === batch.protection_class);
  const levels = securityLevels
    .filter(({ level }) => row && level >= row.from && level <= row.to)
    .map(({ level, area }) => ({
      value: level,
      label: `${showLevel({ ...batch, security_level: level })} (≤ ${area.toLocaleString("de-DE")} mm²)`,
    }));
  const edit = useMutation({
    mutationFn: (body: { protection_class?: number; security_level: number }) =>
      call(editBatch, { path: { id: batch.id }, body }),
    meta: { inPlace: true },
    onSettled: () => invalidate(editBatch),
  });
  const choose = (protection: number) => {
    const next = normRows.find((each) => each.protection_class === protection);
    if (next) edit.mutate({ protection_class: protection, security_level: Math.min(next.from + 1, next.to) });
  };
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Field label="Schutzklasse">
        <Select
          options={classes}
          value={batch.protection_class}
          onChange={({ target }) => choose(Number(target.value))}
        />
      </Field>
      <Field label="Sicherheitsstufe">
        <Select
          options={levels}
          value={batch.security_level}
          onChange={({ target }) => edit.mutate({ security_level: Number(target.value) })}
        />
      </Field>
      {edit.error && <ErrorState error={edit.error} />}
    </div>
  );
}
