import { useState } from "react";
import * as z from "zod/mini";
import { beginSecondFactor, confirmSecondFactor } from "#contract/calls/access/second-factor.ts";
import { code, ownPassword } from "#contract/fields/user.ts";
import type { Reply } from "#contract/route.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { reloadUser } from "#web/api/session.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

type FactorSetupStart = Reply<typeof beginSecondFactor>;
type FactorSetupProps = { onCodes: (codes: readonly string[]) => void; onLeave: () => void };

/** Sets the second factor up: the own password, the secret for the app, its first code. */
export function FactorSetup({ onCodes, onLeave }: FactorSetupProps) {
  const [begun, setBegun] = useState<FactorSetupStart | null>(null);
  return begun ? (
    <FirstCode begun={begun} onCodes={onCodes} onLeave={onLeave} />
  ) : (
    <Beginning onBegun={setBegun} onLeave={onLeave} />
  );
}

const passwordRules = z.object({ own_password: ownPassword });

function Beginning({ onBegun, onLeave }: { onBegun: (begun: FactorSetupStart) => void; onLeave: () => void }) {
  const form = useSend({
    rules: passwordRules,
    start: { defaultValues: { own_password: "" } },
    send: (body, once) => call(beginSecondFactor, { body, once }),
    route: beginSecondFactor,
    onSent: onBegun,
    focus: "own_password",
  });
  return (
    <Form className="max-w-80" onSubmit={form.submit} onLeave={onLeave}>
      <FormField of={form} name="own_password" label="Ihr Passwort" required hint="damit es niemand anders tut">
        {(bound) => <TextInput type="password" autoComplete="current-password" {...bound} />}
      </FormField>
      <FormActions>
        <Button type="submit" look="primary" pending={form.isPending}>
          Weiter
        </Button>
        <Button onClick={onLeave}>Abbrechen</Button>
      </FormActions>
    </Form>
  );
}

const codeRules = z.object({ code: code.check(z.minLength(1, invalid.required)) });

function FirstCode({ begun, onCodes, onLeave }: FactorSetupProps & { begun: FactorSetupStart }) {
  const form = useSend({
    rules: codeRules,
    start: { defaultValues: { code: "" } },
    send: (body, once) => call(confirmSecondFactor, { body, once }),
    route: confirmSecondFactor,
    done: successTexts.factorOn,
    onSent: ({ recovery_codes }) => {
      onCodes(recovery_codes);
      return reloadUser();
    },
    focus: "code",
  });
  const groupedSecret = begun.secret.replaceAll(/.{4}(?=.)/g, "$& ");
  return (
    <Form className="max-w-prose" onSubmit={form.submit} onLeave={onLeave}>
      <p>
        Öffnen Sie auf dem Telefon eine App für Einmalcodes und lassen Sie sie dieses Bild lesen. Wo das nicht geht,
        geben Sie dort den Schlüssel ein.
        <a href={begun.uri} className="text-link mt-1 hidden pointer-coarse:block">
          In der App auf diesem Telefon öffnen
        </a>
      </p>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <img src={begun.qrcode} alt="QR-Code mit dem Schlüssel" width={192} height={192} className="rounded-sm" />
        <div className="grid min-w-0 flex-1 basis-60 gap-4">
          <div>
            <h3 className="font-semibold">Schlüssel</h3>
            <p className="flex items-center gap-2">
              <output className="min-w-0 break-words tabular-nums select-all">{groupedSecret}</output>
              <CopyButton text={begun.secret} label="Schlüssel kopieren" />
            </p>
          </div>
          <FormField of={form} name="code" label="Code aus der App" required hint="sechs Ziffern">
            {(bound) => (
              <TextInput
                className="max-w-40 tabular-nums"
                inputMode="numeric"
                autoComplete="one-time-code"
                {...bound}
              />
            )}
          </FormField>
          <FormActions>
            <Button type="submit" look="primary" pending={form.isPending}>
              Einschalten
            </Button>
            <Button onClick={onLeave}>Abbrechen</Button>
          </FormActions>
        </div>
      </div>
    </Form>
  );
}
