import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { berlinDay, isDay } from "#rules/dates.ts";
import { isTooFar } from "#rules/deliveries/delivery-date.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { invalidate } from "#web/api/queries.ts";
import { begunReturn, emptyReturn, type ReturnDraft } from "./return-draft.ts";
import { useBegun } from "./use-begun.ts";

type Wrong = Partial<Record<"customer" | "lines" | "date" | "comment", string | undefined>>;
const isFine = (wrong: Wrong) => Object.values(wrong).every((text) => text === undefined);

function wrongIn({ customer, boxes, contents, date }: ReturnDraft, now: Date): Wrong {
  const past = isDay(date) && date < berlinDay(now) ? "Das Datum liegt in der Vergangenheit" : undefined;
  const far = isDay(date) && isTooFar(date, now) ? refused.dateTooFar.message : undefined;
  return {
    customer: customer === null ? invalid.requiredChoice : undefined,
    lines: boxes.length + contents.length === 0 ? "Bitte mindestens eine Box oder einen Inhalt wählen" : undefined,
    date: date !== "" && !isDay(date) ? invalid.range : (past ?? far),
  };
}

/** The server's refusal, beside what it is about. */
function wrongBy(error: Error): Wrong {
  const { customer, boxes, boxcontents, date, comment } = error instanceof CallError ? error.fields : {};
  return { customer, lines: boxes ?? boxcontents, date, comment };
}

/** Sends the announcement and shows it. */
function useReturnSending(onRefused: (wrong: Wrong) => void) {
  const navigate = useNavigate();
  const [once] = useState(newAttempt);
  const { mutate, error, isPending } = useMutation({
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
        once,
      }),
    meta: { inPlace: true },
    onSuccess: async ({ id }) => {
      notify(successTexts.returnAdded);
      await navigate({ ...paths.delivery(id), ignoreBlocker: true });
      await invalidate(createDelivery);
    },
    onError: (refusal) => onRefused(wrongBy(refusal)),
  });
  return { mutate, isPending, failure: error && isFine(wrongBy(error)) ? error : null };
}

const isChanged = (draft: ReturnDraft) => JSON.stringify(draft) !== JSON.stringify(emptyReturn);
const form = {
  kept: begunReturn,
  empty: emptyReturn,
  isChanged,
  question: "Die Auswahl für die Rückgabe geht verloren.",
} as const;

/** The announcement of a return: what was chosen, what changes it, what sends it. */
export function useReturn() {
  const { setWrong, ...begun } = useBegun<ReturnDraft, Wrong>(form);
  const { draft, change } = begun;
  const { mutate, isPending, failure } = useReturnSending(setWrong);
  return {
    ...begun,
    /** Another customer's things do not come with this return. */
    chooseCustomer: (customer: ReturnDraft["customer"]) =>
      customer?.id !== draft.customer?.id && change({ customer, boxes: [], contents: [] }),
    submit: () => {
      const problem = wrongIn(draft, new Date());
      setWrong(problem);
      if (isFine(problem) && !isPending) mutate(draft);
    },
    isPending,
    /** Failure that belongs to no field. */
    failure,
  };
}

export type Returning = ReturnType<typeof useReturn>;

/** Data that the choice of things needs, of a return or of a pick-up. */
export interface ReturningChoice {
  readonly draft: Pick<ReturnDraft, "customer" | "boxes" | "contents">;
  readonly act: Returning["act"];
  readonly change: (part: Pick<ReturnDraft, "customer">) => void;
}
