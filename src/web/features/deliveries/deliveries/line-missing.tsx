import { textLength } from "#contract/limits.ts";
import { DeliveryKind, isInbound } from "#rules/deliveries/delivery-state.ts";
import { CallError } from "#web/api/call-error.ts";
import { ReasonDialog } from "#web/ui/dialog/reason-dialog.tsx";
import { type Line, lineName } from "#web/delivery-lines/line-facts.ts";
import type { LineWork } from "./use-line-work.ts";

type LineMissingProps = { line: Line; kind: DeliveryKind; act: LineWork["act"]; onClose: () => void };

/** Asks why a line is not there; the reason stays on record. */
export function LineMissing({ line, kind, act, onClose }: LineMissingProps) {
  const isReturn = isInbound(kind);
  const title = isReturn ? "Nicht gekommen" : "Nicht gefunden";
  return (
    <ReasonDialog
      title={title}
      text={`${lineName(line)} ist ${isReturn ? "nicht zurückgekommen" : "nicht zu finden"}.`}
      label="Grund"
      required
      maxLength={textLength}
      action={title}
      send={async (text) => {
        const [refused] = await act([line], { kind: "missing", text });
        if (refused && refused.unsent === null) throw new CallError(400, refused.message);
      }}
      onClose={onClose}
    />
  );
}
