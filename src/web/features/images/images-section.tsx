import { useEffect, useState } from "react";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { BoxState } from "#rules/box-state.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { BoxImageCard } from "./image-card.tsx";
import { useOnDemand } from "#web/shell/use-on-demand.ts";

/** The pictures of what is in the box; one opens large. Staff add some as long as the box is not destroyed. */
export function BoxImages({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const { id, images } = box;
  const isDestroyed = box.state === BoxState.destroyed;
  const [open, setOpen] = useState<number | null>(null);
  const [LargeView, request] = useOnDemand(async () => (await import("./image-dialog.tsx")).BoxImageDialog);
  const show = (index: number) => {
    request();
    setOpen(index);
  };
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
                onOpen={() => show(index)}
              />
            ))}
          </ul>
        )}
        {isStaff && !isDestroyed && <Upload boxId={id} />}
      </div>
      {LargeView && <LargeView box={box} isStaff={isStaff} open={open} onOpen={setOpen} />}
    </Section>
  );
}

/** Comes after the page: nobody waits for it to read a box. Its place is kept. */
function Upload({ boxId }: { boxId: number }) {
  const [ImageUpload, request] = useOnDemand(async () => (await import("./image-upload.tsx")).ImageUpload);
  useEffect(request);
  return <div className="min-h-27 pointer-coarse:min-h-31">{ImageUpload && <ImageUpload boxId={boxId} />}</div>;
}
