import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { confirmSession } from "#contract/calls/access/session.ts";
import { code, ownPassword } from "#contract/fields/user.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { confirmedMinutes } from "#rules/access/users.ts";
import { call } from "#web/api/call.ts";
import { CodeField } from "#web/forms/code-field.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { CompanyHint } from "#web/forms/company-hint.tsx";

const byPassword = z.object({ own_password: ownPassword, code: z.string() });
const byCode = z.object({ own_password: z.string(), code: code.check(z.minLength(1, invalid.required)) });

type IdentityQuestionProps = { user: User; onProved: () => void; onClose: () => void };

/** Asks for the own password, or a code, before what gives rights, destroys, or takes everything along. */
export function IdentityQuestion({ user, onProved, onClose }: IdentityQuestionProps) {
  const [isCode, setIsCode] = useState(false);
  const form = useDialogForm({
    rules: isCode ? byCode : byPassword,
    start: { defaultValues: { own_password: "", code: "" } },
    send: ({ own_password, code: typed }, once) =>
      call(confirmSession, { body: isCode ? { code: typed } : { own_password }, once }),
    route: confirmSession,
    onSent: onProved,
  });
  const { setFocus } = form;
  useEffect(() => setFocus(isCode ? "code" : "own_password"), [setFocus, isCode]);
  return (
    <FormDialog of={form} title="Sind Sie es?" action="Bestätigen" onClose={onClose}>
      <p>
        Bitte bestätigen Sie diesen Schritt. Für weitere gilt das {confirmedMinutes} Minuten lang. Was Sie eingegeben
        haben, bleibt stehen.
      </p>
      {isCode ? (
        <CodeField of={form} />
      ) : (
        <FormField of={form} name="own_password" label="Ihr Passwort" required>
          {(bound) => <TextInput type="password" autoComplete="current-password" {...bound} />}
        </FormField>
      )}
      {user.second_factor === "on" && (
        <div>
          <Button look="quiet" className="-ml-3" onClick={() => setIsCode(!isCode)}>
            {isCode ? "Mit dem Passwort bestätigen" : "Mit einem Code bestätigen"}
          </Button>
        </div>
      )}
      <CompanyHint />
    </FormDialog>
  );
}
