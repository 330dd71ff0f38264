import { useState } from "react";
import { parseWeight } from "#rules/destruction/weight.ts";

type WeightFieldProps = { kg: string; onType: (kg: string) => void };

/** What the box that is scanned next weighs, where somebody weighs it: it goes with the scan, onto the certificate. */
export function WeightField({ kg, onType }: WeightFieldProps) {
  const [text, setText] = useState(kg);
  return (
    <label className="flex shrink-0 items-center justify-center gap-2 px-2 pb-2">
      Gewicht in kg
      <input
        inputMode="decimal"
        autoComplete="off"
        placeholder="ungewogen"
        className="control min-h-14! w-32 text-center tabular-nums"
        data-scan="open"
        aria-invalid={text.trim() !== "" && parseWeight(text) === null}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onType(target.value);
        }}
      />
    </label>
  );
}
