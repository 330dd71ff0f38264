import { X } from "lucide";
import { clsx } from "clsx";
import { type ComponentType, type ReactNode, useEffect, useId, useState } from "react";
import { filterPause } from "#rules/lists/debounce.ts";
import { type Filter, filterValue, isAbove } from "#rules/lists/filters.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { type SelectOption, Select } from "#web/ui/form/select.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { choicesIn, filterText } from "./filter-text.ts";
import { type FilterValues, type Parse, useFilterDraft } from "./use-filter-draft.ts";

type FilterBarProps = {
  filters: Readonly<Record<string, Filter>>;
  /** Filters that are the two ends of a range: both are invalid while it is upside down. */
  ranges?: readonly (readonly [from: string, to: string])[] | undefined;
  /** Choices by filter, where the filter does not say them. */
  choices?: Readonly<Record<string, readonly SelectOption[]>> | undefined;
  /** The search of the address; other keys in it are left alone. */
  values: FilterValues;
  /** The changed filters only, `undefined` for an emptied one. */
  onApply: (changes: FilterValues) => void;
  /** The active order as a removable chip, e.g. "Kunde absteigend". */
  order?: { label: string; onRemove: () => void } | undefined;
  /** Called when a filter that is not applied because it is invalid has stood for the pause. */
  onInvalid?: (() => void) | undefined;
  /** On a phone, beside the button that shows the filters. */
  beside?: ReactNode;
  /** Field in which a customer is chosen. */
  customers?: ComponentType<CustomerChoiceProps> | undefined;
  /** Filters that are for staff have a field. */
  isStaff?: boolean;
};

/** Properties of a filter that names a customer: its content, and the choices where the page knows them. */
export interface CustomerChoiceProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly options: readonly SelectOption[] | undefined;
}

/** Filters above a list, applied after a pause or at once by Enter; every active one can be seen and removed. */
export function FilterBar({
  filters,
  ranges = [],
  choices = {},
  values,
  onApply,
  order,
  onInvalid,
  beside,
  customers,
  isStaff = true,
}: FilterBarProps) {
  const fields = fieldsOf(filters, choices);
  const textFields = fields.filter(({ filter }) => !filter.chipOnly && (isStaff || filter.access === undefined));
  const names = fields.map(({ key }) => key);
  const draft = useFilterDraft(values, names, parserOf(fields, ranges), onApply);
  const wrong = names.filter(draft.isInvalid).map((key) => `${key}=${draft.textOf(key)}`);
  useAfterPause(wrong.join("&"), onInvalid);
  return (
    <form
      role="search"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        draft.applyNow();
      }}
    >
      <Collapsible active={draft.active.length} beside={beside}>
        {textFields.map(({ key, ...field }) => (
          <Field
            key={key}
            label={field.filter.label}
            error={draft.isInvalid(key) ? invalid.range : undefined}
            oneLine
            className={widthOf(field.filter)}
          >
            <Control
              {...field}
              customers={customers}
              text={draft.textOf(key)}
              onText={(text) => draft.set(key, text)}
            />
          </Field>
        ))}
        <button type="submit" hidden>
          Filtern
        </button>
      </Collapsible>
      <Chips
        texts={fields
          .filter(({ key }) => draft.active.includes(key))
          .map((field) => [field.key, chipText(field, values)])}
        onRemove={draft.remove}
        order={order}
        onReset={draft.touched || draft.active.length > 0 ? () => draft.remove(names) : undefined}
      />
    </form>
  );
}

type ChipsProps = {
  texts: readonly (readonly [key: string, text: string])[];
  onRemove: (keys: readonly string[]) => void;
  order: FilterBarProps["order"];
  onReset: (() => void) | undefined;
};

