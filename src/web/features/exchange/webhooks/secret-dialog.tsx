import { Button } from "#web/ui/button/button.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";

type SecretDialogProps = { secret: string; note?: string | undefined; onClose: () => void };

/** Shows a secret, which the server shows only once. */
export function SecretDialog({ secret, note, onClose }: SecretDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Geheimnis des Webhooks">
      <p className="text-muted">
        Daran erkennt der Empfänger, dass eine Nachricht von diesem Archiv ist. Es wird nur dieses eine Mal angezeigt.{" "}
        {note}
      </p>
      <p className="my-3 flex items-center gap-2 rounded-sm border border-line bg-page px-3 py-2">
        <code className="min-w-0 break-words select-all">{secret}</code>
        <CopyButton text={secret} label="Geheimnis kopieren" />
      </p>
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          Geheimnis notiert
        </Button>
      </div>
    </Dialog>
  );
}
