import { type RawBuilder, sql } from "kysely";
import type { Tables } from "#server/database/tables.ts";

/** Audience whose words find a text: everybody, or staff alone; `digits` where only a number finds it; otherwise the reason why nothing does. */
type Finding = "words" | "staff" | "digits" | { readonly leftOut: string };

type Selected<Column> = Column extends { readonly __select__: infer Value } ? Value : Column;
type TextOf<Table> = {
  [Name in keyof Table]: string extends NonNullable<Selected<Table[Name]>> ? Name : never;
}[keyof Table];

const moment = { leftOut: "a moment, which nobody types as it is kept" };
const day = { leftOut: "a day, which the filters of lists find" };

/**
 * By what each text of a thing is found. A new column is a word of the search (then its index has it, too, in this order: migration 0012) or is left
 * out with a reason.
 */
export const searchedTexts = {
  customers: {
    name: "words",
    address_name: "words",
    address_street: "words",
    address_postcode: "words",
    address_country: { leftOut: "a code, which most customers share" },
    address_city: "words",
    notes: "staff",
    meter_price: { leftOut: "an amount, which many customers share" },
    created: moment,
    procedure_since: moment,
  },
  boxes: {
    code: "digits",
    foreign_number: {
      leftOut: "it is the number of a release before; `box_numbers` has all, and a search of their own",
    },
    cost_centre: { leftOut: "what the filter of the lists finds: many boxes share one" },
    period_from: day,
    period_to: day,
    retention_override_reason: { leftOut: "a text about how long the box is kept and not about what is in it" },
    meta_first_delivery: day,
    retention_from: day,
    retention_override_until: day,
    retain_until: day,
    destroyed: day,
    marked: moment,
    placed: moment,
    created: moment,
    destruction: moment,
    last_verified: moment,
    due_back: day,
    blanked: moment,
  },
  contents: {
    text: "words",
    blanked: moment,
    created: moment,
    retention_from: day,
  },
} as const satisfies {
  readonly [Table in "customers" | "boxes" | "contents"]: Readonly<Record<TextOf<Tables[Table]>, Finding>>;
};

/** The texts of the rows `as` of a table that somebody's words find, as its index has them. */
export function textsFoundBy(
  whose: "words" | "staff",
  table: keyof typeof searchedTexts,
  as: string,
): RawBuilder<string> {
  const names = Object.entries<Finding>(searchedTexts[table]).flatMap(([name, by]) => (by === whose ? [name] : []));
  return sql.join(
    names.map((name) => sql.ref(`${as}.${name}`)),
    sql` || ' ' || `,
  );
}
