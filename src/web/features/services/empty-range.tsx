import { refused } from "#rules/refusal-texts.ts";

/** Below the fields of a range, what is wrong with the two of them together. */
export function EmptyRange({ isEmpty }: { isEmpty: boolean }) {
  return (
    <p role="status" className="w-full text-danger empty:hidden">
      {isEmpty && refused.emptyRange.message}
    </p>
  );
}
