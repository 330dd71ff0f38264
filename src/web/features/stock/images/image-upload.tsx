import { Camera, ImagePlus } from "lucide";
import { clsx } from "clsx";
import { type ChangeEvent, useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { addFiles, dropUpload, retryUpload, type Upload, uploads } from "./image-uploads.ts";

const acceptedTypes = "image/jpeg,image/png,image/webp";

/** Pictures come by drop anywhere on the page, from the disk or from the camera, several at once. */
export function ImageUpload({ boxId }: { boxId: number }) {
  const fromDisk = useRef<HTMLInputElement>(null);
  const fromCamera = useRef<HTMLInputElement>(null);
  const isOver = useDrop((files) => addFiles(boxId, files));
  const own = uploads.use().filter(({ box }) => box === boxId);
  const onFiles = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addFiles(boxId, [...(currentTarget.files ?? [])]);
    currentTarget.value = ""; // the same file again must be a change again
  };
  return (
    <div data-screen-only className="grid gap-3 p-3">
      <div
        className={clsx(
          "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed p-3",
          isOver ? "border-accent bg-accent-soft" : "border-field",
        )}
      >
        <Button icon={ImagePlus} onClick={() => fromDisk.current?.click()}>
          Bilder hinzufügen
        </Button>
        <Button className="pointer-fine:hidden" icon={Camera} onClick={() => fromCamera.current?.click()}>
          Foto aufnehmen
        </Button>
        <span className="text-muted pointer-coarse:hidden">
          {isOver ? "Loslassen, um die Bilder hinzuzufügen" : "oder Bilder hierher ziehen"}
        </span>
        <span className="basis-full text-muted">JPEG, PNG oder WebP, je höchstens 20 MiB</span>
        <input
          ref={fromDisk}
          type="file"
          aria-label="Bilder"
          hidden
          multiple
          accept={acceptedTypes}
          onChange={onFiles}
        />
        <input
          ref={fromCamera}
          type="file"
          aria-label="Foto"
          hidden
          capture="environment"
          accept="image/*"
          onChange={onFiles}
        />
      </div>
      {own.length > 0 && (
        <ul aria-label="Bilder auf dem Weg" className="grid gap-2">
          {own.map((entry) => (
            <UploadRow key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows the progress of a picture; a failed one says why until it is sent again or dropped. */
function UploadRow({ entry: { key, file, status, share, error, mayRetry } }: { entry: Upload }) {
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

/** Says whether files are held over the page. A drop beside the frame must not open the picture instead of the page. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const holdsFiles = (event: DragEvent) => {
    const files = event.dataTransfer?.types.includes("Files") ?? false;
    if (files) event.preventDefault();
    return files;
  };
  useWindowEvent("dragover", (event) => holdsFiles(event) && setOver(true));
  useWindowEvent("dragleave", (event) => event.relatedTarget === null && setOver(false));
  useWindowEvent("drop", (event) => {
    if (!holdsFiles(event)) return;
    setOver(false);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  return isOver;
}
