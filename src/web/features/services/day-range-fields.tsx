import { useState } from "react";
import { isDay } from "#rules/dates.ts";
import { rangePause } from "#rules/debounce.ts";
import { invalid } from "#rules/form-texts.ts";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { useFilterDraft } from "#web/ui/table/use-filter-draft.ts";
import { EmptyRange } from "./empty-range.tsx";

/** Days, `YYYY-MM-DD`. */
interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
type Key = keyof DayRange;

/** A range of days: in the address after a pause, as typed before it. */
export function useDayRange(applied: DayRange, onApply: (changes: DayRange) => void) {
  const draft = useFilterDraft({ ...applied }, ["from", "to"], (_, text) => parse(text), onApply, rangePause);
  const [typing, setTyping] = useState<Key | null>(null);
  const from = parse(draft.textOf("from"));
  const to = parse(draft.textOf("to"));
  const isEmpty = Boolean(from && to && from > to);
  const range: DayRange | undefined =
    from === null || to === null || isEmpty ? undefined : { from: from ?? undefined, to: to ?? undefined };
  const errorOf = (key: Key) => {
    // Half a date is no mistake of somebody who is still typing it.
    if (draft.isInvalid(key)) return typing === key ? undefined : invalid.range;
    return key === "to" && isEmpty ? invalid.range : undefined;
  };
  return {
    draft,
    errorOf,
    isEmpty,
    onType: (key: Key, text: string) => {
      setTyping(key);
      draft.set(key, text);
    },
    onLeave: () => setTyping(null),
    /** As it is typed now; undefined where it is none. */
    range,
  };
}

type DayRangeFieldsProps = { of: ReturnType<typeof useDayRange>; disabled: boolean };

export function DayRangeFields({ of, disabled }: DayRangeFieldsProps) {
  const date = (key: Key, label: string) => (
    <Field label={label} error={of.errorOf(key)} className="w-44 max-sm:w-[calc(50%-0.375rem)]">
      <DateInput
        value={of.draft.textOf(key)}
        disabled={disabled}
        onChange={(text) => of.onType(key, text)}
        onBlur={of.onLeave}
      />
    </Field>
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      {date("from", "Vernichtet von")}
      {date("to", "Vernichtet bis")}
      <EmptyRange isEmpty={of.isEmpty} />
    </div>
  );
}

/** `undefined` for an empty text, `null` for one that is no day. */
function parse(text: string): string | undefined | null {
  if (text === "") return undefined;
  return isDay(text) ? text : null;
}
