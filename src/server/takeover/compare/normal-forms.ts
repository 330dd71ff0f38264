import { dayMeant } from "#rules/dates.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { parseTime } from "#rules/times.ts";
import { authorIn, momentIn, oldText, referenceIn, wholeIn } from "#server/takeover/plan/old-values.ts";

/** A way to write values of a field so that two that are the same are written alike. */
interface NormalForm {
  /** Why two ways to write it are the same. */
  readonly reason: string;
  /** The value in this form; null where it is none, and is compared as it stands in the answer. */
  readonly of: (value: unknown) => string | null;
}

const flags: Readonly<Record<string, string>> = { true: "true", false: "false", "1": "true", "0": "false" };

function momentOf(value: unknown): string | null {
  const at = momentIn(oldText(value), null);
  if (at === null || at === "no-zone") return null;
  return new Date(at.replace(/(\.\d{3})\d+/, "$1")).toISOString();
}

function decimalOf(value: unknown): string | null {
  const [, sign = "", whole = "", decimals = ""] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(oldText(value).trim()) ?? [];
  const rest = decimals.replace(/0+$/, "");
  return whole === "" ? null : `${sign}${whole}${rest === "" ? "" : `.${rest}`}`;
}

function weekdaysOf(value: unknown): string | null {
  const days = Array.isArray(value) ? value.map(oldText) : oldText(value).split(",");
  return days.map((day) => day.trim()).join(",");
}

/** Every way in which two answers may be written otherwise and say the same; nothing else is forgiven. Nothing, null and an empty text are one. */
const normalForms = {
  whole: {
    reason: "Some systems write numbers as text.",
    of: (value) => wholeIn(value)?.toString() ?? null,
  },
  decimal: { reason: '1.5, 1.50 and "1.50" are one amount.', of: decimalOf },
  metres: {
    reason: "Magazin shows metres to the centimetre.",
    of: (value) => (decimalOf(value) === null ? null : String(Math.round(Number(value) * 100) / 100)),
  },
  flag: {
    reason: "Some systems write flags as text, or as 0 and 1.",
    of: (value) => flags[String(value).toLowerCase()] ?? null,
  },
  moment: {
    reason: "A moment is the same in every zone; answers of Magazin end with milliseconds. One without a zone is none.",
    of: momentOf,
  },
  day: {
    reason: "Some systems write a day as a moment that begins with it.",
    of: (value) => dayMeant(oldText(value)) ?? dayMeant(oldText(value).slice(0, 10)),
  },
  time: {
    reason: "Hours and minutes are said with seconds or without.",
    of: (value) => parseTime(oldText(value).replace(/^(\d{1,2}:\d{2}):\d{2}(\.\d+)?$/, "$1")),
  },
  weekdays: { reason: "Weekdays are a list, or a text with commas.", of: weekdaysOf },
  code: {
    reason: "A box code is ten digits, with dots or without.",
    of: (value) => parseBoxCode(oldText(value)),
  },
  reference: {
    reason: "Another thing is named by its id, or as an object with it; that object is compared where it is at home.",
    of: (value) => referenceIn(value)?.toString() ?? null,
  },
  author: {
    reason: "A name is one text, or a first and a last name.",
    of: (value) => authorIn(value) || null,
  },
  text: {
    reason: "A text is compared sign by sign; digits may come as a number.",
    of: (value) => oldText(value) || null,
  },
} as const satisfies Readonly<Record<string, NormalForm>>;

type FormName = keyof typeof normalForms;

/** A field of an answer: a value in a form, the fields of an object, the entries of a list by their ids, or ids. */
export type ComparedField =
  | FormName
  | { readonly fields: ComparedFields }
  | { readonly entries: ComparedFields }
  | "references"
  | "meta";
export interface ComparedFields {
  readonly [name: string]: ComparedField;
}

/** The value in its form, or as it stands in the answer. */
export function normalText(form: FormName, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  return normalForms[form].of(value) ?? (typeof value === "string" ? value : JSON.stringify(value));
}
