import { useEffect, useState } from "react";
import { editDelivery } from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { driverFacts, showAddress } from "#rules/deliveries/delivery-address.ts";
import {
  DeliveryKind,
  deliveryKindText,
  deliveryMayBe,
  DeliveryState,
  deliveryStateText,
} from "#rules/deliveries/delivery-state.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { berlinDay, parseGermanDate, showDate } from "#rules/dates.ts";
import { isTooFar } from "#rules/deliveries/delivery-date.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { parseMoney, showMoney } from "#rules/money.ts";
import { CallError, isUnanswered } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { CustomerName } from "#web/detail-page/customer-name.tsx";
import { invalidate } from "#web/api/queries.ts";
import { showInDelivery } from "#web/delivery-lines/delivery-changes.ts";
import { showThings } from "#rules/amounts.ts";
import { countThings } from "#web/delivery-lines/line-facts.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { keptDraft } from "#web/storage/stored-draft.ts";
import { SaveStatus } from "#web/ui/form/save-status.tsx";
import { settleDay } from "#web/ui/form/date-input.tsx";
import { TypedInput } from "#web/ui/form/typed-input.tsx";
import { useAutosave } from "#web/ui/form/autosave.ts";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { parseBerlinTime, showDateTime, showDay } from "#web/ui/berlin-time.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { AddressChange } from "./address-change.tsx";
import { showTime } from "./timeline-entries.ts";
import { useUnsavedEdit } from "./unsaved-edits.ts";

const LinesDialog = onDemand(async () => (await import("./lines-dialog.tsx")).LinesDialog);

