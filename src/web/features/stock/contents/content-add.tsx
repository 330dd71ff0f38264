import { Plus } from "lucide";
import { type ClipboardEvent, type SubmitEvent, useRef, useState, type RefObject } from "react";
import { textLength } from "#contract/limits.ts";
import { showContents } from "#rules/amounts.ts";
import { isBlank } from "#rules/texts/blank.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { keptText } from "#web/storage/stored-value.ts";
import { slowest } from "#web/ui/scanner.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { addContent } from "./content-queue.ts";

const afterScan = slowest + 20; // ms: of a scan the next key has come long before

/** The key `n` leads into a field, unless one is writing or it is part of a scan. */
function useFocusKey(field: RefObject<HTMLInputElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useWindowEvent("keydown", (event) => {
    clearTimeout(timer.current);
    const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const busy = event.target instanceof Element && event.target.closest("input, textarea, select, [role=menu]");
    if (event.key !== "n" || held || busy || document.querySelector("dialog:modal")) return;
    timer.current = setTimeout(() => field.current?.focus(), afterScan);
  });
}

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
  /** A list out of a letter or a spreadsheet: each of its lines is a content. */
  const paste = async (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = linesOf(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    if (lines.some((line) => line.length > textLength)) return setWrong(invalid.tooLong(textLength));
    const action = `${showContents(lines.length)} hinzufügen`;
    const some = lines.slice(0, 3).map((line) => `„${line.slice(0, 60)}“`);
    const question = `Aus den eingefügten Zeilen: ${some.join(", ")}${lines.length > some.length ? " …" : "."}`;
    if (await confirm({ title: action, text: question, action })) for (const line of lines) addContent(boxId, line);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (isBlank(text)) return setWrong(invalid.required);
    addContent(boxId, text.trim());
    type("");
  };
  return (
    <form noValidate data-screen-only onSubmit={submit} className="flex flex-wrap items-end gap-2 p-3">
      <Field label="Neuer Inhalt" error={wrong} className="grow basis-60">
        <TextInput
          ref={field}
          data-scan="open"
          autoComplete="off"
          maxLength={textLength}
          aria-keyshortcuts="n"
          value={text}
          onChange={(event) => type(event.target.value)}
          onPaste={(event) => void paste(event)}
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

const linesOf = (pasted: string) =>
  pasted
    .split(/\r\n|[\n\r]/)
    .map((line) => line.trim())
    .filter((line) => !isBlank(line));
