import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { TextInput } from "./text-input.tsx";

/** Digits in a text field: no wheel, no arrows that change a number unseen. `decimal` offers the comma on a phone. */
export function NumberInput({
  decimal,
  className,
  ...rest
}: ComponentProps<"input"> & { decimal?: boolean | undefined }) {
  return (
    <TextInput
      inputMode={decimal ? "decimal" : "numeric"}
      autoComplete="off"
      {...rest}
      className={clsx("tabular-nums", className)}
    />
  );
}
