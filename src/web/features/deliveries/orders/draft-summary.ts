import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import type { RequestBody } from "#contract/route.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { berlinDay, isDay } from "#rules/dates.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import type { DeliveryDraft, DraftCustomer } from "#rules/deliveries/delivery-draft.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { parseMoney } from "#rules/money.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { useSession } from "#web/api/session.ts";
import { justOrdered } from "#web/basket/just-ordered.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { dayProblem, type OfferedDays, rushOf } from "./draft-day.ts";
import type { StepProps } from "./draft-wizard.ts";

export interface SummaryProps extends StepProps {
  readonly option: DeliveryOption;
  /** Days that the option offers at this moment. */
  readonly offered: OfferedDays;
  readonly drop: () => void;
}

/** The fields of the summary as they stand there, what is wrong with them, and what sends the order. */
export function useSummary({ draft, act, drop, option, offered }: SummaryProps) {
  const isStaff = useSession().user?.is_staff ?? false;
  const { send, isPending, refusal, forget } = useOrderSending(drop);
  const [offeredDay] = useState(offered.day); // stays while it is read; sending looks again
  const [typedDate, setTypedDate] = useState<string | null>(null); // what is no date is none of the draft's
  const [isChecked, setIsChecked] = useState(false); // a half typed value is not called wrong
  const { asScan } = draft;
  const date = typedDate ?? draft.date ?? offeredDay;
  const price = draft.price ?? offered.price.replace(".", ",");
  const rush = isStaff ? rushOf(option, date, offered) : undefined;
  const rushReason = rush?.isChosen ? draft.rushReason.trim() : undefined;
  const problems = {
    date: rushReason === undefined ? dayProblem(option, date, offered) : undefined,
    rushReason: rushReason === "" ? invalid.required : undefined,
    price: isStaff && !asScan ? priceProblem(price) : undefined,
    dueBack: asScan || draft.dueBack === "" || isDay(draft.dueBack) ? undefined : invalid.range,
  };
  const setDate = (value: string) => {
    setTypedDate(isDay(value) ? null : value);
    act({ type: "setDate", date: isDay(value) ? value : null });
    forget("date");
  };
  const submit = async () => {
    setIsChecked(true);
    if (!draft.customer || Object.values(problems).some(Boolean)) return;
    const sentPrice = isStaff ? parseMoney(price) : offered.price; // what was shown: the server refuses where it is another one by now
    await send(orderOf(draft.customer, draft, { option, date, price: sentPrice, rushReason }));
  };
  const errors = {
    date: refusal.fields.date ?? (isChecked || typedDate === null ? problems.date : undefined),
    price: refusal.fields.price ?? (isChecked ? problems.price : undefined),
    address: refusal.fields.address,
    comment: refusal.fields.comment,
    costCentre: refusal.fields.cost_centre,
    dueBack: refusal.fields.due_back ?? (isChecked ? problems.dueBack : undefined),
    rushReason: refusal.fields.rush_reason ?? (isChecked ? problems.rushReason : undefined),
  };
  return {
    submit,
    isPending,
    refusal,
    fields: {
      isStaff,
      date,
      setDate,
      rush,
      next: offered.day,
      cost: offered.price,
      price,
      errors,
      forget,
      check: () => setIsChecked(true),
    },
  };
}

interface AgreedTerms {
  readonly option: DeliveryOption;
  readonly date: string;
  readonly price: string | null;
  readonly rushReason: string | undefined;
}

/** Returns the order to be sent. Scans have neither address nor price of a trip, and nothing of them comes back. */
function orderOf(
  customer: DraftCustomer,
  draft: DeliveryDraft,
  { option, date, price, rushReason }: AgreedTerms,
): RequestBody<typeof createDelivery> {
  const { asScan, address, boxes, contents, comment, costCentre, dueBack } = draft;
  return {
    kind: asScan ? DeliveryKind.copy : DeliveryKind.customer,
    customer: customer.id,
    delivery_option: option.id,
    boxes: boxes.map(({ id }) => id),
    boxcontents: contents.map(({ id }) => id),
    date,
    comment,
    ...(rushReason !== undefined && { rush_reason: rushReason }),
    ...(costCentre !== "" && { cost_centre: costCentre }),
    ...(!asScan && { price, ...(address !== null && { address }), ...(dueBack !== "" && { due_back: dueBack }) }),
  };
}

function priceProblem(typed: string): string | undefined {
  if (typed.trim() === "") return invalid.required;
  return parseMoney(typed) === null ? invalid.range : undefined;
}

/** Fields of the summary beside which a refusal is said. */
const summaryFields = ["date", "rush_reason", "due_back", "price", "cost_centre", "address", "comment"] as const;
type SummaryField = (typeof summaryFields)[number];

/** The refusal of an order, distinguished by where it is shown. */
interface OrderRefusal {
  readonly fields: Readonly<Partial<Record<SummaryField, string | undefined>>>;
  /** About what was chosen. */
  readonly lines: readonly string[];
  /** Message that belongs to no place of the form. */
  readonly other: string | null;
}

const notRefused: OrderRefusal = { fields: {}, lines: [], other: null };

function refusalIn(error: Error): OrderRefusal {
  const fieldMessages = error instanceof CallError ? error.fields : {};
  const lines = [fieldMessages["boxes"], fieldMessages["boxcontents"]].filter((line) => line !== undefined);
  const fields = Object.fromEntries(
    summaryFields.flatMap((field) => (fieldMessages[field] ? [[field, fieldMessages[field]]] : [])),
  );
  const placed = lines.length + Object.keys(fields).length > 0;
  return { fields, lines, other: placed ? null : error.message };
}

/** Sends the order, once, however often it is asked to; a refusal keeps everything and is distinguished by its place. */
function useOrderSending(drop: () => void) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState(notRefused);
  const sending = useRef(false);
  const [once] = useState(newAttempt);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: RequestBody<typeof createDelivery>) => call(createDelivery, { body, once }),
    meta: { inPlace: true },
    onSuccess: async ({ id, code, time }) => {
      drop();
      const day = time ? ` am ${showWeekday(berlinDay(new Date(time)))}` : "";
      notify(successTexts.deliveryAdded, "success", {
        label: `${showDeliveryCode(code)}${day}`,
        to: paths.delivery(id),
      });
      justOrdered.set(id);
      await navigate({ to: "/deliveries" });
      await invalidate(createDelivery);
    },
    onError: async (error) => {
      setRefusal(refusalIn(error));
      await invalidate(createDelivery); // somebody was faster, or changed the option
    },
  });
  const send = async (body: RequestBody<typeof createDelivery>) => {
    if (sending.current) return;
    sending.current = true;
    setRefusal(notRefused);
    await mutateAsync(body).catch(() => {
      sending.current = false; // the refusal is on the screen
    });
  };
  /** Removes the message about a field when the field is changed. */
  const forget = (field: SummaryField) =>
    setRefusal((old) => ({ ...old, fields: { ...old.fields, [field]: undefined } }));
  return { send, isPending, refusal, forget };
}
