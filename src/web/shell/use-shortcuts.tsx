import { type AnyRouter, useNavigate, useRouter } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { User } from "#contract/schemas/access/users.ts";
import { useOpener } from "#web/ui/scan-dispatcher.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { mayOpen } from "./menu.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { loadChunk } from "./lazy-page.ts";
import { codeScanned, offerScanned, openScanned } from "./open-scanned.ts";

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

/** Which dialog is wanted; the button of the search may want it before there is anything to open it. */
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

/** Whether the address leads to a page that takes scans; one that cannot be opened takes none. */
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
