import { Ban, CircleCheck, CircleX, Clock, Undo2 } from "lucide";
import { memo } from "react";
import { DeliveryKind, isInbound } from "#rules/deliveries/delivery-state.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";
import { isOpenLine, type Line } from "#web/delivery-lines/line-facts.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import type { LineNote } from "./use-line-work.ts";

interface Fate extends StateLook {
  readonly word: string;
  readonly at: string | null;
}

function fateOf(line: Line, kind: DeliveryKind): Fate {
  if (line.received && kind === DeliveryKind.copy)
    return { tone: "green", icon: CircleCheck, word: "gescannt", at: line.received_at };
  if (line.received) return { tone: "violet", icon: Undo2, word: "zurückgekommen", at: line.received_at };
  const missing = isInbound(kind) ? "nicht gekommen" : "nicht gefunden";
  if (line.missing) return { tone: "red", icon: CircleX, word: missing, at: line.missing_at };
  if (line.picked) return { tone: "green", icon: CircleCheck, word: "kommissioniert", at: line.picked_at };
  if (isOpenLine(line)) return { tone: "blue", icon: Clock, word: "offen", at: null };
  return { tone: "grey", icon: Ban, word: "storniert", at: null };
}

/** The time of day; on another day with its date. */
function showMoment(instant: string): string {
  const timeText = showDateTime(instant);
  const today = showDateTime(new Date().toISOString()).slice(0, 10);
  return timeText.startsWith(today) ? timeText.slice(11) : timeText;
}

type LineFateProps = { line: Line; kind: DeliveryKind; note: LineNote | undefined };

/** Says what became of a line, and why nothing did. */
export const LineFate = memo(function LineFate({ line, kind, note }: LineFateProps) {
  const { word, at, ...look } = fateOf(line, kind);
  return (
    <span className="block whitespace-normal tabular-nums">
      <Badge {...look}>{word}</Badge> {at && <time dateTime={at}>{showMoment(at)}</time>}
      {line.missing && line.reason && <span className="block break-words text-muted">{line.reason}</span>}
      {note?.isSending && <span className="block text-muted">Wird gesendet …</span>}
      {note?.message && <span className="block break-words text-danger">{note.message}</span>}
    </span>
  );
});
