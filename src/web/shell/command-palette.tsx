import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { parseBoxCode, showBoxCode } from "#rules/box-code.ts";
import { boxStates, boxStateText } from "#rules/box-state.ts";
import { parseRowScan } from "#rules/positions.ts";
import { resolveScan } from "#contract/calls/scans.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Palette, type PaletteEntry } from "#web/ui/menu/palette.tsx";
import { type Address, allowed, menu } from "./menu.ts";
import { signOut } from "./sign-out.ts";
import type { ShellDialogProps } from "./use-shortcuts.tsx";

/** Search and commands in one: what the role may open, and the box or row whose code was typed. */
export function CommandPalette({ user, onClose, onShortcuts }: ShellDialogProps) {
  const [text, setText] = useState("");
  const found = useFound(text);
  const commands = useCommands(user.is_staff, onShortcuts);
  return (
    <Palette
      entries={[...found.entries, ...commands]}
      text={text}
      onText={setText}
      onClose={onClose}
      searching={found.searching}
      placeholder="Boxcode oder Befehl"
    />
  );
}

function useFound(text: string): { entries: PaletteEntry[]; searching: boolean } {
  const navigate = useNavigate();
  const code = text.trim();
  const isCode = parseBoxCode(code) !== null || parseRowScan(code) !== null;
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...queryFor(resolveScan, { query: { code } }),
    enabled: isCode,
  });
  if (!isCode || !data || isPlaceholderData) return { entries: [], searching: isCode && isFetching };
  const { box, row } = data;
  const entry = { group: "Gefunden", found: true };
  const entries: PaletteEntry[] = [];
  if (box)
    entries.push({
      ...entry,
      id: "box",
      label: `Box ${showBoxCode(box.code)}, ${box.owner.name}`,
      hint: boxStateText[box.state],
      run: () => void navigate(paths.box(box.id)),
    });
  if (row)
    entries.push({
      ...entry,
      id: "row",
      label: `${row.area.name}, Reihe ${row.number}`,
      run: () => void navigate(paths.row(row.id)),
    });
  return { entries, searching: false };
}

function useCommands(isStaff: boolean, onShortcuts: () => void): PaletteEntry[] {
  const navigate = useNavigate();
  const entry = (group: string, label: string, run: () => void): PaletteEntry => ({
    id: `${group}-${label}`.replaceAll(" ", "-"),
    group,
    label,
    run,
  });
  const way = (group: string, label: string, link: Address) => entry(group, label, () => void navigate({ ...link }));
  const pages = allowed(menu, isStaff);
  const main = pages.flatMap(({ label, link, links }) => (links ? [] : [way("Seiten", label, link)]));
  const sub = pages.flatMap(({ label: title, links = [] }) =>
    allowed(links, isStaff).map(({ label, link }) => way("Seiten", `${title}: ${label}`, link)),
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
    way("Sonstiges", "Mein Zugang", { to: "/account" }),
    { ...entry("Sonstiges", "Tastenkürzel zeigen", onShortcuts), shortcut: "?" },
    entry("Sonstiges", "abmelden", () => void signOut()),
  ];
  return [...main, ...sub, ...(isStaff ? additions : []), ...states, ...others];
}
