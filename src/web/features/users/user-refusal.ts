import type { FieldValues, UseFormReturn } from "react-hook-form";
import { CallError } from "#web/api/call-error.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { type TypedUser, userFields } from "./user-form.ts";

/** Puts what the server says beside the field that it is about; what is about none becomes a notice. */
export function showRefusal<Valid extends FieldValues>(
  { setError }: UseFormReturn<TypedUser, unknown, Valid>,
  error: Error,
) {
  const { fields: said, code } = error instanceof CallError ? error : { fields: {}, code: null };
  const fields: CallError["fields"] = code === "last_staff" ? { is_staff: error.message } : said;
  const wrong = userFields.filter((field) => fields[field] !== undefined);
  for (const field of wrong) setError(field, { message: fields[field] ?? "" }, { shouldFocus: field === wrong[0] });
  if (wrong.length === 0) notify(error.message, "error");
}
