import { type ComponentProps, useState } from "react";
import { isDay, parseGermanDate, showDate } from "#rules/dates.ts";
import { TextInput } from "./text-input.tsx";

type DateInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** `YYYY-MM-DD`, or what was typed as long as it is no date. */
  value?: string | null | undefined;
  onChange: (value: string) => void;
};

/**
 * A date as Germans type it; what is no date is handed on as typed, so that the form's schema can refuse it with words.
 * Native date fields show the order of the browser's language and are no choice for destruction dates.
 */
export function DateInput({ value, onChange, onBlur, ...rest }: DateInputProps) {
  const [typing, setTyping] = useState<string | null>(null);
  const given = value ?? "";
  const text = typing ?? (isDay(given) ? showDate(given) : given);
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="TT.MM.JJJJ"
      {...rest}
      value={text}
      onChange={(event) => {
        setTyping(event.target.value);
        onChange(parseGermanDate(event.target.value) ?? event.target.value.trim());
      }}
      onBlur={(event) => {
        setTyping(null);
        onBlur?.(event);
      }}
    />
  );
}
