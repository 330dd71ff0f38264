import type { User } from "#contract/schemas/users.ts";
import { UnsentQuestion } from "#web/outbox/unsent-question.tsx";
import { Confirm } from "#web/ui/dialog/confirm.tsx";
import { Notices } from "#web/ui/feedback/notices.tsx";
import { type WantedDialog, useShortcuts } from "./use-shortcuts.tsx";

export { ScannerReady } from "./scanner-ready.tsx";
export { UserMenu } from "./user-menu.tsx";

/** Questions, notices, keys and the scanner. */
export function LaterParts({ user, ...dialogs }: { user: User } & WantedDialog) {
  const dialog = useShortcuts(user, dialogs);
  return (
    <>
      <Confirm />
      <UnsentQuestion />
      {dialog}
      <Notices />
    </>
  );
}
