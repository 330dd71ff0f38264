import { Flag, Truck } from "lucide";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showCount, showBoxes } from "#rules/amounts.ts";
import { PrintLabels } from "#web/label-printing/print-labels-button.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { BoxState, mayBe } from "#rules/stock/box-state.ts";
import { markBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay } from "#rules/dates.ts";
import { formatWarning } from "#rules/destruction/destruction.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { inStock, leftOut, orderTicked, whyNotTogether } from "./order-ticked.ts";

const markable = (boxes: readonly Box[]) => boxes.filter(({ state }) => mayBe("mark", state));

/** Asks, and marks them all or none; answers whether they are marked. */
async function markTicked(boxes: readonly Box[]): Promise<boolean> {
  const owners = new Set(boxes.map(({ owner }) => owner.id)).size;
  const yes = await confirm({
    title: "Zur Vernichtung markieren",
    text: `${showBoxes(boxes.length)} von ${owners === 1 ? (boxes[0]?.owner.name ?? "") : `${owners} Kunden`} ${boxes.length === 1 ? "wird" : "werden"} markiert.`,
    warning: formatWarning(boxes, berlinDay(new Date()), ({ code }) => showBoxCode(code)),
    action: "Markieren",
  });
  if (!yes) return false;
  const { marked } = await call(markBoxes, { body: { boxes: boxes.map(({ id }) => id) } });
  notify(`${showBoxes(marked)} zur Vernichtung markiert`);
  await invalidate(markBoxes);
  return true;
}

const CostCentre = onDemand(async () => (await import("./cost-centre-dialog.tsx")).CostCentreDialog);

type TickedActionsProps = {
  boxes: readonly Box[];
  /** Number of ticked boxes that are not on this page. */
  beyond: number;
  isStaff: boolean;
  onDone: () => void;
};

const withCount = (label: string, of: readonly Box[]) => `${label} (${showCount(of.length)})`;

/** Why boxes cannot get one cost centre; false where they can. */
function whyNotOfOne(boxes: readonly Box[]): string | false {
  if (boxes.length === 0) return "Vernichtete Boxen bekommen keine Kostenstelle.";
  const owners = new Set(boxes.map(({ owner }) => owner.id)).size;
  return owners > 1 && `Kostenstellen hat jeder Kunde für sich. Ausgewählt sind Boxen von ${owners} Kunden.`;
}

/** Offers the actions on the ticked boxes. A box whose state forbids an action is not counted, and the text says so. */
export function TickedActions({ boxes, beyond, isStaff, onDone }: TickedActionsProps) {
  const navigate = useNavigate();
  const [running, setRunning] = useState<"order" | "mark">();
  const run = async (what: "order" | "mark", work: () => Promise<void>) => {
    setRunning(what);
    await work().catch((error: Error) => notify(error.message, "error"));
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
          <SetCostCentre boxes={boxes} onDone={onDone} />
        </>
      )}
      <Button look="quiet" onClick={onDone}>
        {showCount(boxes.length)} ausgewählt, aufheben
      </Button>
      {beyond > 0 && <p className="text-muted tabular-nums">{showCount(beyond)} davon auf anderen Seiten</p>}
    </div>
  );
}

function SetCostCentre({ boxes, onDone }: Pick<TickedActionsProps, "boxes" | "onDone">) {
  const [isOpen, setOpen] = useState(false);
  const changeable = boxes.filter(({ state }) => state !== BoxState.destroyed);
  return (
    <>
      <Button
        disabledReason={whyNotOfOne(changeable)}
        title={leftOut(boxes, changeable) || undefined}
        onClick={() => setOpen(true)}
      >
        {withCount("Kostenstelle", changeable)}
      </Button>
      {isOpen && <CostCentre boxes={changeable} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}
