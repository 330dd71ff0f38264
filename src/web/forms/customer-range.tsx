import { useState } from "react";
import { rangePause } from "#rules/lists/debounce.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { CustomerField, useCustomer } from "./customer-field.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { useFilterDraft } from "#web/ui/table/use-filter-draft.ts";
import type { RangeKind } from "./range-kinds.tsx";

interface Search<T> {
  readonly customer?: number | undefined;
  readonly from?: T | undefined;
  readonly to?: T | undefined;
}
type End = "from" | "to";

interface Look {
  /** Until it is in the address, in ms. */
  readonly pause?: number;
  /** Width of an end. */
  readonly width?: string;
  /** Says nothing of an empty range where the screen itself does. */
  readonly isQuiet?: boolean;
}

/** Holds the customer and the range of boxes: in the address after a pause, as typed before it. */
export function useCustomerRange<T extends string | number>(
  kind: RangeKind<T>,
  search: Search<T>,
  onChange: (changes: Search<T>) => void,
  { pause = rangePause, width = "w-44", isQuiet = false }: Look = {},
) {
  const chosen = useCustomer(search.customer);
  const { customer } = chosen;
  const applied = { from: search.from, to: search.to };
  const draft = useFilterDraft(applied, ["from", "to"], (_, text) => kind.parse(text), onChange, pause);
  const [typing, setTyping] = useState<End | null>(null);
  const from = kind.parse(draft.textOf("from"));
  const to = kind.parse(draft.textOf("to"));
  const isWrong = from === null || to === null;
  const isEmpty = !isWrong && from !== undefined && to !== undefined && from > to;
  const range = isWrong || isEmpty ? undefined : { from, to };
  const errorOf = (end: End) => {
    if (draft.isInvalid(end)) return kind.isLong && typing === end ? undefined : invalid.range;
    return end === "to" && isEmpty ? invalid.range : undefined;
  };
  const field = (end: End) => (
    <Field label={kind[end]} error={errorOf(end)} className={`${width} max-sm:w-[calc(50%-0.375rem)]`}>
      <kind.control
        value={draft.textOf(end)}
        disabled={!customer}
        onChange={(text) => {
          setTyping(end);
          draft.set(end, text);
        }}
        onBlur={() => setTyping(null)}
      />
    </Field>
  );
  return {
    customer,
    /** As it is typed now; undefined where it is none. */
    range,
    /** True where the address has the typed range. */
    isApplied: range?.from === search.from && range?.to === search.to,
    /** Why nothing can be made of it now. */
    blocked: (!customer && rangeTexts.noCustomer) || (!range && kind.wrong),
    customerField: (
      <CustomerField
        {...chosen}
        field={{ className: "max-w-md" }}
        onChange={(id) => onChange({ customer: id ?? undefined })}
      />
    ),
    rangeFields: (
      <div className="flex flex-wrap items-end gap-3">
        {field("from")}
        {field("to")}
        <p role="status" className="w-full text-danger empty:hidden">
          {isEmpty && !isQuiet && refused.emptyRange.message}
        </p>
      </div>
    ),
  };
}
