import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash";
import {
  addLabels,
  type LabelAmounts,
  maxLabels,
  removeLabels,
  sheetLabels,
  takeLabels,
} from "#rules/label-amounts.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";

type AmountButtonsProps = {
  /** For which boxes, and how that is said in the names of the buttons. */
  codes: readonly string[];
  named: string;
  amounts: LabelAmounts;
  isFull: boolean;
  onChange: (amounts: LabelAmounts) => void;
};

const inRow = "pointer-fine:min-h-7"; // a row has 32 px, its buttons do not touch

/** One label less, one more, a sheet more, none (specification 2). */
export function AmountButtons({ codes, named, amounts, isFull, onChange }: AmountButtonsProps) {
  const none = !codes.some((code) => amounts.has(code)) && `${named}: kein Etikett ausgewählt.`;
  const full = (codes.length === 0 && "Die Tabelle ist leer.") || (isFull && tooMany);
  return (
    <span className="inline-flex gap-1">
      <IconButton
        look="plain"
        className={inRow}
        label={`${named}: ein Etikett weniger`}
        icon={<Minus aria-hidden size={14} />}
        disabledReason={none}
        onClick={() => onChange(takeLabels(amounts, codes))}
      />
      <IconButton
        look="plain"
        className={inRow}
        label={`${named}: ein Etikett mehr`}
        icon={<Plus aria-hidden size={14} />}
        disabledReason={full}
        onClick={() => onChange(addLabels(amounts, codes))}
      />
      <IconButton
        look="plain"
        className={inRow}
        label={`${named}: +${sheetLabels} Etiketten`}
        icon={<span className="px-1.5">+{sheetLabels}</span>}
        disabledReason={full}
        onClick={() => onChange(addLabels(amounts, codes, sheetLabels))}
      />
      <IconButton
        look="plain"
        className={inRow}
        label={`${named}: alle Etiketten entfernen`}
        icon={<Trash aria-hidden size={14} />}
        disabledReason={none}
        onClick={() => onChange(removeLabels(amounts, codes))}
      />
    </span>
  );
}

export const tooMany = `Höchstens ${maxLabels.toLocaleString("de-DE")} Etiketten in einem Download.`;
