import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { Button } from "#web/ui/button/button.tsx";
import { useOnDemand } from "#web/shell/use-on-demand.ts";

/** The way to change the years, the first delivery and the size of one box. */
export function BoxMetaEdit({ box }: { box: BoxDetail }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [MetaDialog, request] = useOnDemand(async () => (await import("./box-meta-dialog.tsx")).BoxMetaDialog, close);
  const open = () => {
    request();
    setOpen(true);
  };
  return (
    <>
      <Button icon={<Pencil aria-hidden size={14} />} onClick={open}>
        Meta-Daten bearbeiten
      </Button>
      {MetaDialog && isOpen && <MetaDialog box={box} onClose={close} />}
    </>
  );
}
