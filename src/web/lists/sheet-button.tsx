import { FileSpreadsheet } from "lucide";
import { useState } from "react";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { SheetDialogProps } from "./sheet-dialog.tsx";

const SheetDialog = onDemand(async () => (await import("./sheet-dialog.tsx")).SheetDialog);

/** The way to a list as a spreadsheet. */
export function SheetButton(props: Omit<SheetDialogProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileSpreadsheet} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">Als Excel</span>
      </Button>
      {isOpen && <SheetDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
