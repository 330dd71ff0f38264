import { Plus } from "lucide";
import { type SubmitEvent, useRef, useState } from "react";
import { textLength } from "#contract/limits.ts";
import { isBlank } from "#rules/texts/blank.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { addContent } from "./content-queue.ts";
import { keptText } from "#web/storage/kept.ts";
import { useFocusKey } from "./focus-key.ts";

/** Enter adds what was typed, and the next one can be typed at once. */
export function ContentAdd({ boxId }: { boxId: number }) {
  const draft = keptText(`content-of-${boxId}`);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => draft.get() ?? "");
  const [wrong, setWrong] = useState<string>();
  useFocusKey(field);
  const type = (next: string) => {
    setText(next);
    setWrong(undefined);
    if (next) draft.set(next);
    else draft.remove();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (isBlank(text)) return setWrong(invalid.required);
    addContent(boxId, text.trim());
    type("");
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2 p-3">
      <Field label="Neuer Inhalt" error={wrong} className="grow basis-60">
        <TextInput
          ref={field}
          data-scan="open"
          autoComplete="off"
          maxLength={textLength}
          aria-keyshortcuts="n"
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <Button type="submit" icon={Plus}>
        Inhalt hinzufügen
        <span aria-hidden className="pointer-coarse:hidden">
          <Kbd>N</Kbd>
        </span>
      </Button>
    </form>
  );
}
