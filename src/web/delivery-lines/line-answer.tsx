import { type IconNode, CircleCheck, CircleX, TriangleAlert, X } from "lucide";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import type { Tone } from "#web/ui/page/badge.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import type { Verdict } from "#web/ui/feedback/signals.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Reply to a scan or an action. */
export interface LineMessage {
  readonly signal: Verdict;
  readonly word: string;
  /** Ten digits, or what was read instead of a code; empty where it is about no box. */
  readonly code: string;
  readonly lines: readonly string[];
}

const looks: Record<Verdict, { tone: Tone; icon: IconNode }> = {
  done: { tone: "green", icon: CircleCheck },
  look: { tone: "amber", icon: TriangleAlert },
  stop: { tone: "red", icon: CircleX },
};
const mostLines = 8;

type LineAnswerProps = { answer: LineMessage | null; onClose: () => void; children?: ReactNode };

/** The answer to the last scan, to be understood from an arm's length; stays in sight however far one has scrolled. */
export function LineAnswer({ answer, onClose, children }: LineAnswerProps) {
  const look = answer && looks[answer.signal];
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) place.current?.scrollIntoView({ block: "nearest" }); // it may be further down than one has come
  }, [answer]);
  return (
    <div ref={place} className="sticky top-(--sticky-top) z-5 scroll-mt-12 scroll-mb-16">
      <div
        className={clsx(
          "relative grid gap-2",
          look && `mb-3 rounded-md border border-tone bg-tone-soft p-3 pr-12 text-tone shadow-pop tone-${look.tone}`,
        )}
      >
        <div role="status" aria-live="assertive" aria-atomic>
          {answer && look && <Said answer={answer} icon={look.icon} />}
        </div>
        {children}
        {answer && (
          <IconButton label="Schließen" className="absolute! top-1 right-1 text-inherit" onClick={onClose}>
            <Icon of={X} size={16} />
          </IconButton>
        )}
      </div>
    </div>
  );
}

function Said({ answer: { word, code, lines }, icon }: { answer: LineMessage; icon: IconNode }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-section">
        <Icon of={icon} size={20} className="shrink-0" />
        <strong>{word}</strong>
      </p>
      {code && (
        <p className="text-title font-semibold break-words tabular-nums max-sm:text-plate max-sm:tracking-tight">
          {parseBoxCode(code) ? showBoxCode(code) : `„${code}“`}
        </p>
      )}
      {lines.slice(0, mostLines).map((line) => (
        <p key={line} className="break-words max-sm:text-section">
          {line}
        </p>
      ))}
      {lines.length > mostLines && <p>und {lines.length - mostLines} weitere</p>}
    </>
  );
}
