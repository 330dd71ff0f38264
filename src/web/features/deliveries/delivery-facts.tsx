import { Link } from "@tanstack/react-router";
import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { DeliveryKind, deliveryKindText, deliveryMayBe } from "#rules/delivery-state.ts";
import { showMoney } from "#rules/money.ts";
import { paths } from "#web/paths.ts";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { showDateTime } from "#web/ui/local-time.ts";
import { DeliveryEdit } from "./delivery-edit.tsx";
import { countThings } from "#web/lines/line-facts.ts";
import { showTime } from "./timeline-entries.ts";

/** What is known of a delivery. */
export function DeliveryFacts({ delivery, isStaff }: { delivery: DeliveryDetail; isStaff: boolean }) {
  const { customer, kind, state, time, price, comment, created } = delivery;
  const isEditable = isStaff && deliveryMayBe("edit", state);
  return (
    <Facts>
      <Fact label="Kunde" wide="phone">
        <Customer customer={customer} isStaff={isStaff} />
      </Fact>
      <Fact label="Art">{deliveryKindText[kind]}</Fact>
      <Fact label="Umfang">{countThings(delivery)}</Fact>
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
      {kind === DeliveryKind.customer && (
        <Fact label="Lieferoption">{delivery.delivery_option && <Option option={delivery.delivery_option} />}</Fact>
      )}
      <Fact label="Angelegt">{showDateTime(created)}</Fact>
      <Fact label="Bemerkung" wide={comment !== ""}>
        {comment && <span className="whitespace-pre-line">{comment}</span>}
      </Fact>
    </Facts>
  );
}

function Customer({ customer, isStaff }: { customer: DeliveryDetail["customer"]; isStaff: boolean }) {
  const text = `${showCustomerCode(customer.code)} – ${customer.name}`;
  if (!isStaff) return text;
  return (
    <Link {...paths.customer(customer.id)} className="text-link">
      {text}
    </Link>
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
