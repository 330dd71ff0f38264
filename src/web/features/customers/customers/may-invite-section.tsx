import { useMutation } from "@tanstack/react-query";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** Says whether the customer's users may invite each other; the users' own pages show who of them has the right. */
export function MayInviteSection({ customer: { id, may_invite = false } }: { customer: CustomerDetail }) {
  const mayChange = useSession().user?.manages_users ?? false;
  const change = useMutation({
    mutationFn: (wanted: boolean) => call(editCustomer, { path: { id }, body: { may_invite: wanted } }),
    onSuccess: () => notify("Kunde aktualisiert"),
    onSettled: () => invalidate(editCustomer),
  });
  return (
    <Section title="Kollegen">
      <Checkbox
        label="User mit dem Recht „Kollegen einladen“ dürfen einladen"
        checked={change.isPending ? change.variables : may_invite}
        disabled={change.isPending || !mayChange}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </Section>
  );
}
