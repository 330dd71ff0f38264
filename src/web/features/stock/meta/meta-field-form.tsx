import { RotateCcw } from "lucide";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import type { MetaField } from "./meta-fields.ts";
import type { MetaUpdate } from "./use-meta-update.ts";

type MetaFieldFormProps = {
  field: MetaField;
  /** Why nothing can be set now. */
  blocked: string | false;
  disabled: boolean;
  busy: boolean;
  onUpdate: (update: MetaUpdate) => Promise<void>;
};

/** One field with its own button, and one to reset it. */
export function MetaFieldForm({ field, blocked, disabled, busy, onUpdate }: MetaFieldFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [working, setWorking] = useState<"set" | "reset">();
  const type = (next: string) => {
    setText(next);
    setError(undefined);
  };
  const run = async (work: "set" | "reset", update: MetaUpdate) => {
    if (busy) return;
    setWorking(work);
    await onUpdate(update);
    setWorking(undefined);
  };
  const set = async () => {
    if (blocked) return;
    const parseResult = field.parse(text);
    if ("error" in parseResult) return setError(parseResult.error);
    setError(undefined);
    const what = `${field.named} auf ${parseResult.shown} gesetzt`;
    await run("set", { change: parseResult.change, what, shown: parseResult.shown, field });
  };
  const { reset } = field;
  return (
    <Form onSubmit={set} className="flex! max-w-none! flex-wrap items-end gap-2!">
      <Field label={field.label} error={error} className="w-44 max-sm:w-full">
        {field.date ? (
          <DateInput value={text} onChange={type} disabled={disabled} />
        ) : field.words ? (
          <TextInput
            autoComplete="off"
            value={text}
            onChange={(event) => type(event.target.value)}
            disabled={disabled}
          />
        ) : (
          <NumberInput value={text} onChange={(event) => type(event.target.value)} disabled={disabled} />
        )}
      </Field>
      <Button type="submit" className="sm:w-48" disabledReason={blocked} pending={busy && working === "set"}>
        {field.label.replace(" in mm", "")} setzen
      </Button>
      {reset && (
        <Button
          look="quiet"
          icon={RotateCcw}
          disabledReason={blocked}
          pending={busy && working === "reset"}
          onClick={() =>
            void run("reset", { change: { action: reset }, what: `${field.named} zurückgesetzt`, shown: "leer", field })
          }
        >
          {field.label} zurücksetzen
        </Button>
      )}
    </Form>
  );
}
