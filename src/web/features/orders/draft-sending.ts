import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { createDelivery } from "#contract/calls/deliveries.ts";
import type { Input } from "#contract/route.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { notRefused, refusalOf, type SummaryField } from "./draft-refusal.ts";

/** Sends the order, once, however often it is asked to; a refusal keeps everything and is told apart by its place. */
export function useSending(drop: () => void) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState(notRefused);
  const sending = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Input<typeof createDelivery>["body"]) => call(createDelivery, { body }),
    meta: { inPlace: true },
    onSuccess: async () => {
      drop();
      notify(done.deliveryAdded);
      await navigate(paths.startOfDeliveries());
      await invalidate("deliveries", "boxes", "customers");
    },
    onError: async (error) => {
      setRefusal(refusalOf(error));
      await invalidate("boxes", "customers"); // somebody was faster, or changed the option
    },
  });
  const send = async (body: Input<typeof createDelivery>["body"]) => {
    if (sending.current) return;
    sending.current = true;
    setRefusal(notRefused);
    await mutateAsync(body).catch(() => {
      sending.current = false; // the refusal is on the screen
    });
  };
  /** What was said about a field goes when it is changed. */
  const forget = (field: SummaryField) =>
    setRefusal((old) => ({ ...old, fields: { ...old.fields, [field]: undefined } }));
  return { send, isPending, refusal, forget };
}
