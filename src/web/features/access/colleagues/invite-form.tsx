import * as z from "zod/mini";
import { inviteColleague, type listColleagues } from "#contract/calls/access/colleagues.ts";
import { invitedFirstName, invitedLastName } from "#contract/fields/colleague.ts";
import { email } from "#contract/fields/user.ts";
import type { Reply } from "#contract/route.ts";
import { customerRights, customerRightText } from "#rules/access/customer-rights.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";

const rules = z.object({
  first_name: invitedFirstName,
  last_name: invitedLastName,
  email,
  may_approve_destruction: z.boolean(),
  may_order: z.boolean(),
  may_store: z.boolean(),
  may_manage: z.boolean(),
  may_invite: z.boolean(),
  may_see_invoices: z.boolean(),
});
const empty = {
  first_name: "",
  last_name: "",
  email: "",
  may_approve_destruction: false,
  may_order: false,
  may_store: false,
  may_manage: false,
  may_invite: false,
  may_see_invoices: false,
};

type InviteFormProps = { customer: number; sendsMails: boolean; own: Reply<typeof listColleagues>["rights"] };

/** Invites a colleague; only the own rights can be given. */
export function InviteForm({ customer, sendsMails, own }: InviteFormProps) {
  const form = useSend({
    rules,
    start: { defaultValues: empty },
    send: (valid, once) => call(inviteColleague, { path: { id: customer }, body: valid, once }),
    route: inviteColleague,
    done: sendsMails ? "Einladung verschickt" : "Einladung vorgemerkt",
    next: () => empty,
    loss: "Die Einladung wird nicht verschickt.",
  });
  return (
    <Form onSubmit={form.submit}>
      <FormField of={form} name="first_name" label="Vorname" />
      <FormField of={form} name="last_name" label="Nachname" required />
      <FormField of={form} name="email" label="E-Mail" required hint="Nur Adressen Ihrer eigenen Firma" />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">Rechte</legend>
        {customerRights
          .filter((right) => own[right])
          .map((right) => (
            <Checkbox key={right} label={customerRightText[right]} {...form.register(right)} />
          ))}
      </fieldset>
      <FormActions>
        <Button type="submit" look="primary" pending={form.isPending}>
          Einladen
        </Button>
      </FormActions>
    </Form>
  );
}
