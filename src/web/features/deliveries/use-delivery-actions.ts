import { cancelDelivery, completeDelivery, startDelivery } from "#contract/calls/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import { showDeliveryCode } from "#rules/delivery-state.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/details/use-actions.ts";
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
  const { start, ask, isPending } = useActions<Action>(deliveryChanged);
  const deed = (action: Action) => async () => {
    const changed = await call(calls[action], { path: { id } });
    showInDelivery(id, () => changed);
    return notices[action];
  };
  return {
    isPending,
    start: () => start("start", deed("start")),
    complete: () => {
      const missing = linesOf(delivery).filter((line) => line.missing).length;
      const lost = missing > 0 ? ` Nicht gefunden: ${countLines(missing)}.` : "";
      const text = `${name} an ${delivery.customer.name} wird übergeben: ${countThings(delivery)}.${lost}`;
      return ask("complete", { title: "Lieferung abschließen", text, action: "Abschließen" }, deed("complete"));
    },
    cancel: () => {
      const text = `${name} von ${delivery.customer.name} wird storniert: ${countThings(delivery)}. Das lässt sich nicht rückgängig machen.`;
      const words = { title: "Lieferung stornieren", action: "Stornieren", keep: "Nicht stornieren" };
      return ask("cancel", { ...words, text, danger: true }, deed("cancel"));
    },
  };
}
