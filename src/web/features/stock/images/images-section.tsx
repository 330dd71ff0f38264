import { Check, Clock, Ellipsis, Trash2 } from "lucide";
import { useState } from "react";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showDay } from "#web/ui/berlin-time.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Menu, MenuItem } from "#web/ui/menu/menu.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type BoxImage, useImageActions, viewedAction } from "./use-image-actions.ts";

const LargeView = onDemand(async () => (await import("./image-dialog.tsx")).BoxImageDialog);
/** Comes after the page: nobody waits for it to read a box. Its place is kept. */
const ImageUpload = onDemand(async () => (await import("./image-upload.tsx")).ImageUpload);

/** The pictures of what is in the box; one opens large. Staff add some as long as the box is not destroyed. */
export function BoxImages({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const { id, images } = box;
  const isDestroyed = box.state === BoxState.destroyed;
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Section title="Bilder" total={images.length}>
      <div className="rounded-md border border-line bg-surface">
        {images.length === 0 && (
          <EmptyState drawing={<Drawing of="picture" />} reason="Zu dieser Box gibt es keine Bilder." />
        )}
        {images.length > 0 && (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3 p-3 max-sm:grid-cols-2">
            {images.map((image, index) => (
              <BoxImageCard
                key={image.id}
                boxId={id}
                image={image}
                name={`Bild ${index + 1}`}
                isStaff={isStaff}
                isDestroyed={isDestroyed}
                onOpen={() => setOpen(index)}
              />
            ))}
          </ul>
        )}
        {isStaff && !isDestroyed && (
          <div className="min-h-27 pointer-coarse:min-h-31">
            <ImageUpload boxId={id} />
          </div>
        )}
      </div>
      {open !== null && (
        <LargeView box={box} isStaff={isStaff} open={open} onOpen={setOpen} onClose={() => setOpen(null)} />
      )}
    </Section>
  );
}

type BoxImageCardProps = {
  boxId: number;
  image: BoxImage;
  /** Bild 3 */
  name: string;
  isStaff: boolean;
  isDestroyed: boolean;
  onOpen: () => void;
};

/** A picture, small. Whether it is worked through is the staff's business. */
function BoxImageCard({ boxId, image, name, isStaff, isDestroyed, onOpen }: BoxImageCardProps) {
  return (
    <li className="grid grid-cols-1 content-start gap-1">
      <div className="relative rounded-sm border border-line hover:border-accent">
        <BlobImage
          source={image.preview}
          load={loadPicture}
          alt={name}
          width={160}
          height={120}
          className="w-full! [&_[role=alert]]:relative [&_[role=alert]]:z-1 [&_[role=alert]]:px-1"
        />
        {/* Beside the picture, not around it: a picture that did not come has a button of its own. */}
        <button type="button" aria-label={`${name} vergrößern`} className="absolute inset-0" onClick={onOpen} />
      </div>
      <div className="flex items-center justify-between gap-1">
        <span className="tabular-nums">
          {name}, {showDay(image.created)}
        </span>
        {isStaff && <Actions boxId={boxId} image={image} name={name} isDestroyed={isDestroyed} />}
      </div>
      {isStaff && (
        <span>
          <Badge tone={image.viewed ? "green" : "amber"} icon={image.viewed ? Check : Clock}>
            {image.viewed ? "bearbeitet" : "zu bearbeiten"}
          </Badge>
        </span>
      )}
    </li>
  );
}

function Actions({ boxId, image, name, isDestroyed }: Omit<BoxImageCardProps, "isStaff" | "onOpen">) {
  const actions = useImageActions(boxId);
  return (
    <Menu label={`Aktionen für ${name}`} look="quiet" trigger={<Icon of={Ellipsis} size={16} />}>
      <MenuItem icon={image.viewed ? Clock : Check} onClick={() => actions.toggleViewed(image)}>
        {viewedAction(image)}
      </MenuItem>
      {!isDestroyed && (
        <MenuItem icon={Trash2} onClick={() => void actions.remove(image, name)}>
          Bild löschen
        </MenuItem>
      )}
    </Menu>
  );
}
