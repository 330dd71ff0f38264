import { Trash } from "lucide";
import { useRef, useState } from "react";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type LabelAmounts, removeLabels } from "#rules/paper/label-amounts.ts";
import { CallError } from "#web/api/call-error.ts";
import type { Download, FileRoute } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";

/**
 * A box can be deleted after its labels were chosen; then the server prints none of them. This takes it off the list, and
 * with it the error, and leaves the focus on the download that was refused.
 */
export function useGoneBox<R extends FileRoute>(
  of: Download<R>,
  amounts: LabelAmounts,
  onChange: (amounts: LabelAmounts) => void,
) {
  const downloadButton = useRef<HTMLButtonElement>(null);
  const [answered, setAnswered] = useState<Error | null>(null);
  const { code: why, about } = of.error instanceof CallError ? of.error : { code: null, about: null };
  const code = why === "unknown_box" ? [...amounts.keys()].find((one) => showBoxCode(one) === about) : undefined;
  const remove = () => {
    if (code === undefined) return;
    onChange(removeLabels(amounts, [code]));
    setAnswered(of.error);
    downloadButton.current?.focus();
  };
  return {
    downloadButton,
    status: of.error === answered ? { ...of, error: null } : of,
    remedy: code !== undefined && (
      <Button icon={Trash} onClick={remove}>
        Box {showBoxCode(code)} aus der Auswahl entfernen
      </Button>
    ),
  };
}
