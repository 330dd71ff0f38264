import type { editMeta } from "#contract/calls/stock/boxes.ts";
import { typedBoxSize, typedDestroyYear, typedMetaYear } from "#contract/fields/box.ts";
import { reversedPeriod } from "#rules/texts/period-refusals.ts";
import { isReversed, parsePeriod, showBoxPeriod } from "#rules/stock/period.ts";
import { day } from "#contract/fields/day.ts";
import type { Input } from "#contract/route.ts";
import { showDate } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";

export type MetaChange = Omit<Input<typeof editMeta>["body"], "customer" | "from" | "to">;

/** Result of a typed value: the change with its words, or the reason why the value is wrong. */
type ParsedMeta = { readonly error: string } | { readonly change: MetaChange; readonly shown: string };

export interface MetaField {
  readonly key: "meta_year" | "meta_destroy_year" | "meta_first_delivery_customer" | "size" | "period";
  readonly label: string;
  /** With its article, as a sentence needs it. */
  readonly named: string;
  readonly date?: true;
  /** It holds more than digits. */
  readonly words?: true;
  readonly hint?: string;
  readonly parse: (text: string) => ParsedMeta;
  readonly reset?: NonNullable<MetaChange["action"]>;
}

type Rule<V> = { readonly safeParse: (text: string) => { readonly data?: V | undefined } };

function read<V>(rule: Rule<V>, toChange: (value: V) => MetaChange, show: (value: V) => string = String) {
  return (text: string): ParsedMeta => {
    if (text.trim() === "") return { error: invalid.required };
    const { data } = rule.safeParse(text);
    return data === undefined ? { error: invalid.range } : { change: toChange(data), shown: show(data) };
  };
}

function readPeriod(text: string): ParsedMeta {
  if (text.trim() === "") return { error: invalid.required };
  const period = parsePeriod(text);
  if (period === null) return { error: invalid.range };
  if (isReversed(period)) return { error: reversedPeriod.message };
  return { change: { period_from: period.from, period_to: period.to }, shown: showBoxPeriod(period) };
}

/** The fields of `POST /boxes/meta/` (specification 7), with the contract's limits. */
export const metaFields: readonly MetaField[] = [
  {
    key: "meta_year",
    label: "Jahrgang",
    named: "der Jahrgang",
    hint: "Vierstellig",
    parse: read(typedMetaYear, (value) => ({ meta_year: value })),
    reset: "reset_year",
  },
  {
    key: "period",
    label: "Laufzeit",
    named: "die Laufzeit",
    words: true,
    parse: readPeriod,
    reset: "reset_period",
  },
  {
    key: "meta_destroy_year",
    label: "Vernichtungsjahr",
    named: "das Vernichtungsjahr",
    hint: "Vierstellig",
    parse: read(typedDestroyYear, (value) => ({ meta_destroy_year: value })),
    reset: "reset_destroy_year",
  },
  {
    key: "meta_first_delivery_customer",
    label: "Erste Lieferung",
    named: "die erste Lieferung",
    date: true,
    parse: read(day, (value) => ({ meta_first_delivery_customer: value }), showDate),
    reset: "reset_first_delivery_customer",
  },
  {
    key: "size",
    label: "Größe in mm",
    named: "die Größe",
    parse: read(
      typedBoxSize,
      (value) => ({ size: value }),
      (value) => `${value} mm`,
    ),
  },
];