/** Shows the conditions that narrow the list, and its order; each can be taken away. */
function Chips({ texts, onRemove, order, onReset }: ChipsProps) {
  return (
    <ul
      aria-label="Aktive Filter"
      className={clsx(
        "my-1.5 flex min-h-6 flex-wrap gap-2",
        texts.length === 0 && !order && !onReset && "max-sm:hidden",
      )}
    >
      {texts.map(([key, text]) => (
        <Chip key={key} text={text} onRemove={() => onRemove([key])} />
      ))}
      {order && <Chip text={`Sortiert nach ${order.label}`} onRemove={order.onRemove} />}
      {onReset && (
        <li data-screen-only>
          <button type="button" className="chip border-transparent text-accent" onClick={onReset}>
            Zurücksetzen
          </button>
        </li>
      )}
    </ul>
  );
}

/** Types of filters of which a few digits are typed. */
const short = new Set<Filter["type"]>(["number", "day", "box"]);

const widthOf = ({ type, of }: Filter) =>
  short.has(type) && of === undefined ? "sm:w-44" : "sm:max-w-48 sm:grow sm:basis-34";

type FilterField = { key: string; filter: Filter; options: readonly SelectOption[] | undefined };

const fieldsOf = (filters: FilterBarProps["filters"], choices: NonNullable<FilterBarProps["choices"]>) =>
  Object.entries(filters).map(
    ([key, filter]): FilterField => ({ key, filter, options: choices[key] ?? choicesIn(filter) }),
  );

const chipText = ({ key, filter, options }: FilterField, values: FilterValues) =>
  filterText(filter, values[key], options);

/** Reads what stands in a field; both ends of a range are invalid while it is upside down. */
function parserOf(fields: readonly FilterField[], ranges: NonNullable<FilterBarProps["ranges"]>): Parse {
  const read = (name: string, text: string) =>
    parseField(
      fields.find(({ key }) => key === name),
      text.trim(),
    );
  return (key, text, textOf) => {
    const range = ranges.find((ends) => ends.includes(key));
    const [from, to] = range ? range.map((end) => read(end, end === key ? text : textOf(end))) : [];
    return isAbove(from, to) ? null : read(key, text);
  };
}

/** `undefined` for no text, `null` for an invalid one. */
function parseField(field: FilterField | undefined, text: string) {
  if (!field || text === "") return undefined;
  const { filter, options } = field;
  if (options) return options.find(({ value }) => String(value) === text)?.value ?? null;
  return filterValue(filter, text) ?? null;
}

/** On a phone the list comes first and the filters on demand. */
function Collapsible({ active, beside, children }: { active: number; beside: ReactNode; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div data-screen-only className="mb-2 flex items-center gap-2 sm:hidden">
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {active === 0 ? "Filter" : `Filter (${active} aktiv)`}
        </Button>
        {beside}
      </div>
      <div
        id={id}
        data-screen-only
        className={clsx("flex flex-wrap items-end gap-3 max-sm:grid-cols-2", open ? "max-sm:grid" : "max-sm:hidden")}
      >
        {children}
      </div>
    </>
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

type ControlProps = Omit<FilterField, "key"> &
  Pick<CustomerChoiceProps, "text" | "onText"> &
  Pick<FilterBarProps, "customers">;

function Control({ filter, options, text, onText, customers: CustomerChoice }: ControlProps) {
  if (filter.of && CustomerChoice) return <CustomerChoice text={text} onText={onText} options={options} />;
  const props = { value: text, onChange: (event: { target: { value: string } }) => onText(event.target.value) };
  if (options) return <Select {...props} empty="Alle" options={options} />;
  if (filter.type === "number") return <NumberInput {...props} />;
  if (filter.type === "day") return <DateInput value={text} onChange={onText} />;
  return <TextInput {...props} autoComplete="off" data-scan={takesScans(filter) ? "own" : undefined} />;
}

const takesScans = (filter: Filter) => filter.type === "box" || filter.type === "search";

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className="chip" title="Entfernen" onClick={onRemove}>
        {text}
        <span className="sr-only"> entfernen</span>
        <Icon of={X} size={14} />
      </button>
    </li>
  );
}
