import { useState } from "react";
import type { DeliveryOption } from "#contract/schemas/delivery-options.ts";
import { isDay } from "#rules/dates.ts";
import { nextDeliveryDay } from "#rules/delivery-date.ts";
import { DeliveryKind } from "#rules/delivery-state.ts";
import { invalid } from "#rules/form-texts.ts";
import { parseMoney } from "#rules/money.ts";
import { useSession } from "#web/api/session.ts";
import { dayProblem, timesOf } from "./draft-day.ts";
import { useSending } from "./draft-sending.ts";
import type { StepProps } from "./draft-wizard.ts";

interface SummaryProps extends StepProps {
  readonly option: DeliveryOption;
  readonly drop: () => void;
}

/** The fields of the summary as they stand there, what is wrong with them, and what sends the order. */
export function useSummary({ draft, act, drop, option }: SummaryProps) {
  const isStaff = useSession().user?.is_staff ?? false;
  const { send, isPending, refusal, forget } = useSending(drop);
  const [now, setNow] = useState(() => new Date());
  const [offered] = useState(() => nextDeliveryDay(timesOf(option), now)); // stays while it is read; sending looks again
  const [typedDate, setTypedDate] = useState<string | null>(null); // what is no date is none of the draft's
  const [isChecked, setIsChecked] = useState(false); // a half typed value is not called wrong
  const date = typedDate ?? draft.date ?? offered;
  const price = draft.price ?? option.price.replace(".", ",");
  const problems = {
    date: dayProblem(option, date, now),
    price: isStaff ? priceProblem(price) : undefined,
  };
  const setDate = (value: string) => {
    setNow(new Date());
    setTypedDate(isDay(value) ? null : value);
    act({ type: "setDate", date: isDay(value) ? value : null });
    forget("date");
  };
  const submit = async () => {
    const sentAt = new Date();
    setIsChecked(true);
    setNow(sentAt);
    if (problems.price || dayProblem(option, date, sentAt) || !draft.customer) return;
    await send({
      kind: DeliveryKind.customer,
      customer: draft.customer.id,
      delivery_option: option.id,
      boxes: draft.boxes.map(({ id }) => id),
      boxcontents: draft.contents.map(({ id }) => id),
      date,
      comment: draft.comment,
      ...(isStaff && { price: parseMoney(price) }),
    });
  };
  const errors = {
    date: refusal.fields.date ?? (isChecked || typedDate === null ? problems.date : undefined),
    price: refusal.fields.price ?? (isChecked ? problems.price : undefined),
    comment: refusal.fields.comment,
  };
  const next = nextDeliveryDay(timesOf(option), now);
  return {
    submit,
    isPending,
    refusal,
    fields: { isStaff, date, setDate, next, price, errors, forget, check: () => setIsChecked(true) },
  };
}

function priceProblem(typed: string): string | undefined {
  if (typed.trim() === "") return invalid.required;
  return parseMoney(typed) === null ? invalid.range : undefined;
}
