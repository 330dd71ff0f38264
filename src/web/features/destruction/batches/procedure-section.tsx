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
import { listRights } from "#contract/calls/access/rights.ts";
import type { CustomerRights } from "#contract/schemas/access/rights.ts";
import { showUserName } from "#rules/access/users.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { ChangeNote } from "./procedure-changes-section.tsx";

const lessHint =
  "Abschalten oder verkürzen beantragen Sie damit: Es gilt erst nach der Wartezeit, und nur, wenn eine zweite Person zustimmt.";
const days = [0, 1, 3, 7, 14, 30, 60, 90];

/** Shows how a customer's boxes are destroyed: in the usual way, or with the approval of several people. */
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

/**
 * Lists the people of a customer who can approve destructions. Where nobody can any more, lists those who might be given the right. Each entry leads
 * to the place where the right is ticked.
 */
function Approvers({ customerId }: { customerId: number }) {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listRights, { path: { id: customerId } }));
  if (error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  if (!data) return null;
  const present = data.results.filter(({ user }) => user.may_sign_in);
  const approvers = present.filter((rights) => rights.may_approve_destruction);
  if (approvers.length > 0)
    return (
      <p className="mt-3">
        Freigeben kann: <Names of={approvers} />
      </p>
    );
  return (
    <p className="mt-3 max-w-prose font-semibold">
      Vom Kunden kann niemand freigeben.{" "}
      {present.length > 0 ? (
        <>
          Das Recht bekommt ein User auf seiner Seite: <Names of={present} />
        </>
      ) : (
        <>
          Er hat keinen User, der sich anmelden kann:{" "}
          <TextLink to="/users/new" className="underline">
            User hinzufügen
          </TextLink>
        </>
      )}
    </p>
  );
}

function Names({ of }: { of: readonly CustomerRights[] }) {
  return of.map(({ user }, at) => (
    <span key={user.id}>
      {at > 0 && ", "}
      <TextLink {...paths.user(user.id)} className="underline">
        {showUserName(user)}
      </TextLink>
    </span>
  ));
}
