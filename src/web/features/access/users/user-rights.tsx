import { useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { changeRights, listRights } from "#contract/calls/access/rights.ts";
import type { CustomerRights } from "#contract/schemas/access/rights.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { customerRights, customerRightText } from "#rules/access/customer-rights.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { onlyManagers } from "./only-managers.ts";

const rules = z.object({ cost_centres: z.string() });
const typedOf = ({ cost_centres }: Pick<CustomerRights, "cost_centres">) => ({
  cost_centres: cost_centres?.join("\n") ?? "",
});

type UserCentresProps = { customerId: number; rights: CustomerRights; mayChange: boolean };

/** Shows the cost centres of a customer that a user sees; all of the customer where none is named. */
function UserCentres({ customerId, rights, mayChange }: UserCentresProps) {
  const form = useSend({
    rules,
    start: { values: typedOf(rights) },
    send: ({ cost_centres }, once) => {
      const names = cost_centres.split("\n").filter((line) => line.trim() !== "");
      const body = { user: rights.user.id, cost_centres: names.length === 0 ? null : names };
      return call(changeRights, { path: { id: customerId }, body, once });
    },
    route: changeRights,
    done: "Kostenstellen aktualisiert",
    next: typedOf,
    loss: "Die Kostenstellen werden nicht gespeichert.",
  });
  return (
    <Form onSubmit={form.submit} className="mt-2">
      <FormField
        of={form}
        name="cost_centres"
        label="Sieht nur diese Kostenstellen"
        hint="Eine je Zeile; leer: alles des Kunden. Wer nur einzelne sieht, darf nur bestellen."
      >
        {(bound) => <Textarea {...bound} rows={2} readOnly={!mayChange} />}
      </FormField>
      {form.formState.isDirty && (
        <Button type="submit" look="primary" pending={form.isPending}>
          Kostenstellen speichern
        </Button>
      )}
    </Form>
  );
}

type Customer = User["customers"][number];
type Right = Exclude<keyof CustomerRights, "user" | "cost_centres">;

/** Shows the rights of a customer's user besides looking, customer by customer; each is saved as it is ticked. */
export function UserRights({ user }: { user: User }) {
  const mayChange = useSession().user?.manages_users ?? false;
  if (user.is_staff || user.customers.length === 0) return null;
  return (
    <Section title="Rechte bei Kunden">
      {!mayChange && <p className="mb-2">{onlyManagers}</p>}
      <ul className="grid gap-3 sm:grid-cols-2">
        {user.customers.map((customer) => (
          <li key={customer.id} className="min-h-20 rounded-md border border-line bg-surface p-3">
            <strong className="block">{showCustomer(customer)}</strong>
            <RightsAt customer={customer} userId={user.id} mayChange={mayChange} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type RightsAtProps = { customer: Customer; userId: number; mayChange: boolean };

function RightsAt({ customer, userId, mayChange }: RightsAtProps) {
  const path = { id: customer.id };
  const { data, error, refetch, isFetching } = useQuery(queryFor(listRights, { path }));
  const change = useMutation({
    mutationFn: (wanted: Partial<Record<Right, boolean>>) =>
      call(changeRights, { path, body: { user: userId, ...wanted } }),
    onSuccess: () => notify("Rechte aktualisiert"),
    onSettled: () => invalidate(changeRights),
  });
  if (error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  const userRights = data?.results.find(({ user }) => user.id === userId);
  if (!userRights) return null;
  return (
    <>
      {customerRights.map((right) => (
        <Checkbox
          key={right}
          label={customerRightText[right]}
          checked={change.isPending ? (change.variables[right] ?? userRights[right]) : userRights[right]}
          disabled={change.isPending || !mayChange}
          onChange={({ target }) => change.mutate({ [right]: target.checked })}
        />
      ))}
      <UserCentres customerId={customer.id} rights={userRights} mayChange={mayChange} />
    </>
  );
}
