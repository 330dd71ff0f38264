import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
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
  /** Actions beside opening it, the likeliest first. */
  actions?: readonly { readonly text: string; readonly act: () => void }[] | undefined;
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
  /** Wish of a key that was pressed before the palette had come. */
  awaited?: PaletteWish;
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
  const { bar, keyDown, forget } = usePaletteKeys(props, { id, list, at, choose, onActive: setActive });
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
        data-scan="search"
        className="block h-12 w-full bg-transparent px-4 text-section outline-none"
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onKeyDown={keyDown}
        onChange={(event) => {
          setActive(0);
          forget();
          onText(event.target.value);
        }}
      />
      <PaletteGroups id={id} groups={groups} active={list[at]} stale={searching} onChoose={choose} />
      {!searching && <PaletteActions of={list[at]} bar={bar} onClose={onClose} />}
      <p role="status" className="px-4 text-muted not-empty:border-t not-empty:border-line not-empty:py-2">
        {searching ? "Wird gesucht …" : (status ?? (list.length === 0 && "Keine Treffer"))}
      </p>
    </Dialog>
  );
}

interface PaletteList {
  readonly id: string;
  readonly list: readonly PaletteEntry[];
  /** Position of the chosen entry. */
  readonly at: number;
  readonly choose: (entry: PaletteEntry | undefined) => void;
  readonly onActive: (position: number) => void;
}

/** The keys of the palette. One that comes before the answer waits for it; typing on makes it forgotten. */
function usePaletteKeys(
  { searching, awaited: earliest, onClose }: PaletteProps,
  { id, list, at, choose, onActive }: PaletteList,
) {
  const bar = useRef<HTMLDivElement>(null);
  const [awaited, setAwaited] = useAwaited(searching, earliest, {
    open: () => choose(list[0]),
    actions: () => bar.current?.querySelector("button")?.focus(),
    act: () => {
      const [first] = list[0]?.actions ?? [];
      if (first) onClose();
      first?.act();
    },
  });
  const isEarly = searching && at <= 0;
  const keyDown = (event: KeyboardEvent) => {
    const count = list.length;
    if (event.key === "Tab" && !event.shiftKey && isEarly) {
      event.preventDefault();
      setAwaited("actions");
    }
    if (event.key === "Enter" && isEarly) setAwaited(awaited === "actions" ? "act" : "open");
    else if (event.key === "Enter") choose(list[at]);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + count, PageDown: count - 1, PageUp: 0 }[event.key];
    if (next === undefined || count === 0) return;
    event.preventDefault();
    onActive(next % count);
    document.getElementById(`${id}-${list[next % count]?.id}`)?.scrollIntoView({ block: "nearest" });
  };
  return { bar, keyDown, forget: () => setAwaited(undefined) };
}

/** Wish of a key that came before the answer: to open its first entry, to choose among its actions, or to do the first of these. */
export type PaletteWish = "open" | "actions" | "act" | undefined;

/** Does what was asked for too early, as soon as the answer has come. */
function useAwaited(searching: boolean, early: PaletteWish, run: Record<NonNullable<PaletteWish>, () => void>) {
  const [awaited, setAwaited] = useState(early);
  useEffect(() => {
    if (!awaited || searching) return;
    setAwaited(undefined);
    run[awaited]();
    // Once, when the answer has come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [awaited, searching]);
  return [awaited, setAwaited] as const;
}

type PaletteActionsProps = {
  of: PaletteEntry | undefined;
  bar: RefObject<HTMLDivElement | null>;
  onClose: () => void;
};

/** Buttons for the entry that is chosen: the next stop of the Tab key. */
function PaletteActions({ of, bar, onClose }: PaletteActionsProps) {
  if (!of?.actions?.length) return null;
  return (
    <div
      ref={bar}
      role="group"
      aria-label={`Aktionen für „${of.label}“`}
      className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2"
    >
      <Kbd>Tab</Kbd>
      {of.actions.map(({ text, act }) => (
        <Button
          key={text}
          onClick={() => {
            onClose();
            act();
          }}
        >
          {text}
        </Button>
      ))}
    </div>
  );
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
