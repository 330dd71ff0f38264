import * as z from "zod/mini";
import { changeRights } from "#contract/calls/access/rights.ts";
import type { CustomerRights } from "#contract/schemas/access/rights.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";

const rules = z.object({ cost_centres: z.string() });
const typedOf = ({ cost_centres }: Pick<CustomerRights, "cost_centres">) => ({
  cost_centres: cost_centres?.join("\n") ?? "",
});

type UserCentresProps = { customerId: number; rights: CustomerRights; mayChange: boolean };

/** Which cost centres of a customer a user sees; all of the customer where none is named. */
export function UserCentres({ customerId, rights, mayChange }: UserCentresProps) {
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
