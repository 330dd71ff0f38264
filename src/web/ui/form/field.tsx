import { clsx } from "clsx";
import { type AriaAttributes, createContext, type ReactNode, useContext, useId } from "react";

type FieldState = { id: string; errorId: string; hintId: string; invalid: boolean; hinted: boolean; required: boolean };
const FieldContext = createContext<FieldState | null>(null);

type FieldControl = { className: string; id?: string } & Pick<
  AriaAttributes,
  "aria-invalid" | "aria-required" | "aria-describedby" | "aria-errormessage"
>;

/** Returns the properties that a control takes over from the field around it; nothing where there is none. */
export function useFieldControl(className?: string): FieldControl {
  const field = useContext(FieldContext);
  const look = clsx("control", className);
  if (!field) return { className: look };
  const describedBy = [field.invalid && field.errorId, field.hinted && field.hintId].filter(Boolean).join(" ");
  return {
    id: field.id,
    className: look,
    "aria-invalid": field.invalid,
    "aria-required": field.required || undefined,
    "aria-describedby": describedBy || undefined,
    "aria-errormessage": field.invalid ? field.errorId : undefined,
  };
}

type FieldProps = {
  label: string;
  error?: string | undefined;
  required?: boolean | undefined;
  hint?: ReactNode;
  /** Keeps label and error in one line: what stands below does not move when an error comes. */
  oneLine?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Label above, asterisk and error beside it (specification 5), hint below; the control inside is linked to all. */
export function Field({ label, error, required = false, hint, oneLine, className, children }: FieldProps) {
  const id = useId();
  const state = {
    id,
    errorId: `${id}-error`,
    hintId: `${id}-hint`,
    invalid: Boolean(error),
    hinted: Boolean(hint),
    required,
  };
  return (
    <div className={clsx("grid min-w-0 content-start gap-1", className)}>
      <div className={clsx("flex gap-x-2", !oneLine && "flex-wrap")}>
        <label htmlFor={id} className={clsx("font-semibold", oneLine && "min-w-0 truncate")}>
          {label}
          {required && <span aria-hidden> *</span>}
        </label>
        <span id={state.errorId} aria-live="polite" className="text-danger">
          {error}
        </span>
      </div>
      <FieldContext value={state}>{children}</FieldContext>
      {hint && (
        <div id={state.hintId} className="text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
