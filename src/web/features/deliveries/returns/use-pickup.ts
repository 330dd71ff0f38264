import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createPickup } from "#contract/calls/deliveries/deliveries.ts";
import { maxDeliveryLines } from "#contract/limits.ts";
import { isDay } from "#rules/dates.ts";
import { nothingToPickUp } from "#rules/texts/delivery-refusals.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { begunPickup, emptyPickup, type PickupDraft } from "./pickup-draft.ts";
import { useBegun } from "./use-begun.ts";

type Field =
  | "customer"
  | "option"
  | "lines"
  | "newBoxes"
  | "emptyBoxes"
  | "date"
  | "address"
  | "costCentre"
  | "comment";
type Wrong = Partial<Record<Field, string | undefined>>;
const isFine = (wrong: Wrong) => Object.values(wrong).every((text) => text === undefined);

/** Reads the amount that is meant: none where nothing is typed, undefined where the text is no number. */
function amountOf(text: string): number | undefined {
  const typed = text.trim();
  if (typed === "") return 0;
  return /^\d{1,5}$/.test(typed) && Number(typed) <= maxDeliveryLines ? Number(typed) : undefined;
}

function wrongIn({ customer, option, boxes, contents, newBoxes, emptyBoxes, date }: PickupDraft): Wrong {
  const amounts = [amountOf(newBoxes), amountOf(emptyBoxes)];
  const isNothing = boxes.length + contents.length === 0 && amounts.every((amount) => amount === 0);
  const wrongAmount = (text: string) => (amountOf(text) === undefined ? invalid.range : undefined);
  return {
    customer: customer === null ? invalid.requiredChoice : undefined,
    option: customer !== null && option === null ? invalid.requiredChoice : undefined,
    lines: isNothing ? nothingToPickUp.message : undefined,
    newBoxes: wrongAmount(newBoxes),
    emptyBoxes: wrongAmount(emptyBoxes),
    date: date !== "" && !isDay(date) ? invalid.range : undefined, // which days there are, the server knows
  };
}

/** The server's refusal, beside what it is about. */
function wrongBy(error: Error): Wrong {
  const { fields } = error instanceof CallError ? error : { fields: {} as CallError["fields"] };
  return {
    ...fields,
    option: fields["delivery_option"],
    lines: fields["boxes"] ?? fields["boxcontents"],
    newBoxes: fields["new_boxes"],
    emptyBoxes: fields["empty_boxes"],
    costCentre: fields["cost_centre"],
  };
}

/** Sends the order and shows it. */
function usePickupSending(onRefused: (wrong: Wrong) => void) {
  const navigate = useNavigate();
  const [once] = useState(newAttempt);
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ customer, option, boxes, contents, newBoxes, emptyBoxes, ...more }: PickupDraft) =>
      call(createPickup, {
        body: {
          customer: customer?.id ?? 0,
          delivery_option: option,
          boxes: boxes.map(({ id }) => id),
          boxcontents: contents.map(({ id }) => id),
          new_boxes: amountOf(newBoxes) ?? 0,
          empty_boxes: amountOf(emptyBoxes) ?? 0,
          date: more.date || null,
          address: more.address,
          cost_centre: more.costCentre,
          comment: more.comment,
        },
        once,
      }),
    meta: { inPlace: true },
    onSuccess: async ({ id }) => {
      notify(successTexts.pickupAdded);
      await navigate({ ...paths.delivery(id), ignoreBlocker: true });
      await invalidate(createPickup);
    },
    onError: (refusal) => onRefused(wrongBy(refusal)),
  });
  return { mutate, isPending, failure: error && isFine(wrongBy(error)) ? error : null };
}

const isChanged = (draft: PickupDraft) =>
  JSON.stringify({ ...draft, customer: null, option: null }) !== JSON.stringify(emptyPickup);
const form = {
  kept: begunPickup,
  empty: emptyPickup,
  isChanged,
  question: "Die Auswahl für die Abholung geht verloren.",
} as const;

/** The order of a pick-up: what was chosen and typed, what changes it, what sends it. */
export function usePickup() {
  const { setWrong, ...begun } = useBegun<PickupDraft, Wrong>(form);
  const { draft, change, fill } = begun;
  const { mutate, isPending, failure } = usePickupSending(setWrong);
  return {
    ...begun,
    /** Another customer's things and options are none of this pick-up. */
    chooseCustomer: (customer: PickupDraft["customer"]) =>
      customer?.id !== draft.customer?.id &&
      change({ customer, option: null, address: null, costCentre: "", boxes: [], contents: [] }),
    /** Chooses an option for the user. */
    assumeOption: (option: number) => {
      fill({ option });
      setWrong((old) => ({ ...old, option: undefined }));
    },
    submit: () => {
      const problem = wrongIn(draft);
      setWrong(problem);
      if (isFine(problem) && !isPending) mutate(draft);
    },
    isPending,
    /** Failure that belongs to no field. */
    failure,
  };
}

export type Pickup = ReturnType<typeof usePickup>;
