import { clsx } from "clsx";
import Camera from "lucide-react/icons/camera";
import ImagePlus from "lucide-react/icons/image-plus";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { addFiles, uploads } from "./image-uploads.ts";
import { UploadRow } from "./upload-row.tsx";

const accepted = "image/jpeg,image/png,image/webp";

/** Pictures come by drop anywhere on the page, from the disk or from the camera, several at once. */
export function ImageUpload({ boxId }: { boxId: number }) {
  const fromDisk = useRef<HTMLInputElement>(null);
  const fromCamera = useRef<HTMLInputElement>(null);
  const isOver = useDrop((files) => addFiles(boxId, files));
  const own = uploads.use().filter(({ box }) => box === boxId);
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addFiles(boxId, [...(currentTarget.files ?? [])]);
    currentTarget.value = ""; // the same file again must be a change again
  };
  return (
    <div className="grid gap-3 p-3">
      <div
        className={clsx(
          "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed p-3",
          isOver ? "border-accent bg-accent-soft" : "border-field",
        )}
      >
        <Button icon={<ImagePlus aria-hidden size={14} />} onClick={() => fromDisk.current?.click()}>
          Bilder hinzufügen
        </Button>
        <Button
          className="pointer-fine:hidden"
          icon={<Camera aria-hidden size={14} />}
          onClick={() => fromCamera.current?.click()}
        >
          Foto aufnehmen
        </Button>
        <span className="text-muted pointer-coarse:hidden">
          {isOver ? "Loslassen, um die Bilder hinzuzufügen" : "oder Bilder hierher ziehen"}
        </span>
        <span className="basis-full text-muted">JPEG, PNG oder WebP, je höchstens 20 MiB</span>
        <input ref={fromDisk} type="file" aria-label="Bilder" hidden multiple accept={accepted} onChange={chosen} />
        <input
          ref={fromCamera}
          type="file"
          aria-label="Foto"
          hidden
          capture="environment"
          accept="image/*"
          onChange={chosen}
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

/** Whether files are held over the page; a drop beside the frame must not open the picture instead of the page. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const callback = useRef(onFiles);
  useEffect(() => {
    callback.current = onFiles;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const withFiles = (act: (event: DragEvent) => void) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      act(event);
    };
    addEventListener(
      "dragover",
      withFiles(() => setOver(true)),
      { signal },
    );
    addEventListener("dragleave", (event) => event.relatedTarget === null && setOver(false), { signal });
    const drop = withFiles(({ dataTransfer }) => {
      setOver(false);
      callback.current([...(dataTransfer?.files ?? [])]);
    });
    addEventListener("drop", drop, { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}
