import {
  Bell,
  CalendarDays,
  CircleDot,
  CircleX,
  Eraser,
  FileInput,
  FileOutput,
  FilePen,
  Flag,
  Image,
  Lock,
  PackageCheck,
  PackageOpen,
  PackagePlus,
  PackageX,
  RotateCcw,
  Ruler,
  TriangleAlert,
  Undo2,
} from "lucide";
import { useState } from "react";
import type { HistoryEntry } from "#contract/schemas/stock/boxes.ts";
import { showCount } from "#rules/amounts.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { type HistoryKind, historySentence } from "#rules/stock/history.ts";
import { showUserName } from "#rules/access/users.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";
import { showBooked } from "#web/ui/berlin-time.ts";
import { Section } from "#web/ui/page/section.tsx";
import { Icon } from "#web/ui/icon.tsx";

const shownFirst = 10; // a box may have hundreds

/** Lists the events of a box, newest first. */
export function BoxHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  const [all, setAll] = useState(false);
  const visible = entries.toReversed().slice(0, all ? undefined : shownFirst);
  return (
    <Section title="Verlauf" total={entries.length}>
      <ol className="rounded-md border border-line bg-surface">
        {visible.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {visible.length < entries.length && (
        <Button look="quiet" className="mt-2" onClick={() => setAll(true)}>
          Alle {showCount(entries.length)} Einträge zeigen
        </Button>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { icon, tone } = lookOf(entry.state);
  const author = entry.user && showUserName(entry.user);
  return (
    <li className="flex gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <span
        aria-hidden
        className={`tone-${tone} grid size-6 shrink-0 place-items-center rounded-sm bg-tone-soft text-tone`}
      >
        <Icon of={icon} size={14} />
      </span>
      <div className="min-w-0">
        <p className={entry.blanked === null ? "break-words" : "break-words text-muted"}>
          <Sentence entry={entry} />
        </p>
        <p className="text-muted">
          <time dateTime={entry.happened ?? entry.created}>{showBooked(entry)}</time>
          {author && `, ${author}`}
          {entry.taken_over && ", aus dem früheren System"}
        </p>
      </div>
    </li>
  );
}

/** Describes the event; the number of a delivery leads to it. */
function Sentence({ entry: { state, meta, text, blanked } }: { entry: HistoryEntry }) {
  const sentence = historySentence(state, meta, text, blanked);
  const delivery = meta?.delivery;
  const code = delivery === undefined ? "" : showDeliveryCode(delivery);
  const at = code ? sentence.lastIndexOf(code) : -1;
  if (delivery === undefined || at < 0) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <TextLink {...paths.delivery(delivery)} className="underline">
        {code}
      </TextLink>
      {sentence.slice(at + code.length)}
    </>
  );
}

// Entries that lead to a state wear that state's colour; those that change only data stay grey.
const looks: Record<HistoryKind, StateLook> = {
  0: { icon: PackagePlus, tone: "grey" },
  1: { icon: PackageCheck, tone: "green" },
  2: { icon: Bell, tone: "blue" },
  3: { icon: PackageOpen, tone: "amber" },
  4: { icon: Undo2, tone: "violet" },
  5: { icon: TriangleAlert, tone: "red" },
  6: { icon: PackageX, tone: "quiet" },
  7: { icon: RotateCcw, tone: "amber" },
  8: { icon: Flag, tone: "orange" },
  9: { icon: RotateCcw, tone: "grey" },
  10: { icon: CalendarDays, tone: "grey" },
  11: { icon: RotateCcw, tone: "grey" },
  12: { icon: CalendarDays, tone: "grey" },
  13: { icon: RotateCcw, tone: "grey" },
  14: { icon: CalendarDays, tone: "grey" },
  15: { icon: RotateCcw, tone: "grey" },
  16: { icon: Ruler, tone: "grey" },
  17: { icon: PackageOpen, tone: "blue" },
  18: { icon: FileOutput, tone: "blue" },
  19: { icon: FileInput, tone: "green" },
  20: { icon: CircleX, tone: "red" },
  21: { icon: RotateCcw, tone: "green" },
  22: { icon: Undo2, tone: "violet" },
  23: { icon: FilePen, tone: "grey" },
  24: { icon: CalendarDays, tone: "grey" },
  25: { icon: Image, tone: "grey" },
  26: { icon: Lock, tone: "red" },
  27: { icon: Flag, tone: "orange" },
  28: { icon: Flag, tone: "orange" },
  29: { icon: Flag, tone: "orange" },
  30: { icon: PackageX, tone: "quiet" },
  31: { icon: RotateCcw, tone: "grey" },
  32: { icon: PackageOpen, tone: "blue" },
  33: { icon: PackageOpen, tone: "blue" },
  35: { icon: FilePen, tone: "grey" },
  36: { icon: PackageCheck, tone: "grey" },
  37: { icon: Eraser, tone: "quiet" },
  34: { icon: CalendarDays, tone: "grey" },
  42: { icon: FilePen, tone: "grey" },
  43: { icon: CalendarDays, tone: "grey" },
  44: { icon: FileInput, tone: "grey" },
};

/** Icon and colour of a history entry; a kind that this version does not know gets a plain dot. */
function lookOf(kind: number): StateLook {
  return looks[kind as HistoryKind] ?? { icon: CircleDot, tone: "grey" };
}
