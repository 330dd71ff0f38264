import type { ReactNode } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Dialog } from "./dialog.tsx";

type DialogFormProps = {
  of: {
    readonly submit: () => unknown;
    readonly isPending: boolean;
    /** Failure that belongs to no field. */
    readonly failure: Error | null;
  };
  /** Text of the button. */
  action: string;
  danger?: boolean | undefined;
  /** Why it cannot be sent now. */
  disabledReason?: string | false | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A form within a dialog: its fields, the failure that belongs to none of them, and the way out beside the action. */
export function DialogForm({ of, action, danger, disabledReason, onClose, children }: DialogFormProps) {
  return (
    <Form onSubmit={of.submit}>
      {children}
      {of.failure && <ErrorState error={of.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Abbrechen</Button>
        <Button
          type="submit"
          look={danger ? "danger" : "primary"}
          pending={of.isPending}
          disabledReason={disabledReason}
        >
          {action}
        </Button>
      </div>
    </Form>
  );
}

type FormDialogProps = DialogFormProps & { title: string; role?: "alertdialog" };

/** A dialog that is one form. */
export function FormDialog({ title, role, ...form }: FormDialogProps) {
  return (
    <Dialog open onClose={form.onClose} title={title} role={role}>
      <DialogForm {...form} />
    </Dialog>
  );
}
