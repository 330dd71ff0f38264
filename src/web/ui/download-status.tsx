import X from "lucide-react/icons/x";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";
import { Progress } from "./progress.tsx";

/** Where a download stands, as `useDownload` answers it. */
export type DownloadState = {
  running: boolean;
  share: number | undefined;
  error: Error | null;
  saved: string | null;
  cancel: () => void;
};

type DownloadStatusProps = {
  of: DownloadState;
  /** What is said while it is made, e.g. `PDF wird erstellt ...`; a percent follows once it comes. */
  label: string;
};

/** A download in place: its progress with a way to stop it, why it failed, under which name it was saved. */
export function DownloadStatus({ of, label }: DownloadStatusProps) {
  return (
    <div className="max-w-md">
      {of.running && (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <Progress label={label} share={of.share} />
          </div>
          <Button icon={<X aria-hidden size={14} />} onClick={of.cancel}>
            Abbrechen
          </Button>
        </div>
      )}
      {of.error && <ErrorState error={of.error} />}
      <p role="status" className="text-muted not-empty:py-2">
        {of.saved && `Gespeichert: ${of.saved}`}
      </p>
    </div>
  );
}
