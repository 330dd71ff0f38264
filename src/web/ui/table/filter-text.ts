import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import type { Filter } from "#rules/lists/filters.ts";
import type { SelectOption } from "#web/ui/form/select.tsx";
import type { FilterValue } from "./use-filter-draft.ts";

/** Returns the choices of a filter, where the filter itself says them. */
export function choicesIn(filter: Filter): SelectOption[] | undefined {
  if (filter.type !== "choice") return undefined;
  return Object.values(filter.values).map((value) => ({ value, label: filter.texts[value] ?? String(value) }));
}

/** A filter with its value: `Status: Eingelagert`. */
export function filterText(
  filter: Filter,
  value: FilterValue,
  options: readonly SelectOption[] | undefined = choicesIn(filter),
): string {
  const selectedOption = options?.find((option) => option.value === value);
  return `${filter.label}: ${selectedOption?.label ?? shownValue(filter, value)}`;
}

function shownValue({ type }: Filter, value: FilterValue) {
  if (type === "day") return showDate(String(value));
  return type === "box" ? showBoxCode(String(value)) : value;
}
