import { Flag, Truck } from "lucide";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showCount } from "#rules/amounts.ts";
import { PrintLabels } from "#web/label-printing/print-labels-button.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { markable, markTicked } from "./mark-ticked.ts";
import { inStock, leftOut, orderTicked, whyNotTogether } from "./order-ticked.ts";

type TickedActionsProps = {
  boxes: readonly Box[];
  /** How many of them are not on this page. */
  beyond: number;
  isStaff: boolean;
  onDone: () => void;
};

/** What can be done with the ticked boxes; what a box's state forbids is not counted, and said. */
export function TickedActions({ boxes, beyond, isStaff, onDone }: TickedActionsProps) {
  const navigate = useNavigate();
  const [running, setRunning] = useState<"order" | "mark">();
  const run = async (what: "order" | "mark", deed: () => Promise<void>) => {
    setRunning(what);
    await deed().catch((error: Error) => notify(error.message, "error"));
    setRunning(undefined);
  };
  const [orderable, marking] = [inStock(boxes), markable(boxes)];
  const order = async () => {
    if (!(await orderTicked(orderable))) return;
    const others = leftOut(boxes, orderable);
    if (others) notify(others, "warning");
    onDone();
    await navigate(paths.newDelivery(3));
  };
  const mark = async () => {
    if (await markTicked(marking)) onDone();
  };
  const withCount = (label: string, of: readonly Box[]) => `${label} (${showCount(of.length)})`;
  return (
    <div role="group" aria-label="Ausgewählte Boxen" className="flex flex-wrap items-center gap-2">
      <Button
        icon={Truck}
        pending={running === "order"}
        disabledReason={whyNotTogether(orderable)}
        title={leftOut(boxes, orderable) || undefined}
        onClick={() => void run("order", order)}
      >
        {withCount("Anfordern", orderable)}
      </Button>
      {isStaff && (
        <>
          <PrintLabels codes={boxes.map(({ code }) => code)} unseen={beyond}>
            {withCount("Etiketten", boxes)}
          </PrintLabels>
          <Button
            icon={Flag}
            pending={running === "mark"}
            disabledReason={marking.length === 0 && "Keine der ausgewählten Boxen kann markiert werden."}
            title={leftOut(boxes, marking) || undefined}
            onClick={() => void run("mark", mark)}
          >
            {withCount("Markieren", marking)}
          </Button>
        </>
      )}
      <Button look="quiet" onClick={onDone}>
        {showCount(boxes.length)} ausgewählt, aufheben
      </Button>
      {beyond > 0 && <p className="text-muted tabular-nums">{showCount(beyond)} davon auf anderen Seiten</p>}
    </div>
  );
}
