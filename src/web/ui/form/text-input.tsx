import type { ComponentProps } from "react";
import { useFieldControl } from "./field.tsx";

export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input type="text" {...useFieldControl(className)} {...rest} />;
}
