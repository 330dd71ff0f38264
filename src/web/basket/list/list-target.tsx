import { ClipboardPaste } from "lucide";
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from "react";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { ListDialogProps } from "./list-dialog.tsx";

const ListDialog = onDemand(async () => (await import("./list-dialog.tsx")).ListDialog);

type ListTargetProps = Pick<ListDialogProps, "purpose" | "onTake"> & {
  /** Customer whose numbers are meant; undefined for those of all, null where the customer must be chosen first. */
  customer: number | undefined | null;
  /** The field beside which a list may be pasted. */
  children: ReactNode;
};

/** Several lines, several codes, or several numbers: more than one looks for. */
const listPattern =
  /\S[^\S\r\n]*[\r\n]+\s*\S|(?:(?<!\d)\d{4}[\s.-]?\d{3}[\s.-]?\d{3}(?!\d)[^\d]+){2}|^\s*\d{1,6}(?:\s*[,;\t–]\s*\d{1,6})+\s*$/;

/** A field into which a list of boxes may be pasted, or a file dropped: it is then looked up as a list. A button does the same. */
export function ListTarget({ customer, children, ...list }: ListTargetProps) {
  const [given, setGiven] = useState<string | File | null>(null);
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (customer === null || !listPattern.test(`${text} `)) return;
    event.preventDefault();
    setGiven(text);
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (customer === null || !file) return;
    event.preventDefault();
    setGiven(file);
  };
  return (
    <>
      <div
        onPaste={paste}
        onDrop={drop}
        onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
      >
        {customer !== null && (
          <div className="flex justify-end">
            <Button look="quiet" icon={ClipboardPaste} aria-haspopup="dialog" onClick={() => setGiven("")}>
              Liste einfügen
            </Button>
          </div>
        )}
        {children}
      </div>
      {customer !== null && given !== null && (
        <ListDialog {...list} customer={customer} given={given} onClose={() => setGiven(null)} />
      )}
    </>
  );
}
