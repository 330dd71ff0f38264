import { useMutation, useQuery } from "@tanstack/react-query";
import { changeProcedure, getProcedure } from "#contract/calls/procedures.ts";
import { call } from "#web/api/call.ts";
import { queryFor, touched } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Section } from "#web/ui/page/section.tsx";

const days = [0, 1, 3, 7, 14, 30, 60, 90];

/** How a customer's boxes are destroyed: as ever, or with the approval of several people. */
export function ProcedureSection({ customerId }: { customerId: number }) {
  const path = { id: customerId };
  const { data, error, refetch, isFetching } = useQuery(queryFor(getProcedure, { path }));
  const change = useMutation({
    mutationFn: (body: { destruction_procedure?: number; waiting_days?: number }) =>
      call(changeProcedure, { path, body }),
    meta: { inPlace: true },
    onSettled: () => touched(changeProcedure),
  });
  const options = [...new Set([...days, data?.waiting_days ?? 0])]
    .sort((one, other) => one - other)
    .map((value) => ({ value, label: value === 1 ? "1 Tag" : `${value} Tage` }));
  return (
    <Section title="Vernichtungsverfahren">
      <div className="min-h-24">
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
        {data && (
          <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
            <Checkbox
              label="Nur mit Freigabe"
              hint="Der Kunde gibt frei, eine zweite Person bestätigt, jede Box wird am Schredder gescannt."
              checked={data.destruction_procedure === 1}
              onChange={({ target }) => change.mutate({ destruction_procedure: target.checked ? 1 : 0 })}
            />
            {data.destruction_procedure === 1 && (
              <Field label="Wartezeit">
                <Select
                  options={options}
                  value={data.waiting_days}
                  onChange={({ target }) => change.mutate({ waiting_days: Number(target.value) })}
                />
              </Field>
            )}
          </div>
        )}
        {change.error && <ErrorState error={change.error} />}
      </div>
    </Section>
  );
}
