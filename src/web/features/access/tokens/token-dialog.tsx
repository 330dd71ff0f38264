import type { NewApiToken } from "#contract/schemas/access/tokens.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { createServiceToken, createToken } from "#contract/calls/access/tokens.ts";
import { scopeText } from "#rules/access/token-scopes.ts";
import { berlinDay } from "#rules/dates.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import type { Beside } from "#web/forms/messages-beside.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { ValueField } from "#web/forms/value-field.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { linesOfScopes } from "./scope-lines.ts";
import { emptyToken, terms, tokenForm, tokenRequest } from "./token-form.ts";

const beside: Beside = ({ fields }) => ({ ...fields, term: fields["expires"] });

type TokenDialogProps = {
  /** Whose token it is: one's own, or a service account. */
  user: User;
  onMade: (token: NewApiToken) => void;
  onClose: () => void;
};

/** Asks what a new token is called, for what and until when it is good. */
export function TokenDialog({ user, onMade, onClose }: TokenDialogProps) {
  const form = useDialogForm({
    rules: tokenForm,
    start: { defaultValues: emptyToken },
    send: (valid, once) => {
      const body = tokenRequest(valid, berlinDay(new Date()));
      if (user.service) return call(createServiceToken, { path: { id: user.id }, body, once });
      return call(createToken, { body, once });
    },
    route: createToken,
    beside,
    onSent: (token) => {
      onClose();
      onMade(token);
    },
    focus: "name",
  });
  const customers = user.is_staff || user.service ? [] : user.customers;
  return (
    <FormDialog of={form} title="Token anlegen" action="Token anlegen" onClose={onClose}>
      <FormField of={form} name="name" label="Name" required hint="Welches Programm es ist, z. B. „Warenwirtschaft“" />
      <fieldset aria-describedby="token-scopes">
        <legend className="font-semibold">
          Berechtigungen
          <span aria-hidden> *</span>{" "}
          <span id="token-scopes" aria-live="polite" className="font-normal text-danger">
            {form.errors.scopes?.message}
          </span>
        </legend>
        {linesOfScopes(user.is_staff).map(([scope, line]) => (
          <Checkbox key={scope} value={scope} label={scopeText[scope]} hint={line} {...form.register("scopes")} />
        ))}
      </fieldset>
      {customers.length > 1 && (
        <FormField of={form} name="customer" label="Kunde">
          {(bound) => (
            <Select
              empty="alle, die Sie sehen"
              options={customers.map((one) => ({ value: one.id, label: showCustomer(one) }))}
              {...bound}
            />
          )}
        </FormField>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField of={form} name="term" label="Gültig" required>
          {(bound) => <Select options={terms} {...bound} />}
        </FormField>
        {form.watch("term") === "day" && (
          <ValueField of={form} name="day" as={DateInput} label="Letzter Tag" required />
        )}
      </div>
    </FormDialog>
  );
}
