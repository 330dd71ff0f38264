import { useMutation } from "@tanstack/react-query";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { showUserName } from "#rules/access/users.ts";
import { invalidate } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { giveAccess } from "./give-access.ts";
import type { AccessFailure } from "./new-user.ts";

type MissingAccessProps = { of: AccessFailure; onGiven: () => void };

/** Tells that a new user does not see the customer's boxes yet, and gives the access again. */
export function MissingAccess({ of: { user, customer, error }, onGiven }: MissingAccessProps) {
  const again = useMutation({
    mutationFn: () => giveAccess(customer, user.id),
    meta: { inPlace: true },
    onSuccess: async () => {
      onGiven();
      await invalidate(editCustomer);
    },
  });
  const { message } = again.error ?? error;
  return (
    <ErrorState
      error={`${showUserName(user)} ist hinzugefügt, hat aber noch keinen Kundenzugriff. ${message}`}
      onRetry={again.mutate}
      pending={again.isPending}
    />
  );
}
