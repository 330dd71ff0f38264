import { Printer } from "lucide";
import { useState } from "react";
import { showCount, showThings } from "#rules/amounts.ts";
import { maxLabels } from "#rules/paper/label-amounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { printBoxLabels } from "./print-labels.ts";

type PrintLabelsProps = {
  codes: readonly string[];
  /** Number of labels that are not on the page: where there are any, a question comes first. */
  unseen?: number;
  children: string;
};

/** Prints the labels of these boxes, one each. */
export function PrintLabels({ codes, unseen = 0, children }: PrintLabelsProps) {
  const [running, setRunning] = useState(false);
  const print = async () => {
    const all = showThings(codes.length, "Etikett", "Etiketten");
    const text = `${all}, davon ${showCount(unseen)} für Boxen auf anderen Seiten.`;
    if (unseen > 0 && !(await confirm({ title: "Etiketten drucken", text, action: "Etiketten drucken" }))) return;
    setRunning(true);
    await printBoxLabels(codes).then(
      (printed) => notify(printed),
      (error: Error) => notify(error.message, "error"),
    );
    setRunning(false);
  };
  return (
    <Button
      icon={Printer}
      pending={running}
      disabledReason={codes.length > maxLabels && `Höchstens ${showCount(maxLabels)} Etiketten in einem Download.`}
      onClick={() => void print()}
    >
      {children}
    </Button>
  );
}
