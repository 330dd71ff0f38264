import type { LinkOptions, useNavigate } from "@tanstack/react-router";
import type { User } from "#contract/schemas/access/users.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { nameLength } from "#contract/limits.ts";
import { foreignCode, isPartOfCode } from "#rules/scanning/foreign-code.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { call } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/** The code of the box that was scanned by a number of other people's. */
export const codeScanned = async (text: string): Promise<string | null> =>
  (await call(resolveScan, { query: { code: text.slice(0, nameLength) } })).box?.code ?? null;

/** What was scanned, a box or a row, as a link; null where it is neither, or not for this user. */
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
export const openScanned = (text: string, user: User, navigate: ReturnType<typeof useNavigate>): Promise<void> =>
  withScanned(text, user, ({ to }) => navigate(to));

/** Offers to open what was scanned while somebody writes: nobody is led away from a form that was begun. */
export const offerScanned = (text: string, user: User): Promise<void> =>
  withScanned(text, user, (link) => notify("Gescannt:", "info", link));
