import { useNavigate } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { User } from "#contract/users.ts";
import { useScanner } from "#web/ui/scanner.ts";
import { notify } from "#web/ui/notify.ts";
import { loadChunk } from "./lazy-page.ts";
import { openScanned } from "./open-scanned.ts";

export interface ShellDialogProps {
  user: User;
  onClose: () => void;
  onShortcuts: () => void;
}

const dialogs = {
  search: async () => (await import("./command-palette.tsx")).CommandPalette,
  shortcuts: async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
} satisfies Record<string, () => Promise<ComponentType<ShellDialogProps>>>;

/** The keys and the scanner that work on every page, and the dialog that one of them has opened. */
export function useShortcuts(user: User): { openSearch: () => void; dialog: ReactNode } {
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<ComponentType<ShellDialogProps> | null>(null);
  const close = () => setDialog(null);
  const open = async (name: keyof typeof dialogs) => {
    try {
      const loaded = await loadChunk(dialogs[name]);
      setDialog(() => loaded);
    } catch (error) {
      notify((error as Error).message, "error");
    }
  };
  useScanner((text) => {
    if (user.init_password || isTakenElsewhere()) return;
    close();
    void openScanned(text, user, navigate);
  });
  useKeys((name) => !user.init_password && void open(name));
  const dialog = Dialog && <Dialog user={user} onClose={close} onShortcuts={() => void open("shortcuts")} />;
  return { openSearch: () => void open("search"), dialog };
}

/** A page that reads scans itself says so by `data-takes-scans`; a question on the screen wants its answer first. */
const isTakenElsewhere = () =>
  document.querySelector("[data-takes-scans], dialog:modal:not(:has([data-scan]))") !== null;

function useKeys(onKey: (name: keyof typeof dialogs) => void) {
  const callback = useRef(onKey);
  useEffect(() => {
    callback.current = onKey;
  });
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const name = dialogOf(event);
      if (!name || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      callback.current(name);
    };
    addEventListener("keydown", keyDown);
    return () => removeEventListener("keydown", keyDown);
  }, []);
}

function dialogOf(event: KeyboardEvent): keyof typeof dialogs | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") return "search";
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const writing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  if (!plain || writing) return undefined;
  return ({ "/": "search", "?": "shortcuts" } as const)[event.key];
}
