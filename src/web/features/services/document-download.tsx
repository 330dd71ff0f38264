import FileDown from "lucide-react/icons/file-down";
import { Button } from "#web/ui/button/button.tsx";
import { type DownloadState, DownloadStatus } from "#web/ui/feedback/download-status.tsx";

type DocumentDownloadProps = {
  of: DownloadState;
  /** Why it cannot be made now. */
  blocked: string | false;
  onStart: () => void;
};

/** The one document of a screen: its button, and below how far it is. */
export function DocumentDownload({ of, blocked, onStart }: DocumentDownloadProps) {
  return (
    <div className="grid gap-3">
      <div>
        <Button
          look="primary"
          icon={<FileDown aria-hidden size={14} />}
          pending={of.running}
          disabledReason={blocked}
          onClick={onStart}
        >
          PDF
        </Button>
      </div>
      <DownloadStatus of={of} label="PDF wird erstellt ..." />
    </div>
  );
}
