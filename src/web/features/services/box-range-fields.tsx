import { maxBoxNumber } from "#rules/box-code.ts";
import { rangePause } from "#rules/debounce.ts";
import { invalid } from "#rules/form-texts.ts";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { useFilterDraft } from "#web/ui/table/use-filter-draft.ts";
import { EmptyRange } from "./empty-range.tsx";

interface BoxRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
type Key = keyof BoxRange;

/** A range of box numbers: in the address after a pause, as typed before it. */
export function useBoxRange(applied: BoxRange, onApply: (changes: BoxRange) => void) {
  const draft = useFilterDraft({ ...applied }, ["from", "to"], (_, text) => parse(text), onApply, rangePause);
  const from = parse(draft.textOf("from"));
  const to = parse(draft.textOf("to"));
  const isEmpty = typeof from === "number" && typeof to === "number" && from > to;
  const range: BoxRange | undefined =
    from === null || to === null || isEmpty ? undefined : { from: from ?? undefined, to: to ?? undefined };
  const errorOf = (key: Key) => {
    if (draft.isInvalid(key)) return invalid.range;
    return key === "to" && isEmpty ? invalid.range : undefined;
  };
  return {
    draft,
    errorOf,
    isEmpty,
    /** As it is typed now; undefined where it is none. */
    range,
    /** Whether the address has what is typed. */
    isApplied: range?.from === applied.from && range?.to === applied.to,
  };
}

type BoxRangeFieldsProps = { of: ReturnType<typeof useBoxRange>; disabled: boolean };

export function BoxRangeFields({ of, disabled }: BoxRangeFieldsProps) {
  const number = (key: Key, label: string) => (
    <Field label={label} error={of.errorOf(key)} className="w-44 max-sm:w-[calc(50%-0.375rem)]">
      <NumberInput
        value={of.draft.textOf(key)}
        disabled={disabled}
        onChange={(event) => of.draft.set(key, event.target.value)}
      />
    </Field>
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      {number("from", "Boxnummer von")}
      {number("to", "Boxnummer bis")}
      <EmptyRange isEmpty={of.isEmpty} />
    </div>
  );
}

/** `undefined` for an empty text, `null` for a wrong one. */
function parse(text: string): number | undefined | null {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const number = /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return number <= maxBoxNumber ? number : null;
}
