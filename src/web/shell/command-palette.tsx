import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { listUsers } from "#contract/calls/access/users.ts";
import { nameLength } from "#contract/limits.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { showUserName } from "#rules/access/users.ts";
import { codeListLength } from "#rules/search/search-text.ts";
import { fold, spellingsOf } from "#rules/search/spelling.ts";
import { queryFor } from "#web/api/queries.ts";
import { phoneAddress } from "#web/detail-page/phone-link.tsx";
import { recent } from "#web/detail-page/recent.ts";
import { useResultActions } from "#web/search-results/result-actions.ts";
import { aboutResult, kindTitle, linkTo, showFound, stateOf } from "#web/search-results/found-result.ts";
import { MarkedText } from "#web/search-results/marked.tsx";
import { searchAsked } from "#web/search-results/search-asked.ts";
import { useRested, useSearch } from "#web/search-results/use-search.ts";
import { paths } from "#web/paths.ts";
import { Palette, type PaletteEntry } from "#web/ui/menu/palette.tsx";
import { type PaletteCommand, commandsFor, fittingCommands } from "#web/shell/commands/commands.ts";
import { signOut } from "./sign-out.ts";
import type { ShellDialogProps } from "./use-shortcuts.tsx";

/** Number of results shown of each kind: the others are on the page of the search. */
const shownOfEach = 4;

/** Search and commands in one: what the text finds, and what the role may open. */
export function CommandPalette({ user, onClose, onShortcuts, text: typed = "", awaited }: ShellDialogProps) {
  const [text, setText] = useState(typed);
  const { meant, ...found } = useFound(text, user, setText);
  const users = useUsers(text, user.is_staff);
  const commands = useCommands(text, user, onShortcuts);
  return (
    <Palette
      {...found}
      entries={[...found.entries, ...users, ...commands, ...meant]} // what names a command is not mistyped
      text={text}
      awaited={awaited}
      onText={setText}
      onClose={onClose}
      placeholder="Was suchen Sie?"
      maxLength={codeListLength}
    />
  );
}

function useFound(text: string, { is_staff: isStaff }: User, onText: (text: string) => void) {
  const navigate = useNavigate();
  const actionsOf = useResultActions(isStaff);
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
        actions: actionsOf(group.kind, result),
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
  const status = error?.message ?? (late ? `Noch nicht vollständig: ${late}` : (data?.hint ?? undefined));
  return { entries: isWanted ? entries : [], meant: matches, searching, status: isWanted ? status : undefined };
}

/** Returns the commands that the text names among those the user may open or do. Before anything is typed, the things opened last stand above. */
function useCommands(text: string, { is_staff, sees_invoices }: User, onShortcuts: () => void): PaletteEntry[] {
  const navigate = useNavigate();
  const run = ({ target }: PaletteCommand) => {
    if (target === "phone") location.assign(phoneAddress);
    else if (target === "shortcuts") onShortcuts();
    else if (target === "leave") void signOut();
    else void navigate({ ...target });
  };
  const commands = fittingCommands(commandsFor(is_staff, sees_invoices), text.trim()).map((command): PaletteEntry => {
    const { group, label, target } = command;
    const id = `${group}-${label}`.replaceAll(" ", "-");
    return { id, group, label, run: () => run(command), ...(target === "shortcuts" && { shortcut: "?" }) };
  });
  if (text.trim() !== "") return commands;
  const last = (recent.get() ?? []).map(
    ({ kind, id, name }): PaletteEntry => ({
      id: `recent-${kind}-${id}`,
      group: "Zuletzt geöffnet",
      label: name,
      run: () => void navigate(kind === "box" ? paths.box(id) : paths.delivery(id)),
    }),
  );
  return [...last, ...commands];
}

/** Staff find users by name. */
function useUsers(text: string, isStaff: boolean): PaletteEntry[] {
  const navigate = useNavigate();
  const words = useRested(text).trim().split(/\s+/);
  // the list looks for one name: the longest word narrows most
  const [last_name = ""] = words.toSorted((one, other) => other.length - one.length);
  const isName = /^\p{L}{2,}/u.test(last_name) && last_name.length <= nameLength;
  const query = { last_name, limit: shownOfEach };
  const { data } = useQuery({ ...queryFor(listUsers, { query }), enabled: isStaff && isName });
  if (!isName) return [];
  return (data?.results ?? []).filter(isNamedBy(words)).map((user) => ({
    id: `user-${user.id}`,
    group: "Users",
    found: true,
    label: showUserName(user),
    about: user.email,
    run: () => void navigate(paths.user(user.id)),
  }));
}

const isNamedBy = (words: readonly string[]) => (user: User) => {
  const name = fold(`${showUserName(user)} ${user.email}`);
  return words.every((word) => new RegExp(spellingsOf(word)).test(name));
};
