import { useMutation, useQuery } from "@tanstack/react-query";
import { changeProcedure, getProcedure } from "#contract/calls/destruction/procedures.ts";
import { showDays } from "#rules/destruction/procedure-changes.ts";
import { call } from "#web/api/call.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Approvers } from "./approvers.tsx";
import { ChangeNote } from "./procedure-changes-section.tsx";

const lessHint =
  "Abschalten oder verkürzen beantragen Sie damit: Es gilt erst nach der Wartezeit, und nur, wenn eine zweite Person zustimmt.";
const days = [0, 1, 3, 7, 14, 30, 60, 90];

/** How a customer's boxes are destroyed: as ever, or with the approval of several people. */
export function ProcedureSection({ customerId }: { customerId: number }) {
  const path = { id: customerId };
  const { data, error, refetch, isFetching } = useQuery(queryFor(getProcedure, { path }));
  const change = useMutation({
    mutationFn: (body: { destruction_procedure?: number; waiting_days?: number }) =>
      call(changeProcedure, { path, body }),
    meta: { inPlace: true },
    onSettled: () => invalidate(changeProcedure),
  });
  const isOn = data?.destruction_procedure === 1;
  const options = [...new Set([...days, data?.waiting_days ?? 0])]
    .sort((one, other) => one - other)
    .map((value) => ({ value, label: showDays(value) }));
  return (
    <Section title="Vernichtungsverfahren">
      <div className="min-h-24">
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
        {data?.change && <ChangeNote change={data.change} />}
        {data && (
          <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
            <Checkbox
              label="Nur mit Freigabe"
              hint={
                isOn
                  ? lessHint
                  : "Der Kunde gibt frei, eine zweite Person bestätigt, jede Box wird am Schredder gescannt."
              }
              checked={isOn}
              disabled={isOn && data.change !== null}
              onChange={({ target }) => change.mutate({ destruction_procedure: target.checked ? 1 : 0 })}
            />
            {isOn && (
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
        {isOn && <Approvers customerId={customerId} />}
        {data?.last_change && <p className="mt-3 max-w-prose text-muted">{data.last_change.text}</p>}
        {change.error && <ErrorState error={change.error} />}
      </div>
    </Section>
  );
}
