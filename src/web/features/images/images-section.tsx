import { useState } from "react";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { BoxState } from "#rules/box-state.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { BoxImageCard } from "./image-card.tsx";
import { onDemand } from "#web/shell/on-demand.tsx";

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
        {images.length === 0 && <EmptyState reason="Zu dieser Box gibt es keine Bilder." />}
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