/** Changes what is in an open delivery. */
function LinesChange({ delivery }: { delivery: DeliveryDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="mt-1 block" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Boxen ändern
      </Button>
      {isOpen && <LinesDialog delivery={delivery} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows the facts of a delivery. */
export function DeliveryFacts({ delivery, isStaff }: { delivery: DeliveryDetail; isStaff: boolean }) {
  const { customer, kind, state, time, price, comment, cost_centre, created } = delivery;
  const isEditable = isStaff && deliveryMayBe("edit", state);
  useDropped(delivery, isEditable);
  const addressLabel = kind === DeliveryKind.pickup ? "Abholadresse" : "Lieferadresse";
  return (
    <Facts>
      <Fact label="Kunde" wide="phone">
        <CustomerName customer={customer} isStaff={isStaff} />
      </Fact>
      <Fact label="Art">{deliveryKindText[kind]}</Fact>
      <Fact label="Umfang">
        {countThings(delivery)}
        {state === DeliveryState.open && kind !== DeliveryKind.return && <LinesChange delivery={delivery} />}
      </Fact>
      {isEditable ? (
        <>
          <DeliveryEdit delivery={delivery} of="time" />
          <DeliveryEdit delivery={delivery} of="price" />
        </>
      ) : (
        <>
          <Fact label="Termin">{time && showTime(kind, time)}</Fact>
          <Fact label="Preis">{showMoney(price)}</Fact>
        </>
      )}
      {kind !== DeliveryKind.return && (
        <Fact label="Lieferoption">{delivery.delivery_option && <Option option={delivery.delivery_option} />}</Fact>
      )}
      {delivery.address && (
        <Fact label={addressLabel}>
          {showAddress(delivery.address)}
          {driverFacts(delivery.address).map(([label, text]) => (
            <span key={label} className="block whitespace-pre-line text-muted">
              {label}: {text}
            </span>
          ))}
          {state === DeliveryState.open && <AddressChange delivery={delivery} label={addressLabel} />}
        </Fact>
      )}
      {delivery.rush_reason && (
        <Fact label="Eilauftrag" wide>
          {delivery.rush_reason}
        </Fact>
      )}
      {delivery.due_back && <Fact label="Rückgabe bis">{showDate(delivery.due_back)}</Fact>}
      {delivery.empty_boxes > 0 && (
        <Fact label="Wir bringen">{showThings(delivery.empty_boxes, "leere Box", "leere Boxen")}</Fact>
      )}
      <Fact label="Angelegt">{showDateTime(created)}</Fact>
      {cost_centre !== "" && <Fact label="Kostenstelle">{cost_centre}</Fact>}
      <Fact label="Bemerkung" wide={comment !== ""}>
        {comment && <span className="whitespace-pre-line">{comment}</span>}
      </Fact>
    </Facts>
  );
}

function Option({ option }: { option: NonNullable<DeliveryDetail["delivery_option"]> }) {
  const { description, fr, to, window } = option;
  return (
    <>
      {description}
      <span className="block text-muted">
        {fr.slice(0, 5)} – {to.slice(0, 5)} Uhr, <span className="whitespace-nowrap">Lieferfenster {window} h</span>
      </span>
    </>
  );
}

const instant = {
  label: "Termin",
  name: "Termin",
  inputMode: "text",
  saved: ({ time }: DeliveryDetail) => (time === null ? "" : new Date(time).toISOString()),
  isRight: (value: string) => /^\d{4}-.+Z$/.test(value),
} as const;

/** A day's beginning where one reads. */
const timeOf = (day: string | null) => day && parseBerlinTime(`${showDate(day)} 00:00`);

/** Name of each field, and how it is written and read. */
const fields = {
  price: {
    label: "Preis",
    name: "Preis in Euro",
    placeholder: "0,00",
    inputMode: "decimal",
    saved: ({ price }: DeliveryDetail) => price,
    show: (value: string) => showMoney(value).replace(/\s€$/, ""),
    parse: parseMoney,
    isRight: (value: string) => parseMoney(value) !== null,
  },
  time: { ...instant, placeholder: "TT.MM.JJJJ HH:MM", show: showDateTime, parse: parseBerlinTime },
  // The day is all that is known of a return.
  day: {
    ...instant,
    placeholder: "TT.MM.JJJJ",
    show: showDay,
    parse: (text: string) => timeOf(parseGermanDate(text)),
    settle: (text: string) => timeOf(settleDay(text)),
  },
} as const;

const noNetwork = "Noch nicht gespeichert. Es wird von selbst gesendet, sobald das Netz wieder da ist.";

const draftOf = (id: number, of: "price" | "time") => keptDraft(`delivery-${of}-${id}`);

/** Drops text that was typed before the delivery ended. It counts no more and must not come back; the user is notified once. */
function useDropped({ id, state }: DeliveryDetail, isEditable: boolean) {
  useEffect(() => {
    if (isEditable) return;
    for (const of of ["price", "time"] as const) {
      const draft = draftOf(id, of);
      const draftValue = draft.get();
      draft.remove();
      const { label, isRight, show } = fields[of];
      const value = draftValue !== undefined && isRight(draftValue) ? show(draftValue) : draftValue;
      if (value !== undefined)
        notify(`Nicht gespeichert: ${label} ${value}. Die Lieferung ist ${deliveryStateText[state]}.`, "warning");
    }
  }, [id, state, isEditable]);
}

/** Over the value that was seen and no other: what somebody else wrote meanwhile is shown, and stays until it is decided. */
async function saveOver(
  { id, of, seen }: { id: number; of: "price" | "time"; seen: string },
  value: string,
  leaving: boolean,
) {
  const body = { [of]: value, before: { [of]: seen === "" ? null : seen } };
  try {
    return await call(editDelivery, { path: { id }, body, keepalive: leaving });
  } catch (error) {
    if (error instanceof CallError && error.code === "changed") await invalidate(editDelivery);
    throw error;
  }
}

type DeliveryEditProps = { delivery: DeliveryDetail; of: "price" | "time" };

/** Price or time, corrected in place by staff (specification 6). */
function DeliveryEdit({ delivery, of }: DeliveryEditProps) {
  const { id, kind } = delivery;
  const isDay = of === "time" && kind === DeliveryKind.return;
  const { label, name, placeholder, inputMode, saved, show, parse, isRight, ...more } = fields[isDay ? "day" : of];
  const edit = useAutosave({
    saved: saved(delivery),
    save: async (value, leaving, seen) => {
      const updatedDelivery = await saveOver({ id, of, seen }, value, leaving);
      showInDelivery(id, () => updatedDelivery);
      notify(successTexts.deliveryUpdated);
      await invalidate(editDelivery);
    },
    check: (value) => {
      if (value === "") return invalid.required; // never sent empty, specification 5
      if (!isRight(value)) return invalid.range;
      const isFar = of === "time" && isTooFar(berlinDay(new Date(value)), new Date());
      return isFar ? refused.dateTooFar.message : undefined;
    },
    passing: (failure) => (isUnanswered(failure) ? noNetwork : undefined),
    overtaken: (by) => refused.changedMeanwhile(by === "" ? "" : show(by)).message,
    draft: draftOf(id, of),
  });
  useUnsavedEdit(label, edit.saveNow);
  return (
    <Fact label={label} wide="phone">
      <TypedInput
        aria-label={name}
        aria-invalid={edit.wrong !== undefined}
        inputMode={inputMode}
        placeholder={placeholder}
        className="tabular-nums"
        value={edit.value}
        onChange={edit.type}
        onBlur={() => edit.leave()}
        show={(value) => (isRight(value) ? show(value) : value)}
        parse={parse}
        {...more}
      />
      <SaveStatus of={edit} />
    </Fact>
  );
}
