import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import { editDelivery } from "#contract/calls/deliveries.ts";
import { DeliveryKind } from "#rules/delivery-state.ts";
import { done } from "#rules/done-texts.ts";
import { invalid } from "#rules/form-texts.ts";
import { parseMoney, showMoney } from "#rules/money.ts";
import { call } from "#web/api/call.ts";
import { draftOf } from "#web/ui/form/drafts.ts";
import { Fact } from "#web/ui/page/facts.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { SaveStatus } from "#web/ui/form/save-status.tsx";
import { useAutosave } from "#web/ui/form/use-autosave.ts";
import { deliveryChanged, showInDelivery } from "#web/lines/delivery-changes.ts";
import { parseLocalTime, showDateTime, showDay } from "#web/ui/local-time.ts";
import { TypedInput } from "./typed-input.tsx";

const isInstant = (value: string) => /^\d{4}-.+Z$/.test(value);
const timeOf = ({ time }: DeliveryDetail) => (time === null ? "" : new Date(time).toISOString());

/** How each is called, written and read. */
const fields = {
  price: {
    label: "Preis",
    name: "Preis in Euro",
    placeholder: "0,00",
    inputMode: "decimal",
    saved: ({ price }: DeliveryDetail) => price,
    show: (value: string) => (parseMoney(value) === null ? value : showMoney(value).replace(/\s€$/, "")),
    parse: parseMoney,
    isRight: (value: string) => parseMoney(value) !== null,
  },
  time: {
    label: "Termin",
    name: "Termin",
    placeholder: "TT.MM.JJJJ HH:MM",
    inputMode: "text",
    saved: timeOf,
    show: (value: string) => (isInstant(value) ? showDateTime(value) : value),
    parse: parseLocalTime,
    isRight: isInstant,
  },
  // Of a return only the day is known.
  day: {
    label: "Termin",
    name: "Termin",
    placeholder: "TT.MM.JJJJ",
    inputMode: "text",
    saved: timeOf,
    show: (value: string) => (isInstant(value) ? showDay(value) : value),
    parse: (text: string) => parseLocalTime(`${text.trim()} 00:00`),
    isRight: isInstant,
  },
} as const;

type DeliveryEditProps = { delivery: DeliveryDetail; of: "price" | "time" };

/** Price or time, corrected in place by staff (specification 6). */
export function DeliveryEdit({ delivery, of }: DeliveryEditProps) {
  const { id, kind } = delivery;
  const isDay = of === "time" && kind === DeliveryKind.return;
  const { label, name, placeholder, inputMode, saved, show, parse, isRight } = fields[isDay ? "day" : of];
  const edit = useAutosave({
    saved: saved(delivery),
    save: async (value, leaving) => {
      const changed = await call(editDelivery, { path: { id }, body: { [of]: value }, keepalive: leaving });
      showInDelivery(id, () => changed);
      notify(done.deliveryUpdated);
      await deliveryChanged();
    },
    check: (value) => {
      if (value === "") return invalid.required; // never sent empty, specification 5
      return isRight(value) ? undefined : invalid.range;
    },
    draft: draftOf(`delivery-${of}-${id}`),
  });
  const wrong = edit.status === "invalid" || edit.status === "failed";
  return (
    <Fact label={label} wide="phone">
      <TypedInput
        aria-label={name}
        aria-invalid={wrong}
        inputMode={inputMode}
        placeholder={placeholder}
        className="tabular-nums"
        value={edit.value}
        onChange={edit.type}
        onBlur={() => edit.leave()}
        show={show}
        parse={parse}
      />
      {wrong && (
        <span role="alert" className="block text-danger">
          {edit.message}
        </span>
      )}
      <SaveStatus {...edit} />
    </Fact>
  );
}
