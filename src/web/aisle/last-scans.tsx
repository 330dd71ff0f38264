import { Check, Clock, type IconNode, OctagonX, Undo2 } from "lucide";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import type { LogEntry, LoggedStatus } from "#rules/aisle/flow.ts";
import { deedText } from "#rules/aisle/log.ts";
import { Icon } from "#web/ui/icon.tsx";

const shownScans = 5;
const looks: Record<LoggedStatus, { icon: IconNode; word: string }> = {
  waiting: { icon: Clock, word: "noch nicht gesendet" },
  done: { icon: Check, word: "gebucht" },
  refused: { icon: OctagonX, word: "abgelehnt" },
  undone: { icon: Undo2, word: "zurückgenommen" },
  open: { icon: OctagonX, word: "nicht entschieden" },
};

/** The last scans, the newest first, and what can be taken back of them. */
export function LastScans({ log, onUndo }: { log: readonly LogEntry[]; onUndo: (id: string) => void }) {
  if (log.length === 0) return null;
  return (
    <ul aria-label="Letzte Scans" className="mt-auto grid shrink-0">
      {log
        .slice(-shownScans)
        .toReversed()
        .map((entry) => (
          <Scan key={entry.id} entry={entry} onUndo={onUndo} />
        ))}
    </ul>
  );
}

function Scan({ entry: { id, code, deed, place, status, message, isRevocable }, onUndo }: ScanProps) {
  const { icon, word: statusWord } = looks[status];
  const box = parseBoxCode(code);
  const codeText = box ? showBoxCode(box) : code;
  return (
    <li className="flex min-h-12 items-center gap-2 border-t border-line">
      <Icon of={icon} size={20} role="img" aria-label={statusWord} className="shrink-0" />
      <span className="min-w-0 grow leading-tight">
        <span className="tabular-nums">{codeText}</span>
        <span className="block truncate text-muted">
          {message ?? deedText[deed]}
          {place && !message && ` · T ${place.part} · H ${place.height}`}
        </span>
      </span>
      {isRevocable && (
        <button
          type="button"
          className="flex size-12 shrink-0 items-center justify-center"
          aria-label={`${codeText} zurücknehmen`}
          onClick={() => onUndo(id)}
        >
          <Icon of={Undo2} />
        </button>
      )}
    </li>
  );
}

interface ScanProps {
  readonly entry: LogEntry;
  readonly onUndo: (id: string) => void;
}
