import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { setStops } from "#contract/calls/deliveries/tours.ts";
import type { DeliveryStop, VanTourDetail } from "#contract/schemas/deliveries/tours.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { moveTo } from "#rules/deliveries/tours.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";

/**
 * The open stops of a tour as they stand, and what puts them into another order. What is wanted while another order is being saved goes out after it, and
 * counts from that order on: no key is lost.
 */
export function useStopOrder({ id, results }: VanTourDetail) {
  const [said, setSaid] = useState("");
  const focus = useRef<string>(null);
  const open = results.filter(({ ended }) => ended === null);
  const before = open.map(({ delivery }) => delivery);
  const saved = useRef<readonly number[]>(before);
  const wanted = useRef<readonly number[]>(before);
  const saving = useMutation({
    scope: { id: `stops-${id}` },
    mutationFn: (deliveries: readonly number[]) =>
      call(setStops, { path: { id }, body: { deliveries: [...deliveries], before: [...saved.current] } }),
    onSuccess: (_tour, deliveries) => {
      saved.current = deliveries;
    },
    onSettled: () => invalidate(setStops),
  });
  const shown = saving.isPending ? saving.variables : before;
  const stops = shown.flatMap((delivery) => open.find((stop) => stop.delivery === delivery) ?? []);
  useLayoutEffect(() => {
    wanted.current = shown;
    if (!saving.isPending) saved.current = before;
    // a button that moved in the page has lost the focus
    if (focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  });
  const set = (deliveries: readonly number[]) => {
    wanted.current = deliveries;
    saving.mutate(deliveries);
  };
  const moveBy = ({ delivery, code }: DeliveryStop, steps: number, button?: string) => {
    const order = wanted.current;
    const from = order.indexOf(delivery);
    const next = moveTo(order, from, from + steps);
    if (String(next) === String(order)) return;
    focus.current = button ?? null;
    setSaid(`Lieferung ${showDeliveryCode(code)} ist jetzt Halt ${next.indexOf(delivery) + 1} von ${next.length}.`);
    set(next);
  };
  const remove = ({ delivery }: DeliveryStop) => set(wanted.current.filter((each) => each !== delivery));
  return { stops, said, isPending: saving.isPending, set, moveBy, remove };
}
