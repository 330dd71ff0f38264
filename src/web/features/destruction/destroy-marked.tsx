import { useMutation } from "@tanstack/react-query";
import PackageX from "lucide-react/icons/package-x";
import { destroyMarked } from "#contract/calls/boxes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { type MarkedBoxes, showMarked } from "./marked-boxes.ts";

/** Destroys what stands in the list and nothing that was marked since (product 4). */
export function DestroyMarked({ marked }: { marked: MarkedBoxes | undefined }) {
  const destroy = useMutation({
    mutationFn: ({ markedUntil }: MarkedBoxes) =>
      call(destroyMarked, { query: { marked_until: markedUntil, query: "{id}" } }),
    onSuccess: ({ count }, { boxes }) => {
      if (count > 0) notify(done.boxesDestroyed);
      const left = boxes.length - count;
      if (left > 0) notify(`${showBoxes(left)} nicht vernichtet: gerade erst markiert oder geändert.`, "warning");
    },
    // Also after a failure: an answer that was lost on its way may stand for boxes that are gone.
    onSettled: () => invalidate(...destroyMarked.touches),
  });
  const ask = async () => {
    if (!marked) return;
    const { boxes } = marked;
    const yes = await confirm({
      title: "Alle Boxen wirklich vernichten?",
      text: `${showMarked(boxes)} ${boxes.length === 1 ? "wird" : "werden"} vernichtet. Die Plätze im Regal werden frei, Inhalte und Bilder können danach nicht mehr geändert werden.`,
      action: "Boxen vernichten",
      danger: true,
      typeToConfirm: String(boxes.length),
    });
    if (yes) destroy.mutate(marked);
  };
  const none = marked?.boxes.length === 0;
  return (
    <Button
      look="danger"
      icon={<PackageX aria-hidden size={14} />}
      pending={destroy.isPending}
      disabledReason={(!marked && "Die Liste ist noch nicht geladen.") || (none && "Keine Box ist markiert.")}
      onClick={() => void ask()}
    >
      Boxen vernichten
    </Button>
  );
}
