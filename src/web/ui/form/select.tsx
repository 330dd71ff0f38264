import { ChevronDown } from "lucide";
import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { useFieldControl } from "./field.tsx";

export type SelectOption = { value: string | number; label: string };

type SelectProps = ComponentProps<"select"> & {
  options: readonly SelectOption[];
  /** The text of the empty choice, e.g. "Alle"; without it there is none. */
  empty?: string | undefined;
};

export function Select({ options, empty, className, ...rest }: SelectProps) {
  return (
    <span className={clsx("relative block", className)}>
      <select {...useFieldControl("appearance-none truncate pr-7")} {...rest}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        of={ChevronDown}
        size={14}
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
