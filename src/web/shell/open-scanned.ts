import type { useNavigate } from "@tanstack/react-router";
import type { User } from "#contract/schemas/users.ts";
import { call } from "#web/api/call.ts";
import { resolveScan } from "#contract/calls/scans.ts";
import { paths } from "#web/paths.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/**
 * Opens what was scanned, a box or a row; says so if it is neither. Who has gone on to another page before the answer came
 * stays there.
 */
export async function openScanned(text: string, user: User, navigate: ReturnType<typeof useNavigate>): Promise<void> {
  const from = location.pathname;
  const isElsewhere = () => location.pathname !== from;
  try {
    const { box, row } = await call(resolveScan, { query: { code: text } });
    if (isElsewhere()) give("look");
    else if (box) await navigate(paths.box(box.id));
    else if (row && user.is_staff) await navigate(paths.row(row.id));
    else notify(`Unbekannter Code: ${text}`, "warning");
  } catch (error) {
    notify((error as Error).message, "error");
  }
}
