import { type AnyRouter, useNavigate, useRouter, type LinkOptions } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { User } from "#contract/schemas/access/users.ts";
import { useOpener } from "#web/ui/scan-dispatcher.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { nameLength } from "#contract/limits.ts";
import { foreignCode, isPartOfCode } from "#rules/scanning/foreign-code.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { call } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { mayOpen } from "./menu.ts";
import { loadChunk } from "./lazy-page.ts";

/** The code of the box that was scanned by a number of other people's. */
const codeScanned = async (text: string): Promise<string | null> =>
  (await call(resolveScan, { query: { code: text.slice(0, nameLength) } })).box?.code ?? null;

/** Returns a scanned box or row as a link; null where the text is neither, or not for this user. */
async function foundBy(text: string, user: User): Promise<{ label: string; to: LinkOptions } | null> {
  const { box, row } = await call(resolveScan, { query: { code: text } });
  if (box) return { label: `${showBoxCode(box.code)} öffnen`, to: paths.box(box.id) };
  if (!row || !user.is_staff) return null;
  return { label: `${row.area.name}, Reihe ${row.number} öffnen`, to: paths.row(row.id) };
}

const isForeign = (text: string) => !isPartOfCode(text) && parseBoxCode(text) === null && parseRowScan(text) === null;

/** Asks what was scanned and does this with it; says so if it is nothing. Who has gone on to another page stays there. */
async function withScanned(text: string, user: User, act: (found: { label: string; to: LinkOptions }) => unknown) {
  const from = location.pathname;
  try {
    const target = await foundBy(text, user);
    if (location.pathname !== from) give("look");
    else if (target) await act(target);
    else
      notify(isForeign(text) ? `${foreignCode(text)}: „${text.slice(0, 40)}“` : `Unbekannter Code: ${text}`, "warning");
  } catch (error) {
    notify((error as Error).message, "error");
  }
}

/** Opens what was scanned. */
const openScanned = (text: string, user: User, navigate: ReturnType<typeof useNavigate>): Promise<void> =>
  withScanned(text, user, ({ to }) => navigate(to));

/** Offers to open what was scanned while somebody writes: nobody is led away from a form that was begun. */
const offerScanned = (text: string, user: User): Promise<void> =>
  withScanned(text, user, (link) => notify("Gescannt:", "info", link));

export interface ShellDialogProps {
  user: User;
  onClose: () => void;
  onShortcuts: () => void;
}

const dialogs = {
  search: async () => (await import("./command-palette.tsx")).CommandPalette,
  shortcuts: async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
} satisfies Record<string, () => Promise<ComponentType<ShellDialogProps>>>;

export type DialogName = keyof typeof dialogs;

/** Dialog that is wanted; the button of the search may want it before there is anything to open it. */
export interface WantedDialog {
  readonly wanted: DialogName | null;
  readonly onWant: (name: DialogName | null) => void;
}

/** The keys and the scanner that work on every page; the dialog that is wanted. */
export function useShortcuts(user: User, { wanted, onWant }: WantedDialog): ReactNode {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState<{ name: DialogName; Dialog: ComponentType<ShellDialogProps> }>();
  const close = () => onWant(null);
  useEffect(() => {
    const onFailure = (error: Error) => {
      onWant(null);
      notify(error.message, "error");
    };
    if (wanted) loadChunk(dialogs[wanted]).then((Dialog) => setLoaded({ name: wanted, Dialog }), onFailure);
  }, [wanted, onWant]);
  const router = useRouter();
  useOpener({
    isComing: () => isComing(router, user),
    codeOf: codeScanned,
    open: (text) => {
      if (user.init_password) return;
      close();
      void openScanned(text, user, navigate);
    },
    offer: (text) => {
      if (!user.init_password) void offerScanned(text, user);
    },
  });
  useWindowEvent("keydown", (event) => {
    const name = dialogOf(event);
    if (!name || document.querySelector("dialog:modal")) return;
    event.preventDefault();
    if (!user.init_password) onWant(name);
  });
  if (!loaded || loaded.name !== wanted) return null;
  return <loaded.Dialog user={user} onClose={close} onShortcuts={() => onWant("shortcuts")} />;
}

/** Says whether the address leads to a page that takes scans; one that cannot be opened takes none. */
function isComing(router: AnyRouter, user: User): boolean {
  const { pathname, search } = router.latestLocation;
  const targetMatch = router.matchRoutes(pathname, search).at(-1);
  const screen = targetMatch?.staticData.screen;
  if (!targetMatch || !screen?.scans || !mayOpen(screen, user.is_staff) || targetMatch.paramsError) return false;
  const currentMatch = router.state.matches.find(({ id }) => id === targetMatch.id);
  return currentMatch?.status !== "error" && currentMatch?.status !== "notFound";
}

function dialogOf(event: KeyboardEvent): DialogName | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") return "search";
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const writing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  if (!plain || writing) return undefined;
  return ({ "/": "search", "?": "shortcuts" } as const)[event.key];
}
