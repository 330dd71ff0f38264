import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import Trash from "lucide-react/icons/trash-2";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { deleteBox } from "#contract/calls/boxes.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { mayBox } from "#rules/box-state.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

/** Deletes a box that was only created so far; any other one has no such button (specification 4). */
export function BoxDelete({ box }: { box: BoxDetail }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call(deleteBox, { path: { id: box.id } }),
    onSuccess: async () => {
      notify(done.boxDeleted);
      await navigate(paths.boxes());
      await invalidate("boxes", "customers");
    },
    // It may have been stored in the meantime: then the page must show so.
    onError: () => invalidate("boxes"),
  });
  const ask = async () => {
    const text = `Box ${showBoxCode(box.code)} von ${box.owner.name} wird mit ihren Inhalten und Bildern gelöscht. Das lässt sich nicht rückgängig machen.`;
    if (await confirm({ title: "Box löschen", text, action: "Box löschen", danger: true })) remove.mutate();
  };
  if (!mayBox.delete.some((state) => state === box.state)) return null;
  return (
    <Button look="danger" pending={remove.isPending} icon={<Trash aria-hidden size={14} />} onClick={() => void ask()}>
      Box löschen
    </Button>
  );
}
