import { useState } from "react";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";

const LinesDialog = onDemand(async () => (await import("./lines-dialog.tsx")).LinesDialog);

/** Changes what is in an open delivery. */
export function LinesChange({ delivery }: { delivery: DeliveryDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="mt-1 block" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Boxen ändern
      </Button>
      {isOpen && <LinesDialog delivery={delivery} onClose={() => setOpen(false)} />}
    </>
  );
}
