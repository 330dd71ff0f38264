import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { dropUpload, retryUpload, type Upload } from "./image-uploads.ts";

/** How far a picture is; what failed says why until it is sent again or dropped. */
export function UploadRow({ entry: { key, file, status, share, error, mayRetry } }: { entry: Upload }) {
  if (status === "failed")
    return (
      <li className="flex flex-wrap items-center rounded-md border border-line">
        <ErrorState error={`${file.name}: ${error}`} onRetry={mayRetry ? () => retryUpload(key) : undefined} />
        <Button look="quiet" onClick={() => dropUpload(key)}>
          Verwerfen
        </Button>
      </li>
    );
  const isRead = share === 1; // all of it has been sent, the server is looking at it
  return (
    <li>
      <Progress label={file.name} share={isRead ? undefined : share} />
    </li>
  );
}
