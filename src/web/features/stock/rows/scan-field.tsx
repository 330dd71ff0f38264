import { flushSync } from "react-dom";
import { type RefObject, type SubmitEvent, useEffect, useRef } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { longestHold, slowest } from "#web/ui/scanner.ts";

type ScanFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  hint: string | undefined;
  text: string;
  onChange: (text: string) => void;
  onEnter: () => void;
};

/** Takes a box code by hand. Digits typed anywhere on the page land here; scans pass by it (`data-scan`). */
export function ScanField({ field, hint, text, onChange, onEnter }: ScanFieldProps) {
  useDigits(field, (digit) => onChange(text + digit));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onEnter();
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
      <Field label="Boxcode scannen oder eingeben" hint={hint} className="flex-1">
        <TextInput
          ref={field}
          data-scan
          value={text}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          placeholder="0042.000.123"
          className="tabular-nums"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <Button type="submit" className="mt-6">
        Einlagern
      </Button>
    </form>
  );
}

/** Where nobody else wants it, a digit typed by hand begins a code; what a scanner sends is not touched. */
function useDigits(field: RefObject<HTMLInputElement | null>, onDigit: (digit: string) => void) {
  const callback = useRef(onDigit);
  useEffect(() => {
    callback.current = onDigit;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = Number.NEGATIVE_INFINITY;
    let digit: string | null = null;
    const isByHand = () => {
      clearTimeout(timer);
      if (digit === null) return;
      const first = digit;
      digit = null;
      field.current?.focus();
      flushSync(() => callback.current(first)); // it stands there before the next key comes
    };
    const keyDown = (event: KeyboardEvent) => {
      clearTimeout(timer);
      const follows = event.timeStamp - last < slowest;
      last = event.timeStamp;
      digit = !follows && isFreeDigit(event) ? event.key : null;
      if (digit !== null) timer = setTimeout(isByHand, longestHold); // a scanner has let go of it by then
    };
    const keyUp = (event: KeyboardEvent) => {
      clearTimeout(timer);
      if (event.timeStamp - last > longestHold) isByHand();
      else timer = setTimeout(isByHand, slowest); // nothing follows at once: a scanner goes on
    };
    addEventListener("keydown", keyDown);
    addEventListener("keyup", keyUp);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", keyDown);
      removeEventListener("keyup", keyUp);
    };
  }, [field]);
}

function isFreeDigit({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (!/^\d$/.test(key) || ctrlKey || metaKey || altKey) return false;
  if (target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select")) return false;
  return document.querySelector("dialog:modal, :popover-open [role=menu]") === null;
}
