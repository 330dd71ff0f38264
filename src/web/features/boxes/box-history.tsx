import { useState } from "react";
import type { HistoryEntry } from "#contract/schemas/boxes.ts";
import { historySentence } from "#rules/history.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { showDateTime } from "#web/ui/local-time.ts";
import { historyLook } from "./history-icon.ts";

const shownFirst = 20; // about a screen; a box may have hundreds

/** What happened to a box, newest first. */
export function BoxHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  const [all, setAll] = useState(false);
  const shown = entries.toReversed().slice(0, all ? undefined : shownFirst);
  return (
    <Section title="Verlauf" total={entries.length}>
      <ol className="rounded-md border border-line bg-surface">
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button look="quiet" className="mt-2" onClick={() => setAll(true)}>
          Alle {entries.length.toLocaleString("de-DE")} Einträge zeigen
        </Button>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { icon: Icon, tone } = historyLook(entry.state);
  const author = entry.user && `${entry.user.first_name} ${entry.user.last_name}`.trim();
  return (
    <li className="flex gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <span
        aria-hidden
        className={`tone-${tone} grid size-6 shrink-0 place-items-center rounded-sm bg-tone-soft text-tone`}
      >
        <Icon size={14} />
      </span>
      <div className="min-w-0">
        <p className="break-words">{historySentence(entry.state, entry.meta, entry.text)}</p>
        <p className="text-muted tabular-nums">
          <time dateTime={entry.created}>{showDateTime(entry.created)}</time>
          {author && `, ${author}`}
        </p>
      </div>
    </li>
  );
}
