import { useMutation } from "@tanstack/react-query";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { deleteImage, editImage } from "#contract/calls/images.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { boxChanged, showInBox } from "#web/api/box-changes.ts";

export type BoxImage = BoxDetail["images"][number];

/** What staff can do with the pictures of a box. */
export function useImageActions(boxId: number) {
  const onError = () => boxChanged();
  const view = useMutation({
    mutationFn: ({ id, viewed }: BoxImage) => call(editImage, { path: { id }, body: { viewed: !viewed } }),
    onSuccess: async ({ id, viewed }) => {
      showInBox(boxId, (box) => ({
        ...box,
        images: box.images.map((image) => (image.id === id ? { ...image, viewed } : image)),
      }));
      notify(done.imageUpdated);
      await boxChanged();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: BoxImage) => call(deleteImage, { path: { id } }),
    onSuccess: async (_, { id }) => {
      showInBox(boxId, (box) => ({ ...box, images: box.images.filter((image) => image.id !== id) }));
      notify(done.imageDeleted);
      await boxChanged();
    },
    onError,
  });
  const askToRemove = async (image: BoxImage, name: string) => {
    const text = `${name} wird gelöscht. Das lässt sich nicht rückgängig machen.`;
    if (await confirm({ title: "Bild löschen", text, action: "Bild löschen", danger: true })) remove.mutate(image);
  };
  return {
    toggleViewed: (image: BoxImage) => view.mutate(image),
    isToggling: view.isPending,
    remove: askToRemove,
    isRemoving: remove.isPending,
  };
}

/** The two ways of the toggle (specification 4). */
export const viewedAction = ({ viewed }: BoxImage) =>
  viewed ? "Als zu bearbeiten markieren" : "Als bearbeitet markieren";
