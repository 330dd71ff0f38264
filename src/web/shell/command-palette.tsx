import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { searchLength } from "#contract/limits.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { boxStates, boxStateText } from "#rules/stock/box-state.ts";
import { aboutResult, kindTitle, linkTo, showFound, stateOf } from "#web/search-results/found-result.ts";
import { MarkedText } from "#web/search-results/marked.tsx";
import { searchAsked } from "#web/search-results/search-asked.ts";
import { useRested, useSearch } from "#web/search-results/use-search.ts";
import { paths } from "#web/paths.ts";
import { Palette, type PaletteEntry } from "#web/ui/menu/palette.tsx";
import { type MenuTarget, menuFor, tabsOf } from "./menu.ts";
import { signOut } from "./sign-out.ts";
import type { ShellDialogProps } from "./use-shortcuts.tsx";

/** Of each kind so many: the others are on the page of the search. */
const shownOfEach = 4;

/** Search and commands in one: what the text finds, and what the role may open. */
export function CommandPalette({ user, onClose, onShortcuts }: ShellDialogProps) {
  const [text, setText] = useState("");
  const { meant, ...found } = useFound(text, user, setText);
  const commands = useCommands(user, onShortcuts);
  return (
    <Palette
      {...found}
      entries={[...found.entries, ...commands, ...meant]} // what names a command is not mistyped
      text={text}
      onText={setText}
      onClose={onClose}
      placeholder="Was suchen Sie?"
      maxLength={searchLength}
    />
  );
}

function useFound(text: string, { is_staff: isStaff }: User, onText: (text: string) => void) {
  const navigate = useNavigate();
  const settledText = useRested(text);
  const { data, isWanted, isComing, error } = useSearch(searchAsked(settledText, { limit: shownOfEach }));
  const searching = isComing || (settledText.trim() !== text.trim() && text.trim().length > 1);
  const groups = data?.groups ?? [];
  const entries = groups.flatMap((group) =>
    group.results.map((result): PaletteEntry => {
      const lead = group.kind === "box" ? "Box " : group.kind === "delivery" ? "Lieferung " : "";
      return {
        id: `${group.kind}-${result.id}`,
        group: `${kindTitle[group.kind]} (${showFound(group)})`,
        found: true,
        label: lead + result.title,
        shown: (
          <>
            {lead}
            <MarkedText text={result.title} ranges={result.highlight} />
          </>
        ),
        about: aboutResult(group.kind, result).join(" · "),
        hint: stateOf(group.kind, result),
        run: () => void navigate(linkTo(group.kind, result, isStaff)),
      };
    }),
  );
  const { corrected } = data ?? {};
  const matches: PaletteEntry[] = [];
  if (isWanted && corrected)
    matches.push({
      id: "corrected",
      group: "Meinten Sie",
      found: true,
      staysOpen: true,
      label: corrected,
      run: () => onText(corrected),
    });
  if (isWanted && entries.length > 0 && !corrected)
    entries.push({
      id: "all",
      group: "Suche",
      found: true,
      label: `Alle Treffer für „${settledText.trim()}“`,
      run: () => void navigate(paths.search({ q: settledText.trim() })),
    });
  const late = (data?.late ?? []).map((kind) => kindTitle[kind]).join(", ");
  const status = error?.message ?? (late ? `Hat zu lange gedauert: ${late}` : (data?.hint ?? undefined));
  return { entries: isWanted ? entries : [], meant: matches, searching, status: isWanted ? status : undefined };
}

function useCommands(user: User, onShortcuts: () => void): PaletteEntry[] {
  const { is_staff: isStaff } = user;
  const navigate = useNavigate();
  const entry = (group: string, label: string, run: () => void): PaletteEntry => ({
    id: `${group}-${label}`.replaceAll(" ", "-"),
    group,
    label,
    run,
  });
  const way = (group: string, label: string, link: MenuTarget) => entry(group, label, () => void navigate({ ...link }));
  const pages = menuFor(user).map((section) => ({ ...section, tabs: tabsOf(section.label, isStaff) }));
  const main = pages.flatMap(({ label, link, tabs }) => (tabs.length > 0 ? [] : [way("Seiten", label, link)]));
  const sub = pages.flatMap(({ label: title, tabs }) =>
    tabs.map(({ label, link }) => way("Seiten", `${title}: ${label}`, link)),
  );
  const states = boxStates.map((state) => way("Boxen im Zustand", boxStateText[state], paths.boxes({ state })));
  const additions = [
    way("Hinzufügen", "Boxen hinzufügen", { to: "/stock/boxes/new" }),
    way("Hinzufügen", "Bereich hinzufügen", { to: "/stock/areas/new" }),
    way("Hinzufügen", "Reihe hinzufügen", paths.newRow()),
    way("Hinzufügen", "Kunde hinzufügen", { to: "/customers/new" }),
    way("Hinzufügen", "User hinzufügen", { to: "/users/new" }),
  ];
  const others = [
    way("Sonstiges", "Suche", paths.search()),
    way("Sonstiges", "Mein Zugang", { to: "/account" }),
    { ...entry("Sonstiges", "Tastenkürzel zeigen", onShortcuts), shortcut: "?" },
    entry("Sonstiges", "abmelden", () => void signOut()),
  ];
  return [...main, ...sub, ...(isStaff ? additions : []), ...states, ...others];
}
