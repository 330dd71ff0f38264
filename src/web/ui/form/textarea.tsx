import type { ComponentProps } from "react";
import { useFieldControl } from "./field.tsx";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={4} {...useFieldControl(className)} {...rest} />;
}
