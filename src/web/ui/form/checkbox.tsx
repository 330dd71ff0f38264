import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

type CheckboxProps = ComponentProps<"input"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Keeps the label for screen readers only, as in a table's cell. */
  bare?: boolean | undefined;
};

export function Checkbox({ label, hint, error, bare, className, ...rest }: CheckboxProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <div className="flex flex-wrap gap-x-2">
        <label className="inline-flex min-h-6 items-center gap-2 pointer-coarse:min-h-12">
          <input
            type="checkbox"
            {...rest}
            className="size-4 shrink-0 pointer-coarse:size-6"
            aria-invalid={Boolean(error)}
            aria-describedby={describedBy || undefined}
          />
          <span className={clsx(bare && "sr-only")}>{label}</span>
        </label>
        {error && (
          <span id={`${id}-error`} className="py-0.5 text-danger">
            {error}
          </span>
        )}
      </div>
      {hint && (
        <div id={`${id}-hint`} className="pl-6 text-muted pointer-coarse:pl-8">
          {hint}
        </div>
      )}
    </div>
  );
}
