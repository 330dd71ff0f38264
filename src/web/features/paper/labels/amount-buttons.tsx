import { type IconNode, Minus, Plus, Trash } from "lucide";
import { showCount } from "#rules/amounts.ts";
import {
  addLabels,
  type LabelAmounts,
  maxLabels,
  removeLabels,
  sheetLabels,
  takeLabels,
} from "#rules/paper/label-amounts.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";

type AmountButtonsProps = {
  /** For which boxes, and how that is said in the names of the buttons. */
  codes: readonly string[];
  named: string;
  amounts: LabelAmounts;
  isFull: boolean;
  onChange: (amounts: LabelAmounts) => void;
};

/** One label less, one more, a sheet more, none (specification 2). */
export function AmountButtons({ codes, named, amounts, isFull, onChange }: AmountButtonsProps) {
  const none = !codes.some((code) => amounts.has(code)) && `${named}: kein Etikett ausgewählt.`;
  const full = (codes.length === 0 && "Die Tabelle ist leer.") || (isFull && tooManyLabelsText);
  const button = (
    label: string,
    icon: IconNode | undefined,
    disabledReason: string | false,
    next: () => LabelAmounts,
  ) => (
    <IconButton
      look="plain"
      className="pointer-fine:min-h-7" // a row has 32 px, its buttons do not touch
      label={`${named}: ${label}`}
      icon={icon}
      disabledReason={disabledReason}
      onClick={() => onChange(next())}
    >
      {!icon && <span className="px-1.5">+{sheetLabels}</span>}
    </IconButton>
  );
  return (
    <span className="inline-flex gap-1">
      {button("ein Etikett weniger", Minus, none, () => takeLabels(amounts, codes))}
      {button("ein Etikett mehr", Plus, full, () => addLabels(amounts, codes))}
      {button(`+${sheetLabels} Etiketten`, undefined, full, () => addLabels(amounts, codes, sheetLabels))}
      {button("alle Etiketten entfernen", Trash, none, () => removeLabels(amounts, codes))}
    </span>
  );
}

export const tooManyLabelsText = `Höchstens ${showCount(maxLabels)} Etiketten in einem Download.`;
