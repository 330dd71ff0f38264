import { memo, useRef } from "react";
import { DeliveryKind, isInbound } from "#rules/deliveries/delivery-state.ts";
import { Button } from "#web/ui/button/button.tsx";
import { isAtScanner, type Line, lineName } from "#web/delivery-lines/line-facts.ts";
import { lineActions } from "./use-line-scans.ts";

type LineButtonsProps = {
  line: Line;
  kind: DeliveryKind;
  isSending: boolean;
  onTake: (line: Line) => Promise<void>;
  onMissing: (line: Line) => void;
};

/** Offers the actions of staff on an open line. */
export const LineButtons = memo(function LineButtons(props: LineButtonsProps) {
  const { line, kind, isSending, onTake, onMissing } = props;
  const group = useRef<HTMLSpanElement>(null);
  const name = lineName(line);
  const take = async () => {
    const next = buttonsAfter(group.current);
    await onTake(line);
    // The button that was pressed goes with its line.
    setTimeout(() => document.activeElement === document.body && next?.focus());
  };
  return (
    <span ref={group} data-line-buttons className="flex gap-2 py-1 sm:justify-end">
      <Button pending={isSending} onClick={() => void take()}>
        {isAtScanner(line) ? "Zurück" : lineActions[kind].action}
        {isAtScanner(line) && <span className="sr-only"> ins Lager</span>}
        <span className="sr-only"> {name}</span>
      </Button>
      {!isAtScanner(line) && (
        <Button look="quiet" disabledReason={isSending && "Wird gesendet …"} onClick={() => onMissing(line)}>
          {isInbound(kind) ? "Nicht gekommen" : "Nicht gefunden"}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </span>
  );
});

/** The first button of the next line that is open. */
function buttonsAfter(group: HTMLElement | null): HTMLElement | undefined {
  const groups = [...document.querySelectorAll<HTMLElement>("[data-line-buttons]")];
  const next = groups[groups.findIndex((one) => one === group) + 1];
  return next?.querySelector("button") ?? undefined;
}
