import { labelSizeNames, labelSizes, maxOffset, parseOffset } from "#rules/paper/label-sizes.ts";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { isRoll, type LabelPaper } from "./label-paper.ts";

type PaperProps = { paper: LabelPaper; onPaper: (paper: LabelPaper) => void };

const sizeOptions = labelSizeNames.map((value) => ({ value, label: labelSizes[value].text }));
const dpiOptions = [203, 300].map((value) => ({ value, label: `${value} dpi` }));

/** Asks which sheet or roll is in the printer. */
export function SizeField({ paper, onPaper }: PaperProps) {
  return (
    <Field label="Bogen oder Rolle">
      <Select
        options={sizeOptions}
        value={paper.size}
        onChange={({ target }) => {
          const size = labelSizeNames.find((name) => name === target.value);
          if (size) onPaper({ ...paper, size });
        }}
      />
    </Field>
  );
}

/** Shows the settings that are made once for a printer. */
export function PrinterFields({ paper, onPaper }: PaperProps) {
  const offset = (label: string, key: "right" | "down") => (
    <Field label={label} error={parseOffset(paper[key]) === null ? `−${maxOffset} bis ${maxOffset} mm` : undefined}>
      <NumberInput
        decimal
        value={paper[key]}
        maxLength={5}
        className="w-16"
        onChange={({ target }) => onPaper({ ...paper, [key]: target.value })}
      />
    </Field>
  );
  return (
    <details>
      <summary>Drucker einstellen</summary>
      <div className="mt-2 grid gap-3">
        <p className="text-muted">Druckt er daneben: um so viele mm wird verschoben.</p>
        <div className="flex gap-3">
          {offset("Nach rechts", "right")}
          {offset("Nach unten", "down")}
        </div>
        {isRoll(paper) && (
          <Field label="Auflösung (ZPL)">
            <Select
              options={dpiOptions}
              value={paper.dpi}
              onChange={({ target }) => onPaper({ ...paper, dpi: target.value === "300" ? 300 : 203 })}
            />
          </Field>
        )}
      </div>
    </details>
  );
}
