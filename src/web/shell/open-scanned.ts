import type { useNavigate } from "@tanstack/react-router";
import type { User } from "#contract/schemas/users.ts";
import { call } from "#web/api/call.ts";
import { resolveScan } from "#contract/calls/scans.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/** Opens what was scanned, a box or a row; says so if it is neither. */
export async function openScanned(text: string, user: User, navigate: ReturnType<typeof useNavigate>): Promise<void> {
  try {
    const { box, row } = await call(resolveScan, { query: { code: text } });
    if (box) await navigate(paths.box(box.id));
    else if (row && user.is_staff) await navigate(paths.row(row.id));
    else notify(`Unbekannter Code: ${text}`, "warning");
  } catch (error) {
    notify((error as Error).message, "error");
  }
}
