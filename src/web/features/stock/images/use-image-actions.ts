import { deleteImage, editImage } from "#contract/calls/stock/images.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { showInBox } from "#web/api/box-changes.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/detail-page/use-actions.ts";

export type BoxImage = BoxDetail["images"][number];

/** Returns the actions of staff on the pictures of a box. */
export function useImageActions(boxId: number) {
  const { start, ask, isPending } = useActions<"toggle" | "remove">([editImage, deleteImage], { shown: true });
  const change = (changed: (images: BoxImage[]) => BoxImage[]) =>
    showInBox(boxId, (box) => ({ ...box, images: changed(box.images) }));
  return {
    isPending,
    toggleViewed: ({ id, viewed: old }: BoxImage) =>
      start("toggle", async () => {
        const { viewed } = await call(editImage, { path: { id }, body: { viewed: !old } });
        change((images) => images.map((image) => (image.id === id ? { ...image, viewed } : image)));
        return successTexts.imageUpdated;
      }),
    remove: ({ id }: BoxImage, name: string) => {
      const text = `${name} wird gelöscht. Das lässt sich nicht rückgängig machen.`;
      return ask("remove", { title: "Bild löschen", text, action: "Bild löschen", danger: true }, async () => {
        await call(deleteImage, { path: { id } });
        change((images) => images.filter((image) => image.id !== id));
        return successTexts.imageDeleted;
      });
    },
  };
}

/** The two ways of the toggle (specification 4). */
export const viewedAction = ({ viewed }: BoxImage) =>
  viewed ? "Als zu bearbeiten markieren" : "Als bearbeitet markieren";
