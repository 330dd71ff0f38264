import type { editMeta } from "#contract/calls/boxes.ts";
import type { Input } from "#contract/route.ts";
import { isDay, showDate } from "#rules/dates.ts";
import { invalid } from "#rules/form-texts.ts";

export type MetaChange = Omit<Input<typeof editMeta>["body"], "customer" | "from" | "to">;

/** What a typed value leads to: the change with its words, or what is wrong with it. */
export type Parsed = { readonly error: string } | { readonly change: MetaChange; readonly shown: string };

export interface MetaField {
  readonly key: "meta_year" | "meta_destroy_year" | "meta_first_delivery_customer" | "size";
  readonly label: string;
  /** With its article, as a sentence needs it. */
  readonly named: string;
  readonly date?: true;
  readonly hint?: string;
  readonly parse: (text: string) => Parsed;
  readonly reset?: NonNullable<MetaChange["action"]>;
}

function whole(min: number, max: number, toChange: (value: number) => MetaChange, unit = "") {
  return (text: string): Parsed => {
    const trimmed = text.trim();
    if (trimmed === "") return { error: invalid.required };
    const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
    if (!(value >= min && value <= max)) return { error: invalid.range };
    return { change: toChange(value), shown: `${value}${unit}` };
  };
}

function day(text: string): Parsed {
  if (text === "") return { error: invalid.required };
  if (!isDay(text)) return { error: invalid.range };
  return { change: { meta_first_delivery_customer: text }, shown: showDate(text) };
}

/** The fields of `POST /boxes/meta/` (specification 7), with the contract's limits. */
export const metaFields: readonly MetaField[] = [
  {
    key: "meta_year",
    label: "Jahrgang",
    named: "der Jahrgang",
    hint: "Vierstellig",
    parse: whole(1000, 2999, (value) => ({ meta_year: value })),
    reset: "reset_year",
  },
  {
    key: "meta_destroy_year",
    label: "Vernichtungsjahr",
    named: "das Vernichtungsjahr",
    hint: "Vierstellig",
    parse: whole(1000, 2999, (value) => ({ meta_destroy_year: value })),
    reset: "reset_destroy_year",
  },
  {
    key: "meta_first_delivery_customer",
    label: "Erste Lieferung",
    named: "die erste Lieferung",
    date: true,
    parse: day,
    reset: "reset_first_delivery_customer",
  },
  {
    key: "size",
    label: "Größe in mm",
    named: "die Größe",
    parse: whole(1, 99_999, (value) => ({ size: value }), " mm"),
  },
];
