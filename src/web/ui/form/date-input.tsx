import type { ComponentProps } from "react";
import { berlinDay, isDay, parseGermanDate, showDate } from "#rules/dates.ts";
import { typedDay } from "#rules/texts/typed-day.ts";
import { TypedInput } from "./typed-input.tsx";

type DateInputProps = Omit<ComponentProps<typeof TypedInput>, "value" | "show" | "parse" | "settle"> & {
  /** `YYYY-MM-DD`, or what was typed as long as it is no date. */
  value?: string | null | undefined;
};

/** A day that was typed to its end, also shortly: `24.11.`, `morgen`. */
export const settleDay = (text: string) => typedDay(text, berlinDay(new Date()));

/**
 * A date as Germans type it; what is no date is handed on as typed, so that the form's schema can refuse it with words.
 * Native date fields show the order of the browser's language and are no choice for destruction dates.
 */
export function DateInput({ value, ...rest }: DateInputProps) {
  const show = (day: string) => (isDay(day) ? showDate(day) : day);
  return (
    <TypedInput
      inputMode="numeric"
      placeholder="TT.MM.JJJJ"
      {...rest}
      value={value ?? ""}
      show={show}
      parse={parseGermanDate}
      settle={settleDay}
    />
  );
}
