import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { createDelivery } from "#contract/calls/deliveries.ts";
import type { Sent } from "#contract/route.ts";
import { done } from "#rules/done-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/** Fields of the summary beside which a refusal is said. */
const summaryFields = ["date", "price", "comment"] as const;
type SummaryField = (typeof summaryFields)[number];

/** The refusal of an order, told apart by where it is shown. */
export interface Refusal {
  readonly fields: Readonly<Partial<Record<SummaryField, string | undefined>>>;
  /** About what was chosen. */
  readonly lines: readonly string[];
  /** What belongs to no place of the form. */
  readonly other: string | null;
}

const notRefused: Refusal = { fields: {}, lines: [], other: null };

function refusalIn(error: Error): Refusal {
  const said = error instanceof CallError ? error.fields : {};
  const lines = [said["boxes"], said["boxcontents"]].filter((line) => line !== undefined);
  const fields = Object.fromEntries(summaryFields.flatMap((field) => (said[field] ? [[field, said[field]]] : [])));
  const placed = lines.length + Object.keys(fields).length > 0;
  return { fields, lines, other: placed ? null : error.message };
}

/** Sends the order, once, however often it is asked to; a refusal keeps everything and is told apart by its place. */
export function useSending(drop: () => void) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState(notRefused);
  const sending = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Sent<typeof createDelivery>) => call(createDelivery, { body }),
    meta: { inPlace: true },
    onSuccess: async () => {
      drop();
      notify(done.deliveryAdded);
      await navigate(paths.startOfDeliveries());
      await invalidate(...createDelivery.touches);
    },
    onError: async (error) => {
      setRefusal(refusalIn(error));
      await invalidate("boxes", "customers"); // somebody was faster, or changed the option
    },
  });
  const send = async (body: Sent<typeof createDelivery>) => {
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
