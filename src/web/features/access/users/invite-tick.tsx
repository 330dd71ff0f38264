import { passwordLinkHours } from "#rules/access/mail-topics.ts";
import { useSettings } from "#web/api/settings.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";

/** Offers to send a user a link by mail, besides the initial password; shows nothing where no mails are sent. */
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
