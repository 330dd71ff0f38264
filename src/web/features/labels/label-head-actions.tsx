import FileDown from "lucide-react/icons/file-down";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { Button } from "#web/ui/button.tsx";
import { noStart } from "./label-sheet.tsx";

type LabelHeadActionsProps = {
  total: number;
  /** Null where the first free label is none. */
  start: number | null;
  /** Why these labels cannot be printed. */
  blocked?: string | false | undefined;
  running: boolean;
  onReset: () => void;
  onDownload: () => void;
};

export function LabelHeadActions({ total, start, blocked, running, onReset, onDownload }: LabelHeadActionsProps) {
  const none = total === 0 && "Es ist noch kein Etikett ausgewählt.";
  return (
    <>
      <Button icon={<RotateCcw aria-hidden size={14} />} disabledReason={none} onClick={onReset}>
        Reset
      </Button>
      <Button
        look="primary"
        icon={<FileDown aria-hidden size={14} />}
        pending={running}
        disabledReason={none || blocked || (start === null && noStart)}
        onClick={onDownload}
      >
        Download
      </Button>
    </>
  );
}
