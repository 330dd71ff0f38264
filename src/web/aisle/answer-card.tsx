import { CircleCheck, Clock, type IconNode, OctagonX, TriangleAlert } from "lucide";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import type { Say, Signal } from "#rules/aisle/flow.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Plate } from "./plate.tsx";

const looks: Record<Signal, { tone: string; icon: IconNode; word: string }> = {
  done: { tone: "tone-green", icon: CircleCheck, word: "In Ordnung" },
  look: { tone: "tone-amber", icon: TriangleAlert, word: "Bitte prüfen" },
  stop: { tone: "tone-loud", icon: OctagonX, word: "Halt" },
  tick: { tone: "tone-quiet", icon: Clock, word: "Bitte warten" },
};

/** Shows the reply to the last scan: colour, sign and word together, to be read from an arm's length. */
export function AnswerCard({ say, isSaid = true }: { say: Say; isSaid?: boolean }) {
  const { signal, title, text, code, plate } = say;
  const { tone, icon, word } = looks[signal];
  const box = code === undefined ? null : parseBoxCode(code);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSaid) card.current?.scrollIntoView({ block: "nearest" });
  }, [say, isSaid]);
  return (
    <div
      ref={card}
      {...(isSaid && { role: "status", "aria-atomic": true })}
      className={clsx(tone, "grid shrink-0 gap-1 rounded-lg bg-tone-soft p-3 text-tone")}
    >
      <p className="flex items-center gap-2 text-title font-semibold">
        <Icon of={icon} size={28} role="img" aria-label={word} className="shrink-0" />
        <span className="min-w-0 break-words">{title}</span>
      </p>
      {code !== undefined && <p className="text-code break-all tabular-nums">{box ? showBoxCode(box) : code}</p>}
      {plate && <Plate place={plate} />}
      {text !== "" && <p>{text}</p>}
    </div>
  );
}
