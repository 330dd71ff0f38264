import { type IconNode, CircleCheck, CircleX, TriangleAlert, Undo2, WifiOff } from "lucide";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { showThings } from "#rules/amounts.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { type BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { giveUp, sendAgain } from "#web/outbox/outbox.ts";
import { refresh } from "#web/outbox/refresh.ts";
import type { Tone } from "#web/ui/page/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Spot } from "#rules/stock/places/place-cursor.ts";
import { isElsewhere, isHere, mayMove, mayUndo, type Scan } from "./row-scans.ts";

type Verdict = { tone: Tone; icon: IconNode; word: string };

/** Says what became of a scan, in word, colour and icon. */
export function verdictOf(scan: Scan): Verdict {
  if (scan.status === "done")
    return { tone: "green", icon: CircleCheck, word: scan.move ? "Umgelagert" : "Eingelagert" };
  if (scan.status === "undone") return { tone: "grey", icon: Undo2, word: "Zurückgenommen" };
  if (scan.status === "unsent") return { tone: "amber", icon: WifiOff, word: "Nicht gesendet" };
  if (isHere(scan)) return { tone: "amber", icon: TriangleAlert, word: "Schon hier" };
  if (isElsewhere(scan) || scan.spot === null) return { tone: "amber", icon: TriangleAlert, word: "Bitte prüfen" };
  return { tone: "red", icon: CircleX, word: "Nicht eingelagert" };
}

/** The code as people read it; what was no code, as it was read. */
export const showScanned = (code: string) => (parseBoxCode(code) ? showBoxCode(code) : `„${code}“`);

/** A place in the size of a licence plate. */
function SpotPlate({ spot }: { spot: Spot }) {
  return (
    <span className="flex flex-wrap gap-x-6 tabular-nums">
      {[`Teil ${spot.part}`, `Höhe ${spot.height}`].map((text) => (
        <span key={text} className="text-title font-semibold max-sm:text-plate">
          {text}
        </span>
      ))}
    </span>
  );
}

type ScanAnswerProps = {
  /** The last scan that was answered, or the one that got no answer. */
  scan: Scan | undefined;
  row: number;
  /** Number of scans under way, and of others of which it is known that no answer came. */
  open: number;
  unsent: number;
  cursor: Spot | null;
  onMove: (scan: Scan) => void;
  onUndo: (scan: Scan) => void;
};

/** The answer to the last scan, to be understood from an arm's length. */
export function ScanAnswer({ scan, row, open, unsent, cursor, onMove, onUndo }: ScanAnswerProps) {
  const verdict = scan && verdictOf(scan);
  return (
    <div
      className={clsx(
        "grid min-h-32 content-start sm:min-h-36 gap-1 rounded-md border p-3",
        verdict ? `border-tone bg-tone-soft text-tone tone-${verdict.tone}` : "border-line bg-surface text-text",
      )}
    >
      <div role="status" aria-live="assertive" aria-atomic className="grid gap-1">
        {scan && verdict ? <Said scan={scan} verdict={verdict} row={row} /> : <Idle cursor={cursor} />}
      </div>
      {scan?.status === "unsent" && (
        <Buttons>
          <Button look="primary" onClick={() => void sendAgain()}>
            Erneut senden
          </Button>
          <Button onClick={() => void discard(scan)}>Verwerfen</Button>
        </Buttons>
      )}
      {scan && mayMove(scan) && cursor && scan.row === row && (
        <Buttons>
          <Button look="primary" onClick={() => onMove(scan)}>
            Hierher umlagern
          </Button>
          <span className="self-center">
            nach Teil {cursor.part}, Höhe {cursor.height}
          </span>
        </Buttons>
      )}
      {scan && mayUndo(scan) && (
        <Buttons>
          <Button icon={Undo2} onClick={() => onUndo(scan)}>
            Zurücknehmen
          </Button>
        </Buttons>
      )}
      {unsent > 0 && <p>{unsent} nicht gesendet</p>}
      {open > 0 && <p>{showThings(open, "Scan", "Scans")} unterwegs</p>}
    </div>
  );
}

async function discard({ id }: Scan) {
  await giveUp(id);
  void refresh(); // it may have been done all the same
}

const Buttons = ({ children }: { children: ReactNode }) => <div className="mt-1 flex flex-wrap gap-2">{children}</div>;

function Said({ scan, verdict: { icon, word }, row }: { scan: Scan; verdict: Verdict; row: number }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-section">
        <Icon of={icon} size={20} className="shrink-0" />
        <strong>{word}</strong>
        <span className="tabular-nums">{showScanned(scan.code)}</span>
      </p>
      {scan.row !== row && <p>{scan.rowName}</p>}
      {scan.status === "done" && scan.spot && <SpotPlate spot={scan.spot} />}
      {scan.status === "undone" && scan.state !== null && (
        <p>
          Box ist wieder: {boxStateText[scan.state as BoxState]}
          {scan.spot && `, Teil ${scan.spot.part}, Höhe ${scan.spot.height} ist frei`}
        </p>
      )}
      {scan.undo && (
        <p className="max-sm:text-section">
          {undoSaid[scan.undo.status]}
          {scan.undo.message && ` ${scan.undo.message}`}
        </p>
      )}
      {scan.message && <p className="max-sm:text-section">{scan.message}</p>}
    </>
  );
}

const undoSaid = {
  waiting: "Wird zurückgenommen …",
  unsent: "Noch nicht zurückgenommen:",
  refused: "Nicht zurückgenommen:",
};

function Idle({ cursor }: { cursor: Spot | null }) {
  if (!cursor) return <p>Die Reihe ist voll. Mehr Teile oder Höhen lassen sich rechts einzeichnen.</p>;
  return (
    <>
      <p className="text-muted">Die nächste Box kommt auf</p>
      <SpotPlate spot={cursor} />
    </>
  );
}
