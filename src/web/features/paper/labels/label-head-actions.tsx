import { FileDown, RotateCcw } from "lucide";
import type { ReactNode, Ref } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { noStart } from "./label-sheet.tsx";

type LabelHeadActionsProps = {
  total: number;
  /** Null where the first free label is none of the sheet's `labels`. */
  start: number | null;
  labels: number;
  /** Why these labels cannot be printed. */
  blocked?: string | false | undefined;
  running: boolean;
  downloadButton?: Ref<HTMLButtonElement>;
  onReset: () => void;
  onDownload: () => void;
  /** Beside it: for a label printer. */
  children?: ReactNode;
};

export function LabelHeadActions({
  total,
  start,
  labels,
  blocked,
  running,
  downloadButton,
  ...on
}: LabelHeadActionsProps) {
  const none = total === 0 && "Es ist noch kein Etikett ausgewählt.";
  return (
    <>
      <Button icon={RotateCcw} disabledReason={none} onClick={on.onReset}>
        Reset
      </Button>
      {on.children}
      <Button
        ref={downloadButton}
        look="primary"
        icon={FileDown}
        pending={running}
        disabledReason={none || blocked || (start === null && noStart(labels))}
        onClick={on.onDownload}
      >
        Download
      </Button>
    </>
  );
}
