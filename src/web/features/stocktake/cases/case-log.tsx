import {
  CircleCheck,
  CircleX,
  History,
  type IconNode,
  PackageCheck,
  Plus,
  Search,
  StickyNote,
  UserCheck,
} from "lucide";
import type { CaseDetail } from "#contract/schemas/stocktake/cases.ts";
import { CaseEvent, caseEventText } from "#rules/stocktake/case-state.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Tone } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";

interface Look {
  readonly icon: IconNode;
  readonly tone: Tone;
}
const looks: Record<CaseEvent, Look> = {
  [CaseEvent.opened]: { icon: Plus, tone: "orange" },
  [CaseEvent.note]: { icon: StickyNote, tone: "grey" },
  [CaseEvent.assigned]: { icon: UserCheck, tone: "violet" },
  [CaseEvent.found]: { icon: PackageCheck, tone: "blue" },
  [CaseEvent.lost]: { icon: CircleX, tone: "red" },
  [CaseEvent.closed]: { icon: CircleCheck, tone: "green" },
  [CaseEvent.sought]: { icon: Search, tone: "violet" },
};
const ofBox: Look = { icon: History, tone: "quiet" };

interface Entry {
  readonly at: string;
  readonly who: string;
  readonly text: string;
  readonly look: Look;
}

/** Lists the events of the case and its box, the newest first. */
export function CaseLog({ of: { events, history } }: { of: CaseDetail }) {
  const own = events.map(({ kind, at, who, text }): Entry => {
    const event = kind as CaseEvent;
    return { at, who, text: text ?? caseEventText[event], look: looks[event] };
  });
  const boxes = history.map(({ at, who, text }): Entry => ({ at, who, text, look: ofBox }));
  const all = [...own.toReversed(), ...boxes].toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <Section title="Verlauf">
      <ol className="rounded-md border border-line bg-surface px-3 py-2">
        {all.map((entry, index) => (
          <Point key={index} entry={entry} />
        ))}
      </ol>
    </Section>
  );
}

function Point({ entry: { at, who, text, look } }: { entry: Entry }) {
  return (
    <li className="group flex gap-3">
      <span aria-hidden className="flex flex-col items-center">
        <span className={`grid size-6 shrink-0 place-items-center rounded-sm bg-tone-soft text-tone tone-${look.tone}`}>
          <Icon of={look.icon} size={14} />
        </span>
        <span className="w-0.5 flex-1 bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 pb-3 group-last:pb-0">
        <p className="break-words whitespace-pre-line">{text}</p>
        <p className="text-muted tabular-nums">
          <time dateTime={at}>{showDateTime(at)}</time>, {who}
        </p>
      </div>
    </li>
  );
}
