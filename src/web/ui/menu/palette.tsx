import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Kbd } from "./kbd.tsx";

export type PaletteEntry = {
  id: string;
  /** Entries of a group stand together, under its name. */
  group: string;
  label: string;
  /** The label as it is shown, where that is more than its text. */
  shown?: ReactNode;
  /** A second line: whose it is, where it is. */
  about?: string | undefined;
  /** At the right: a state. */
  hint?: string | undefined;
  /** The key that does the same. */
  shortcut?: string | undefined;
  /** An answer to what was typed: belongs to an earlier text while one is on its way. */
  found?: boolean | undefined;
  /** Choosing it goes on with another text. */
  staysOpen?: boolean | undefined;
  run: () => void;
};

type PaletteProps = {
  entries: readonly PaletteEntry[];
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  /** Answers are on their way: those that are there belong to an earlier text, and Enter waits. */
  searching: boolean;
  /** Said below the entries when none is on its way. */
  status?: string | undefined;
  placeholder: string;
  maxLength?: number | undefined;
};

/** Search and commands in one. The caller owns the text, and what fits to it; load this file lazily. */
export function Palette(props: PaletteProps) {
  const { entries, text, onText, onClose, searching, status, placeholder, maxLength } = props;
  const id = useId();
  const [active, setActive] = useState(0);
  const groups = [...Map.groupBy(entries, (entry) => entry.group)];
  const list = groups.flatMap(([, group]) => group);
  const at = Math.min(active, list.length - 1);
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    if (!entry.staysOpen) onClose();
    entry.run();
  };
  const setAwaited = useAwaited(searching, () => choose(list[0]));
  const keyDown = (event: KeyboardEvent) => {
    const count = list.length;
    if (event.key === "Enter" && searching && at <= 0) setAwaited(true);
    else if (event.key === "Enter") choose(list[at]);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + count, PageDown: count - 1, PageUp: 0 }[event.key];
    if (next === undefined || count === 0) return;
    event.preventDefault();
    setActive(next % count);
    document.getElementById(`${id}-${list[next % count]?.id}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Dialog
      open
      bare
      light
      title="Suche und Befehle"
      onClose={onClose}
      className="mt-palette-top w-[min(36rem,calc(100vw-2rem))]"
    >
      <input
        role="combobox"
        aria-label="Suche und Befehle"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={list[at] && `${id}-${list[at].id}`}
        autoComplete="off"
        data-scan
        className="block h-12 w-full bg-transparent px-4 text-section outline-none"
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onKeyDown={keyDown}
        onChange={(event) => {
          setActive(0);
          setAwaited(false);
          onText(event.target.value);
        }}
      />
      <PaletteGroups id={id} groups={groups} active={list[at]} stale={searching} onChoose={choose} />
      <p role="status" className="px-4 text-muted not-empty:border-t not-empty:border-line not-empty:py-2">
        {searching ? "Wird gesucht …" : (status ?? (list.length === 0 && "Keine Treffer"))}
      </p>
    </Dialog>
  );
}

/** Whoever presses Enter before the answer has come gets its first entry when it comes. */
function useAwaited(searching: boolean, chooseFirst: () => void) {
  const [isAwaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!isAwaited || searching) return;
    setAwaited(false);
    chooseFirst();
    // Once, when the answer has come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAwaited, searching]);
  return setAwaited;
}

type PaletteGroupsProps = {
  id: string;
  groups: readonly [string, readonly PaletteEntry[]][];
  active: PaletteEntry | undefined;
  stale: boolean;
  onChoose: (entry: PaletteEntry) => void;
};

function PaletteGroups({ id, groups, active, stale, onChoose }: PaletteGroupsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Treffer"
      tabIndex={-1}
      className="max-h-palette-list overflow-y-auto border-t border-line p-1 empty:hidden"
    >
      {groups.map(([group, entries], index) => (
        <div key={group} role="group" aria-labelledby={`${id}-group-${index}`}>
          <div id={`${id}-group-${index}`} className="px-2 pt-2 pb-1 text-muted">
            {group}
          </div>
          {entries.map((entry) => (
            // Keys come to the search field, which names this entry as its active one.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={entry === active}
              data-active={entry === active || undefined}
              className="pop-item cursor-pointer"
              onClick={() => onChoose(entry)}
            >
              <span className={clsx("min-w-0 flex-1", entry.found && stale && "stale")}>
                <span className="block truncate">{entry.shown ?? entry.label}</span>
                {entry.about && <span className="block truncate text-muted">{entry.about}</span>}
              </span>
              {entry.hint && <span className="shrink-0 text-muted">{entry.hint}</span>}
              {entry.shortcut && <Kbd>{entry.shortcut}</Kbd>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
