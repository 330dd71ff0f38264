import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { invalid } from "#rules/texts/form-texts.ts";
import { FormDialog } from "./form-dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";

export type ReasonDialogProps = {
  title: string;
  /** Consequence of the action, with the name of the thing. */
  text: string;
  label: string;
  required: boolean;
  /** The most characters. */
  maxLength: number;
  /** Text of the button. */
  action: string;
  send: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for a reason; what was typed stays until it has reached the server. */
export function ReasonDialog({ title, text, label, required, maxLength, action, send, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<string>();
  const sending = useMutation({ mutationFn: send, meta: { inPlace: true }, onSuccess: onClose });
  const submit = () => {
    if (sending.isPending) return;
    if (required && reason.trim() === "") return setWrong(invalid.required);
    sending.mutate(reason.trim());
  };
  return (
    <FormDialog
      of={{ submit, isPending: sending.isPending, failure: sending.error }}
      title={title}
      action={action}
      onClose={onClose}
    >
      <p>{text}</p>
      <Field label={label} required={required} error={wrong}>
        <Textarea
          rows={3}
          maxLength={maxLength}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setWrong(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
