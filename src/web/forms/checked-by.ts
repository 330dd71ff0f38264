import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";

/** Rules for the input of a form, and for the values that leave it. */
export type FormRules = z.ZodMiniType<FieldValues, FieldValues>;

/** Checks a form by its rules; of each field the first message is shown. */
export function checkedBy<R extends FormRules>(rules: R): Resolver<z.input<R>, unknown, z.output<R>> {
  return (typed) => {
    const { data, error } = rules.safeParse(typed);
    if (!error) return { values: data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of error.issues) errors[String(path[0])] ??= { type: code, message };
    return { values: {}, errors: errors as FieldErrors<z.input<R>> };
  };
}
