import { X } from "lucide";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "./error-state.tsx";
import { Progress } from "./progress.tsx";

/** Where a download stands, as `useDownload` answers it. */
type DownloadState = {
  running: boolean;
  share: number | undefined;
  error: Error | null;
  saved: string | null;
  cancel: () => void;
};

type DownloadStatusProps = {
  of: DownloadState;
  /** Text that is shown while the file is made, e.g. `PDF wird erstellt ...`; a percent follows once it comes. */
  label: string;
  /** The way out of its error, where there is one besides another try. */
  remedy?: ReactNode;
};

/** A download in place: its progress with a way to stop it, why it failed, under which name it was saved. */
export function DownloadStatus({ of, label, remedy }: DownloadStatusProps) {
  return (
    <div className="max-w-md">
      {of.running && <Running share={of.share} label={label} onCancel={of.cancel} />}
      {of.error && <ErrorState error={of.error} />}
      {of.error && remedy && <div className="px-3 pb-2">{remedy}</div>}
      <p role="status" className="text-muted not-empty:py-2">
        {of.saved && `Gespeichert: ${of.saved}`}
      </p>
    </div>
  );
}

type RunningProps = { share: number | undefined; label: string; onCancel: () => void };

function Running({ share, label, onCancel }: RunningProps) {
  const stop = useRef<HTMLButtonElement>(null);
  // At its end the focus goes back to where the download was started, and is not lost with the button that stopped it.
  useLayoutEffect(() => {
    const own = stop.current;
    const before = document.activeElement;
    return () => {
      if (document.activeElement === own && before instanceof HTMLElement) queueMicrotask(() => before.focus());
    };
  }, []);
  return (
    <div className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <Progress label={label} share={share} />
      </div>
      <Button ref={stop} icon={X} onClick={onCancel}>
        Abbrechen
      </Button>
    </div>
  );
}
