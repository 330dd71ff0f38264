import { FileDown, RotateCcw } from "lucide";
import type { Ref } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { noStart } from "./label-sheet.tsx";

type LabelHeadActionsProps = {
  total: number;
  /** Null where the first free label is none. */
  start: number | null;
  /** Why these labels cannot be printed. */
  blocked?: string | false | undefined;
  running: boolean;
  downloadButton?: Ref<HTMLButtonElement>;
  onReset: () => void;
  onDownload: () => void;
};

export function LabelHeadActions({ total, start, blocked, running, downloadButton, ...on }: LabelHeadActionsProps) {
  const none = total === 0 && "Es ist noch kein Etikett ausgewählt.";
  return (
    <>
      <Button icon={RotateCcw} disabledReason={none} onClick={on.onReset}>
        Reset
      </Button>
      <Button
        ref={downloadButton}
        look="primary"
        icon={FileDown}
        pending={running}
        disabledReason={none || blocked || (start === null && noStart)}
        onClick={on.onDownload}
      >
        Download
      </Button>
    </>
  );
}
