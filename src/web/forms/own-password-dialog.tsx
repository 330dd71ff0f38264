import type { ReactNode } from "react";
import * as z from "zod/mini";
import { code, ownPassword } from "#contract/fields/user.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Attempt } from "#web/api/attempt.ts";
import type { WritingRoute } from "#web/api/queries.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { CodeField } from "./code-field.tsx";
import { FormField } from "./form-field.tsx";
import { useDialogForm } from "./use-send.ts";

const withPassword = z.object({ own_password: ownPassword, code: z.string() });
const withBoth = z.object({ own_password: ownPassword, code: code.check(z.minLength(1, invalid.required)) });

type OwnPasswordDialogProps<Answer> = {
  title: string;
  /** Consequence, with the name of the thing. */
  text: string;
  /** Text of the button. */
  action: string;
  danger?: boolean;
  /** True where a code of the second factor is wanted, too. */
  withCode?: boolean;
  /** Further content of the dialog. */
  children?: ReactNode;
  route: WritingRoute;
  send: (proof: z.output<typeof withBoth>, once: Attempt) => Promise<Answer>;
  done?: string | undefined;
  onSent?: (answer: Answer) => unknown;
  onClose: () => void;
};

/** Asks for the own password before something that opens an account, one's own or another's. */
export function OwnPasswordDialog<Answer>(props: OwnPasswordDialogProps<Answer>) {
  const { title, text, action, danger, withCode = false, children, route, send, done, onSent, onClose } = props;
  const form = useDialogForm({
    rules: withCode ? withBoth : withPassword,
    start: { defaultValues: { own_password: "", code: "" } },
    send,
    route,
    ...(done !== undefined && { done }),
    onSent: (answer) => {
      onClose();
      return onSent?.(answer);
    },
    focus: "own_password",
  });
  return (
    <FormDialog of={form} title={title} action={action} danger={danger} onClose={onClose}>
      <p>{text}</p>
      <FormField of={form} name="own_password" label="Ihr Passwort" required>
        {(bound) => <TextInput type="password" autoComplete="current-password" {...bound} />}
      </FormField>
      {withCode && <CodeField of={form} />}
      {children}
    </FormDialog>
  );
}
