import { Printer } from "lucide";
import { useState } from "react";
import { showCount } from "#rules/amounts.ts";
import { maxLabels } from "#rules/label-amounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { printBoxLabels } from "./print-labels.ts";

type PrintLabelsProps = { codes: readonly string[]; children: string };

/** Prints the labels of these boxes, one each. */
export function PrintLabels({ codes, children }: PrintLabelsProps) {
  const [running, setRunning] = useState(false);
  const print = async () => {
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
