import { type ComponentProps, useState } from "react";
import { TextInput } from "./text-input.tsx";

type TypedInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** As it travels, or what was typed as long as it means nothing. */
  value: string;
  onChange: (value: string) => void;
  /** As people read it; what means nothing, as it is. */
  show: (value: string) => string;
  /** What a typist means; null where it means nothing. */
  parse: (text: string) => string | null;
};

/** Leaves to the typist how it is written while it is typed, and writes it properly afterwards. */
export function TypedInput({ value, onChange, show, parse, onBlur, ...rest }: TypedInputProps) {
  const [typing, setTyping] = useState<string | null>(null);
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      value={typing ?? show(value)}
      onChange={(event) => {
        setTyping(event.target.value);
        onChange(parse(event.target.value) ?? event.target.value.trim());
      }}
      onBlur={(event) => {
        setTyping(null);
        onBlur?.(event);
      }}
    />
  );
}
