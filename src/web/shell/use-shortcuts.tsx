import { type AnyRouter, useNavigate, useRouter, type LinkOptions } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { User } from "#contract/schemas/access/users.ts";
import { flushSync } from "react-dom";
import { useOpener } from "#web/ui/scan-dispatcher.ts";
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
import { type DialogName, openModal } from "./early-search.tsx";
import type { PaletteWish } from "#web/ui/menu/palette.tsx";
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

/** A text that was typed before the palette had come. */
interface EarlySearchText {
  readonly text?: string | undefined;
  /** Wish of the keys that followed it. */
  readonly awaited?: PaletteWish;
}

/** Wishes of the last keys in the field that stood in for the palette. */
const wishes: Readonly<Record<string, PaletteWish>> = { Enter: "open", Tab: "actions", TabEnter: "act" };

/** Closes the field that stood in for the palette, and returns what was typed there. */
function takeEarlySearch(): EarlySearchText {
  const dialog = openModal();
  const input = dialog?.querySelector("input");
  dialog?.close();
  return { text: input?.value, awaited: wishes[input?.dataset["key"] ?? ""] };
}

export interface ShellDialogProps extends EarlySearchText {
  user: User;
  onClose: () => void;
  onShortcuts: () => void;
}

const dialogs = {
  search: async () => (await import("./command-palette.tsx")).CommandPalette,
  shortcuts: async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
} satisfies Record<DialogName, () => Promise<ComponentType<ShellDialogProps>>>;

/** Dialog that is wanted; the button of the search may want it before there is anything to open it. */
export interface WantedDialog {
  readonly wanted: DialogName | null;
  readonly onWant: (name: DialogName | null) => void;
}

interface Loaded extends EarlySearchText {
  readonly name: DialogName;
  readonly Dialog: ComponentType<ShellDialogProps>;
}

/** Opens what was scanned on any page, and shows the dialog that is wanted. */
export function useShortcuts(user: User, { wanted, onWant }: WantedDialog): ReactNode {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState<Loaded>();
  const close = () => onWant(null);
  useEffect(() => {
    const onFailure = (error: Error) => {
      onWant(null);
      notify(error.message, "error");
    };
    if (!wanted) return undefined;
    // at once: no key may come between the field that closes and the one that opens
    const show = (Dialog: Loaded["Dialog"]) =>
      flushSync(() => setLoaded({ name: wanted, Dialog, ...takeEarlySearch() }));
    loadChunk(dialogs[wanted]).then(show, onFailure);
    return () => setLoaded(undefined);
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
  if (!loaded || loaded.name !== wanted) return null;
  const { name, Dialog, ...typed } = loaded;
  return <Dialog key={name} {...typed} user={user} onClose={close} onShortcuts={() => onWant("shortcuts")} />;
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
