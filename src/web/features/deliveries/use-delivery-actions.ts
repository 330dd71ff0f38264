import { useMutation } from "@tanstack/react-query";
import { cancelDelivery, completeDelivery, startDelivery } from "#contract/calls/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import { showDeliveryCode } from "#rules/delivery-state.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { deliveryChanged, showInDelivery } from "#web/lines/delivery-changes.ts";
import { countLines, countThings, linesOf } from "#web/lines/line-facts.ts";

const calls = { start: startDelivery, complete: completeDelivery, cancel: cancelDelivery } as const;
const notices = {
  start: done.deliveryStarted,
  complete: done.deliveryCompleted,
  cancel: done.deliveryCanceled,
} as const;
type Action = keyof typeof calls;

/** What can be done with a delivery as a whole; each says so when it is done. */
export function useDeliveryActions(delivery: DeliveryDetail) {
  const { id } = delivery;
  const name = `Lieferung ${showDeliveryCode(delivery.code)}`;
  const running = useMutation({
    mutationFn: async (action: Action) => {
      const changed = await call(calls[action], { path: { id } });
      showInDelivery(id, () => changed);
      notify(notices[action]);
      await deliveryChanged();
    },
    // It may have changed in the meantime: then the page must show so.
    onError: () => deliveryChanged(),
  });
  return {
    isPending: (action: Action) => running.isPending && running.variables === action,
    start: () => running.mutate("start"),
    complete: async () => {
      const missing = linesOf(delivery).filter((line) => line.missing).length;
      const lost = missing > 0 ? ` Nicht gefunden: ${countLines(missing)}.` : "";
      const text = `${name} an ${delivery.customer.name} wird übergeben: ${countThings(delivery)}.${lost}`;
      if (await confirm({ title: "Lieferung abschließen", text, action: "Abschließen" })) running.mutate("complete");
    },
    cancel: async () => {
      const text = `${name} von ${delivery.customer.name} wird storniert: ${countThings(delivery)}. Das lässt sich nicht rückgängig machen.`;
      const words = { title: "Lieferung stornieren", action: "Stornieren", keep: "Nicht stornieren" };
      if (await confirm({ ...words, text, danger: true })) running.mutate("cancel");
    },
  };
}
