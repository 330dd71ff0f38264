import { Pencil } from "lucide";
import { useState } from "react";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";

/** It, without the button. */
export const LazyBoxMetaDialog = onDemand(async () => (await import("./box-meta-dialog.tsx")).BoxMetaDialog);

/** The way to change the years, the first delivery and the size of one box. */
export function BoxMetaEdit({ box }: { box: BoxDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Pencil} className="max-sm:hidden" onClick={() => setOpen(true)}>
        Meta-Daten bearbeiten
      </Button>
      {isOpen && <LazyBoxMetaDialog box={box} onClose={() => setOpen(false)} />}
    </>
  );
}
