import { useMutation } from "@tanstack/react-query";
import { setUniqueNumbers } from "#contract/calls/stock/box-numbers.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** Sets whether a number of other people may stand on two boxes of the customer; the server names one that does. */
export function UniqueNumbersSection({ customer: { id, unique_numbers = false } }: { customer: CustomerDetail }) {
  const change = useMutation({
    mutationFn: (unique: boolean) => call(setUniqueNumbers, { path: { id }, body: { unique } }),
    onSuccess: () => notify("Kunde aktualisiert"),
    onSettled: () => invalidate(setUniqueNumbers),
  });
  return (
    <Section title="Fremdnummern">
      <Checkbox
        label="Jede Fremdnummer darf nur auf einer Box des Kunden stehen"
        checked={change.isPending ? change.variables : unique_numbers}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </Section>
  );
}
