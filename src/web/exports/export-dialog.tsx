import { exportCustomer } from "#contract/calls/paper/services.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";

export interface ExportDialogProps {
  readonly customer: { readonly id: number; readonly code: number; readonly name: string };
  readonly onClose: () => void;
}

/** Says what is in it before it is made: it may take minutes and gigabytes. */
export function ExportDialog({ customer, onClose }: ExportDialogProps) {
  const file = useDownload(exportCustomer);
  return (
    <Dialog open onClose={onClose} title="Alles exportieren">
      <p className="font-semibold break-words">{showCustomer(customer)}</p>
      <p className="mt-2">
        Boxen, Inhalte, Verläufe, Lieferungen, Vernichtungen, Sperren und alle Bilder als ZIP, mit einer Prüfsumme zu
        jeder Datei. Alles zeigt denselben Augenblick; die Boxen lassen sich in ein anderes Archiv einlesen.
      </p>
      <p className="mt-2 text-muted">Mit vielen Bildern dauert das einige Minuten. Der Export steht im Protokoll.</p>
      <DownloadStatus of={file} label="Export wird erstellt ..." />
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={onClose}>Schließen</Button>
        <Button look="primary" pending={file.running} onClick={() => void file.start({ path: { id: customer.id } })}>
          Herunterladen
        </Button>
      </div>
    </Dialog>
  );
}
