import { PackageOpen } from "lucide";
import { useState } from "react";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { ExportDialogProps } from "./export-dialog.tsx";

const ExportDialog = onDemand(async () => (await import("./export-dialog.tsx")).ExportDialog);

/** The way to everything of a customer as one file. */
export function ExportButton({ customer, children }: Pick<ExportDialogProps, "customer"> & { children: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={PackageOpen} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && <ExportDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}
