import { clsx } from "clsx";
import X from "lucide-react/icons/x";
import { useEffect, useId, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { type Choice, Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { type FilterValue, type FilterValues, useFilterDraft } from "./use-filter-draft.ts";
import { filterPause } from "#rules/debounce.ts";
import { invalid } from "#rules/form-texts.ts";

export type Filter<K extends string = string> = { key: K; label: string; className?: string | undefined } & (
  | { type: "text"; max?: number | undefined }
  | { type: "number"; min?: number | undefined; max: number }
  | { type: "choice"; options: readonly Choice[] }
);

type FilterBarProps<V extends object> = {
  filters: readonly Filter<keyof V & string>[];
  /** The search of the address; other keys in it are left alone. */
  values: V;
  /** The changed filters only, `undefined` for an emptied one. */
  onApply: (changes: Partial<V>) => void;
  /** The active order as a removable chip, e.g. "Kunde absteigend". */
  order?: { label: string; onRemove: () => void } | undefined;
  /** Called when a filter that is not applied because it is invalid has stood for the pause. */
  onInvalid?: (() => void) | undefined;
};

/** Filters above a list, applied after a pause or at once by Enter; every active one can be seen and removed. */
export function FilterBar<V extends object>({ filters, values, onApply, order, onInvalid }: FilterBarProps<V>) {
  const id = useId();
  const [open, setOpen] = useState(false); // on a phone the list comes first and the filters on demand
  const byKey = new Map<string, Filter>(filters.map((filter) => [filter.key, filter]));
  const draft = useFilterDraft(
    values as FilterValues,
    [...byKey.keys()],
    (key, text) => parseFilter(byKey.get(key), text),
    (changes) => onApply(changes as Partial<V>),
  );
  const wrong = filters.filter(({ key }) => draft.isInvalid(key)).map(({ key }) => `${key}=${draft.textOf(key)}`);
  useAfterPause(wrong.join("&"), onInvalid);
  return (
    <form
      role="search"
      aria-label="Filter"
      data-screen-only
      onSubmit={(event) => {
        event.preventDefault();
        draft.applyNow();
      }}
    >
      <Button className="w-full sm:hidden" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {draft.active.length === 0 ? "Filter" : `Filter (${draft.active.length} aktiv)`}
      </Button>
      <div
        id={id}
        className={clsx(
          "flex flex-wrap items-end gap-3 max-sm:mt-3 max-sm:grid-cols-2",
          open ? "max-sm:grid" : "max-sm:hidden",
        )}
      >
        {filters.map((filter) => (
          <Field
            key={filter.key}
            label={filter.label}
            error={draft.isInvalid(filter.key) ? invalid.range : undefined}
            className={filter.className ?? (filter.type === "number" ? "sm:w-32" : "sm:w-48")}
          >
            <FilterControl
              filter={filter}
              text={draft.textOf(filter.key)}
              onText={(text) => draft.set(filter.key, text)}
            />
          </Field>
        ))}
        <Button
          className={clsx(!draft.touched && draft.active.length === 0 && "invisible")}
          onClick={() => draft.remove(filters.map((filter) => filter.key))}
        >
          Zurücksetzen
        </Button>
        <button type="submit" hidden>
          Filtern
        </button>
      </div>
      <ul aria-label="Aktive Filter" className="my-1.5 flex min-h-6 flex-wrap gap-2">
        {draft.active.map((key) => (
          <Chip
            key={key}
            text={`${byKey.get(key)?.label}: ${showFilter(byKey.get(key), values[key as keyof V] as FilterValue)}`}
            onRemove={() => draft.remove([key])}
          />
        ))}
        {order && <Chip text={`Sortiert nach ${order.label}`} onRemove={order.onRemove} />}
      </ul>
    </form>
  );
}

/** Calls once for each text that has stood for the pause of the filters; never for an empty one. */
function useAfterPause(text: string, onPause: (() => void) | undefined) {
  useEffect(() => {
    if (text === "" || !onPause) return;
    const timer = setTimeout(onPause, filterPause);
    return () => clearTimeout(timer);
    // A function made anew on every render must not start the pause anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
}

function FilterControl({ filter, text, onText }: { filter: Filter; text: string; onText: (text: string) => void }) {
  const props = { value: text, onChange: (event: { target: { value: string } }) => onText(event.target.value) };
  if (filter.type === "choice") return <Select {...props} empty="Alle" options={filter.options} />;
  return filter.type === "number" ? <NumberInput {...props} /> : <TextInput {...props} autoComplete="off" />;
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className="chip" title="Entfernen" onClick={onRemove}>
        {text}
        <span className="sr-only"> entfernen</span>
        <X aria-hidden size={14} />
      </button>
    </li>
  );
}

function parseFilter(filter: Filter | undefined, text: string): FilterValue | null {
  const trimmed = text.trim();
  if (!filter || trimmed === "") return undefined;
  if (filter.type === "choice") return filter.options.find((option) => String(option.value) === trimmed)?.value ?? null;
  if (filter.type === "text") return trimmed.length <= (filter.max ?? 200) ? trimmed : null;
  const number = /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return number >= (filter.min ?? 0) && number <= filter.max ? number : null;
}

function showFilter(filter: Filter | undefined, value: FilterValue): string {
  if (filter?.type !== "choice") return String(value);
  return filter.options.find((option) => option.value === value)?.label ?? String(value);
}
