import { showBoxes } from "#rules/amounts.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import type { MetaRangeDraft } from "./use-meta-range.ts";

/** Whose boxes, and which of them. */
export function MetaRangeFields({ meant }: { meant: MetaRangeDraft }) {
  const { customers, customer, draft } = meant;
  const number = (key: "from" | "to", label: string) => (
    <Field label={label} error={meant.errorOf(key)} className="w-36 max-sm:w-[calc(50%-0.375rem)]">
      <NumberInput
        value={draft.textOf(key)}
        disabled={!customer}
        onChange={(event) => draft.set(key, event.target.value)}
      />
    </Field>
  );
  return (
    <div className="grid gap-3">
      <CustomerField className="max-w-md" customers={customers} value={customer?.id ?? null} onChange={meant.choose} />
      <div className="flex flex-wrap gap-3">
        {number("from", "Boxnummer von")}
        {number("to", "Boxnummer bis")}
      </div>
      <Count meant={meant} />
    </div>
  );
}

function Count({ meant: { customer, range, count, countError, recount } }: { meant: MetaRangeDraft }) {
  if (countError) return <ErrorState error={countError} onRetry={recount} />;
  const text = () => {
    if (!customer) return rangeTexts.noCustomer;
    if (!range) return rangeTexts.invalid;
    if (count === undefined) return rangeTexts.counting;
    return count === 0 ? rangeTexts.empty : `Betrifft ${showBoxes(count)}.`;
  };
  return (
    <p role="status" className="tabular-nums">
      {text()}
    </p>
  );
}
