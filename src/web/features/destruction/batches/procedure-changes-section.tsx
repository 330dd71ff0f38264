import { clsx } from "clsx";
import { useMutation, useQuery } from "@tanstack/react-query";
import { agreeToChange, listProcedureChanges, withdrawChange } from "#contract/calls/destruction/procedures.ts";
import type { ProcedureChange } from "#contract/schemas/destruction/procedures.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";

/** Says whether somebody may agree to a change. */
const waits = ({ done, agreed, actions }: ProcedureChange) =>
  done === null && agreed === null && actions.agree === null;

/**
 * Lists requested changes of customers' destruction procedures, and those that took effect recently. Shows nothing where there are none. `ofOthers`:
 * without those that wait for the current user.
 */
export function ProcedureChanges({ ofOthers = false }: { ofOthers?: boolean }) {
  const { data } = useQuery(queryFor(listProcedureChanges));
  const isStaff = useSession().user?.is_staff ?? false;
  const changes = data?.results.filter((change) => !ofOthers || !waits(change));
  return changes?.map((change) => (
    <ChangeNote key={change.id} change={change}>
      {isStaff ? (
        <TextLink {...paths.customer(change.customer.id, { tab: "retention" })}>
          {showCustomer(change.customer)}
        </TextLink>
      ) : (
        <strong className="font-semibold">{showCustomer(change.customer)}</strong>
      )}
    </ChangeNote>
  ));
}

const note = "mb-4 max-w-prose rounded-md bg-tone-soft px-3 py-2 break-words text-tone";

/** One of them in words, and what may be done to it as long as it has not taken effect. */
export function ChangeNote({ change, children }: { change: ProcedureChange; children?: React.ReactNode }) {
  const { id, done, text, actions, agreed } = change;
  const path = { id };
  const taking = useMutation({
    mutationFn: (route: typeof agreeToChange | typeof withdrawChange) => call(route, { path }),
    meta: { inPlace: true },
    onSettled: () => invalidate(agreeToChange),
  });
  const agree = async () => {
    const title = "Dem zustimmen?";
    if (await confirm({ title, text, action: "Zustimmen", danger: true })) taking.mutate(agreeToChange);
  };
  return (
    <div role="note" className={clsx(note, done === null ? "tone-amber" : "tone-blue")}>
      {children && <p>{children}</p>}
      <p>{text}</p>
      {done === null && (
        <div className="mt-2 flex flex-wrap gap-2">
          {agreed === null && (
            <Button disabledReason={actions.agree ?? undefined} pending={taking.isPending} onClick={() => void agree()}>
              Zustimmen
            </Button>
          )}
          <Button pending={taking.isPending} onClick={() => taking.mutate(withdrawChange)}>
            Antrag zurückziehen
          </Button>
        </div>
      )}
      {done === null && agreed === null && actions.agree !== null && <p className="mt-2">{actions.agree}</p>}
      {taking.error && <ErrorState error={taking.error} />}
    </div>
  );
}
