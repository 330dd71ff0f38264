import type { ComponentProps, ComponentType } from "react";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { isDay } from "#rules/dates.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";

type ControlProps = Pick<ComponentProps<"input">, "value" | "disabled" | "onBlur"> & {
  value: string;
  onChange: (text: string) => void;
};

/** Kind of a range: its subject, the names of its two ends, how they are typed and read, and the message where it is none. */
export interface RangeKind<T> {
  readonly from: string;
  readonly to: string;
  readonly wrong: string;
  readonly control: ComponentType<ControlProps>;
  /** Half of one is no mistake of somebody who is still typing it. */
  readonly isLong: boolean;
  /** `undefined` for an empty text, `null` for a wrong one. */
  readonly parse: (text: string) => T | undefined | null;
}

export const boxNumbers: RangeKind<number> = {
  from: "Boxnummer von",
  to: "Boxnummer bis",
  wrong: rangeTexts.invalid,
  control: ({ onChange, ...rest }) => <NumberInput {...rest} onChange={(event) => onChange(event.target.value)} />,
  isLong: false,
  parse: (text) => {
    const trimmed = text.trim();
    if (trimmed === "") return undefined;
    return /^\d+$/.test(trimmed) && Number(trimmed) <= maxBoxNumber ? Number(trimmed) : null;
  },
};

/** Days, `YYYY-MM-DD`. */
export const destroyDays: RangeKind<string> = {
  from: "Vernichtet von",
  to: "Vernichtet bis",
  wrong: "Der Zeitraum ist ungültig.",
  control: DateInput,
  isLong: true,
  parse: (text) => {
    if (text === "") return undefined;
    return isDay(text) ? text : null;
  },
};
