import * as z from "zod/mini";
import { code, ownPassword } from "#contract/fields/user.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Attempt } from "#web/api/attempt.ts";
import type { WritingRoute } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { CodeField } from "./code-field.tsx";
import { FormField } from "./form-field.tsx";
import { useSend } from "./use-send.ts";

const withPassword = z.object({ own_password: ownPassword, code: z.string() });
const withBoth = z.object({ own_password: ownPassword, code: code.check(z.minLength(1, invalid.required)) });

type OwnPasswordDialogProps<Answer> = {
  title: string;
  /** What will happen, with the name of the thing. */
  text: string;
  /** What the button does. */
  action: string;
  danger?: boolean;
  /** Whether a code of the second factor is wanted, too. */
  withCode?: boolean;
  route: WritingRoute;
  send: (proof: z.output<typeof withBoth>, once: Attempt) => Promise<Answer>;
  done?: string | undefined;
  onSent?: (answer: Answer) => unknown;
  onClose: () => void;
};

/** Asks for the own password before something that opens an account, one's own or another's. */
export function OwnPasswordDialog<Answer>(props: OwnPasswordDialogProps<Answer>) {
  const { title, text, action, danger, withCode = false, route, send, done, onSent, onClose } = props;
  const form = useSend({
    rules: withCode ? withBoth : withPassword,
    start: { defaultValues: { own_password: "", code: "" } },
    send,
    route,
    ...(done !== undefined && { done }),
    onSent: (answer) => {
      onClose();
      return onSent?.(answer);
    },
    onFailure: () => undefined, // it stands in the dialog
    focus: "own_password",
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form onSubmit={form.submit}>
        <p>{text}</p>
        <FormField of={form} name="own_password" label="Ihr Passwort" required>
          {(bound) => <TextInput type="password" autoComplete="current-password" {...bound} />}
        </FormField>
        {withCode && <CodeField of={form} />}
        {form.failure && <ErrorState error={form.failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" look={danger ? "danger" : "primary"} pending={form.isPending}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
