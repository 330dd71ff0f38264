import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import Ellipsis from "lucide-react/icons/ellipsis";
import Trash from "lucide-react/icons/trash-2";
import { loadPicture } from "#web/api/pictures.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Menu, MenuItem } from "#web/ui/menu/menu.tsx";
import { showDay } from "#web/ui/local-time.ts";
import { type BoxImage, useImageActions, viewedAction } from "./use-image-actions.ts";

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
export function BoxImageCard({ boxId, image, name, isStaff, isDestroyed, onOpen }: BoxImageCardProps) {
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
    <Menu label={`Aktionen für ${name}`} look="quiet" trigger={<Ellipsis aria-hidden size={16} />}>
      <MenuItem
        icon={image.viewed ? <Clock aria-hidden size={14} /> : <Check aria-hidden size={14} />}
        onClick={() => actions.toggleViewed(image)}
      >
        {viewedAction(image)}
      </MenuItem>
      {!isDestroyed && (
        <MenuItem icon={<Trash aria-hidden size={14} />} onClick={() => void actions.remove(image, name)}>
          Bild löschen
        </MenuItem>
      )}
    </Menu>
  );
}
