import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { createDelivery } from "#contract/calls/deliveries.ts";
import { berlinDay, isDay } from "#rules/dates.ts";
import { DeliveryKind } from "#rules/delivery-state.ts";
import { done } from "#rules/done-texts.ts";
import { invalid } from "#rules/form-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { sessionState } from "#web/api/session-state.ts";
import { paths } from "#web/paths.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { deliveryChanged } from "#web/lines/delivery-changes.ts";
import {
  dropReturn,
  emptyReturn,
  keepReturn,
  readReturn,
  type ReturnBox,
  type ReturnContent,
  type ReturnDraft,
} from "./return-draft.ts";

type Customer = NonNullable<ReturnDraft["customer"]>;
type Wrong = Partial<Record<"customer" | "lines" | "date" | "comment", string>>;

function wrongIn({ customer, boxes, contents, date }: ReturnDraft, today: string): Wrong {
  return {
    ...(customer === null && { customer: invalid.requiredChoice }),
    ...(boxes.length + contents.length === 0 && { lines: "Bitte mindestens eine Box oder einen Inhalt wählen" }),
    ...(date !== "" && !isDay(date) && { date: invalid.range }),
    ...(isDay(date) && date < today && { date: "Das Datum liegt in der Vergangenheit" }),
  };
}

/** The server's refusal, beside what it is about. */
function wrongBy(error: Error | null): Wrong {
  const { customer, boxes, boxcontents, date, comment } = error instanceof CallError ? error.fields : {};
  const lines = boxes ?? boxcontents;
  return {
    ...(customer && { customer }),
    ...(lines && { lines }),
    ...(date && { date }),
    ...(comment && { comment }),
  };
}

/** The announcement of a return: what was chosen, what changes it, what sends it. */
export function useReturn() {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(readReturn);
  const [wrong, setWrong] = useState<Wrong>({});
  const isChanged = JSON.stringify(draft) !== JSON.stringify(emptyReturn);
  useLeaveQuestion(isChanged, "Die Auswahl für die Rückgabe geht verloren.");
  useEffect(() => {
    if (isChanged) keepReturn(draft);
    else dropReturn();
  }, [draft, isChanged]);
  // Left by choice; who was signed out finds everything again.
  useEffect(() => () => void (sessionState().user && dropReturn()), []);

  const change = (part: Partial<ReturnDraft>) => {
    setWrong({});
    setDraft((old) => ({ ...old, ...part }));
  };
  // By what was there a moment ago: scans come faster than their answers.
  const add = (more: (old: ReturnDraft) => Partial<ReturnDraft>) => {
    setWrong({});
    setDraft((old) => ({ ...old, ...more(old) }));
  };
  const addBox = (box: ReturnBox, owner?: Customer) =>
    add(({ customer, boxes }) => ({
      customer: customer ?? owner ?? null,
      boxes: boxes.some(({ id }) => id === box.id) ? boxes : [...boxes, box],
    }));
  const addContent = (content: ReturnContent) =>
    add(({ contents }) => ({
      contents: contents.some(({ id }) => id === content.id) ? contents : [...contents, content],
    }));
  const send = useMutation({
    mutationFn: ({ customer, boxes, contents, date, comment }: ReturnDraft) =>
      call(createDelivery, {
        body: {
          kind: DeliveryKind.return,
          customer: customer?.id ?? 0,
          boxes: boxes.map(({ id }) => id),
          boxcontents: contents.map(({ id }) => id),
          date: date || null,
          comment,
        },
      }),
    meta: { inPlace: true },
    onSuccess: async ({ id }) => {
      notify(done.returnAdded);
      await navigate({ ...paths.delivery(id), ignoreBlocker: true });
      await deliveryChanged();
    },
    onError: (error) => setWrong(wrongBy(error)),
  });
  return {
    draft,
    wrong,
    change,
    /** Another customer's things do not come with this return. */
    chooseCustomer: (customer: ReturnDraft["customer"]) =>
      customer?.id !== draft.customer?.id && change({ customer, boxes: [], contents: [] }),
    addBox,
    addContent,
    submit: () => {
      const found = wrongIn(draft, berlinDay(new Date()));
      setWrong(found);
      if (Object.keys(found).length === 0 && !send.isPending) send.mutate(draft);
    },
    isPending: send.isPending,
    /** What belongs to no field. */
    failure: send.error && Object.keys(wrongBy(send.error)).length === 0 ? send.error : null,
  };
}

export type Returning = ReturnType<typeof useReturn>;
