import { passwordLinkHours } from "#rules/access/mail-topics.ts";
import { useSettings } from "#web/api/settings.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";

/** Whether a user gets a link by mail, beside the initial password; nothing where no mails are sent. */
export function InviteTick({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  if (!useSettings().sends_mails) return null;
  return (
    <Checkbox
      label="Einladung per E-Mail senden"
      hint={`Mit einem Link, über den der User sein Passwort selbst festlegt. Er gilt ${passwordLinkHours} Stunden.`}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
