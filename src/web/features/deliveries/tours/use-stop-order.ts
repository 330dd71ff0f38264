import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { setStops } from "#contract/calls/deliveries/tours.ts";
import type { VanTourDetail } from "#contract/schemas/deliveries/tours.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { moveTo } from "#rules/deliveries/tours.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";

/** The open stops of a tour as they stand, and what puts them into another order. */
export function useStopOrder({ id, results }: VanTourDetail) {
  const [said, setSaid] = useState("");
  const focus = useRef<string>(null);
  const open = results.filter(({ ended }) => ended === null);
  const before = open.map(({ delivery }) => delivery);
  const saving = useMutation({
    mutationFn: (deliveries: readonly number[]) =>
      call(setStops, { path: { id }, body: { deliveries: [...deliveries], before } }),
    onSettled: () => invalidate(setStops),
  });
  const shown = saving.isPending ? saving.variables : before;
  const stops = shown.flatMap((delivery) => open.find((stop) => stop.delivery === delivery) ?? []);
  // a button that moved in the page has lost the focus
  useLayoutEffect(() => {
    if (focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  });
  const set = (deliveries: readonly number[]) => {
    if (!saving.isPending) saving.mutate(deliveries);
  };
  const move = (from: number, to: number, button?: string) => {
    const stop = stops[from];
    if (saving.isPending || !stop || from === to) return;
    focus.current = button ?? null;
    setSaid(`Lieferung ${showDeliveryCode(stop.code)} ist jetzt Halt ${to + 1} von ${stops.length}.`);
    set(moveTo(before, from, to));
  };
  return { stops, said, isPending: saving.isPending, set, move };
}
