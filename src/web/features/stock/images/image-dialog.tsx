import { Check, ChevronLeft, ChevronRight, Clock, Trash2 } from "lucide";
import { type PointerEvent, useRef } from "react";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { type BoxImage, useImageActions, viewedAction } from "./use-image-actions.ts";

type BoxImageDialogProps = {
  box: BoxDetail;
  isStaff: boolean;
  /** Index of the picture that is shown. */
  open: number;
  onOpen: (index: number) => void;
  onClose: () => void;
};

/** One picture large, with the way to the others: by buttons, arrow keys and swiping. */
export function BoxImageDialog({ box, isStaff, open, onOpen, onClose }: BoxImageDialogProps) {
  const { images } = box;
  const index = Math.min(open, images.length - 1); // the last one may just have been deleted
  const image = images[index];
  const name = `Bild ${index + 1}`;
  const title = `${name} von ${images.length}`;
  const step = (by: number) => images[index + by] && onOpen(index + by);
  const part = useArrowKeys(step);
  const swipe = useSwipe(step);
  return (
    <Dialog
      open={image !== undefined}
      onClose={onClose}
      title={title}
      light
      className="w-[min(64rem,calc(100vw-2rem))]!"
    >
      {image && (
        <div ref={part} className="grid grid-cols-1 gap-4">
          <div className="touch-pan-y select-none" {...swipe}>
            <BlobImage
              source={image.image}
              load={loadPicture}
              alt={title}
              width={960}
              height={640}
              className="pointer-events-none aspect-auto! h-photo w-full! max-sm:h-photo-phone [&_[role=alert]]:pointer-events-auto"
            />
          </div>
          <div className="flex w-full flex-wrap justify-end gap-2">
            {isStaff && <StaffButtons box={box} image={image} name={name} />}
            <Button
              icon={ChevronLeft}
              disabledReason={index === 0 && "Das ist das erste Bild."}
              onClick={() => step(-1)}
            >
              Vorheriges
            </Button>
            <Button
              icon={ChevronRight}
              disabledReason={index === images.length - 1 && "Das ist das letzte Bild."}
              onClick={() => step(1)}
            >
              Nächstes
            </Button>
            <Button onClick={onClose}>Schließen</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function StaffButtons({ box, image, name }: { box: BoxDetail; image: BoxImage; name: string }) {
  const { isPending, toggleViewed, remove } = useImageActions(box.id);
  return (
    <div className="mr-auto flex flex-wrap gap-2">
      <Button icon={image.viewed ? Clock : Check} pending={isPending("toggle")} onClick={() => toggleViewed(image)}>
        {viewedAction(image)}
      </Button>
      {box.state !== BoxState.destroyed && (
        <Button look="danger" icon={Trash2} pending={isPending("remove")} onClick={() => void remove(image, name)}>
          Bild löschen
        </Button>
      )}
    </div>
  );
}

/** Left and right, as long as the keys are meant for this dialog and not for a question above it. */
function useArrowKeys(step: (by: number) => void) {
  const part = useRef<HTMLDivElement>(null);
  useWindowEvent("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const dialog = part.current?.closest("dialog");
    if (by && dialog?.contains(target as Node) && !altKey && !ctrlKey && !metaKey) step(by);
  });
  return part;
}

const shortestSwipe = 40; // px

function useSwipe(step: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      start.current = { x: clientX, y: clientY };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return;
      const across = clientX - start.current.x;
      const along = clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) >= shortestSwipe && Math.abs(across) > Math.abs(along)) step(across < 0 ? 1 : -1);
    },
  };
}
