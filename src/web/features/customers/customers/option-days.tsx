import { type Ref, useId } from "react";
import { weekdays } from "#rules/deliveries/delivery-date.ts";

interface OptionDaysProps {
  readonly value: readonly number[];
  readonly onChange: (days: number[]) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** The weekdays of a delivery option, MO to SO (specification 2). */
export function OptionDays({ value, onChange, onBlur, error, ref }: OptionDaysProps) {
  const id = useId();
  const toggle = (day: number, on: boolean) => onChange(on ? [...value, day] : value.filter((other) => other !== day));
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 flex flex-wrap gap-x-2">
        <span className="font-semibold">
          Tage<span aria-hidden> *</span>
        </span>
        <span id={id} aria-live="polite" className="text-danger">
          {error}
        </span>
      </legend>
      <div className="flex flex-wrap gap-1">
        {weekdays.map(({ day, short, name }, index) => (
          <label
            key={day}
            title={name}
            className="flex min-h-8 min-w-12 items-center justify-center gap-1.5 rounded-md border border-field bg-surface px-2 has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-aria-invalid:border-danger pointer-coarse:min-h-12"
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="checkbox"
              className="size-4"
              checked={value.includes(day)}
              aria-invalid={Boolean(error)}
              onChange={(event) => toggle(day, event.target.checked)}
              onBlur={onBlur}
            />
            {short}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
