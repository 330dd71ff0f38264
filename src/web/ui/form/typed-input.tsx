import { type ComponentProps, useState } from "react";
import { TextInput } from "./text-input.tsx";

type TypedInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** As it travels, or what was typed as long as it means nothing. */
  value: string;
  onChange: (value: string) => void;
  /** As people read it; what means nothing, as it is. */
  show: (value: string) => string;
  /** Returns the value that a typist means; null where the text means nothing. */
  parse: (text: string) => string | null;
  /** The same of what is typed to its end: shorter forms, of which longer ones might have become. */
  settle?: ((text: string) => string | null) | undefined;
};

/** Leaves to the typist how it is written while it is typed, and writes it properly afterwards. */
export function TypedInput({ value, onChange, show, parse, settle, onBlur, onKeyDown, ...rest }: TypedInputProps) {
  const [typing, setTyping] = useState<string | null>(null);
  const end = () => {
    const settledValue = typing === null ? null : settle?.(typing);
    if (settledValue && settledValue !== value) onChange(settledValue);
    setTyping(null);
  };
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      value={typing ?? show(value)}
      onChange={(event) => {
        setTyping(event.target.value);
        onChange(parse(event.target.value) ?? event.target.value.trim());
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === "Enter") end(); // before its form is sent
      }}
      onBlur={(event) => {
        end();
        onBlur?.(event);
      }}
    />
  );
}
