import { TriangleAlert } from "lucide";
import { type SubmitEvent, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { createStore } from "#web/ui/store.ts";
import { TextInput } from "#web/ui/form/text-input.tsx";

type Question = {
  title: string;
  /** Consequence of the action, with the number and the name. */
  text: string;
  /** Objection to the action. */
  warning?: string | undefined;
  /** Text of the button, e.g. "Boxen vernichten". */
  action: string;
  /** Text of the button that leaves all as it is; "Abbrechen" where that cannot be mistaken for the action. */
  keep?: string | undefined;
  danger?: boolean | undefined;
  /** Text that must be typed before an action that cannot be undone, e.g. the number of boxes. */
  typeToConfirm?: string | undefined;
};

const confirmStore = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null);

/** Asks and waits: true if the action was chosen, false if it was left. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  confirmStore.get()?.answer(false);
  return new Promise((resolve) => {
    confirmStore.set({
      ...question,
      answer: (yes) => {
        confirmStore.set(null);
        resolve(yes);
      },
    });
  });
}

/** Where questions appear; the shell has one. */
export function Confirm() {
  const question = confirmStore.use();
  return (
    <Dialog
      open={question !== null}
      onClose={() => question?.answer(false)}
      title={question?.title ?? ""}
      role="alertdialog"
    >
      {question && <Answer key={question.title} question={question} answer={question.answer} />}
    </Dialog>
  );
}

/** Reads `v-3` as `V-000003`: what is typed names the one thing that is asked about. */
const plain = (text: string) => text.trim().toLowerCase().replaceAll(/-0+/g, "-");

function Answer({ question, answer }: { question: Question; answer: (yes: boolean) => void }) {
  const [typed, setTyped] = useState("");
  const { typeToConfirm, danger, action, keep = "Abbrechen", text, warning } = question;
  const missing = typeToConfirm !== undefined && plain(typed) !== plain(typeToConfirm);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!missing) answer(true);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p>{text}</p>
      {warning && (
        <p className="flex gap-2 rounded-md bg-tone-soft px-3 py-2 text-tone tone-amber">
          <Icon of={TriangleAlert} size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words tabular-nums">{warning}</span>
        </p>
      )}
      {typeToConfirm !== undefined && (
        <Field label={`Zur Bestätigung ${typeToConfirm} eingeben`}>
          <TextInput value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => answer(false)}>{keep}</Button>
        <Button
          type="submit"
          look={danger ? "danger" : "primary"}
          disabledReason={missing && `Bitte erst ${typeToConfirm} eingeben`}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
