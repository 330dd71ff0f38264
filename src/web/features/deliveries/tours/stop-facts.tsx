import type { DeliveryStop } from "#contract/schemas/deliveries/tours.ts";
import { addressLines } from "#rules/deliveries/delivery-address.ts";
import { deliveryNoun, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { geoLink, telLink } from "#rules/deliveries/tours.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { hoursText, loadText, missingText } from "./tour-texts.tsx";

/** Shows what the driver has to know of a stop: where, when, whom to call, what to bring and to take. */
export function StopFacts({ stop, number }: { stop: DeliveryStop; number?: number }) {
  const { address, comment } = stop;
  return (
    <div className="min-w-40 flex-1">
      <p className="flex flex-wrap items-center gap-x-2">
        {number !== undefined && <span className="font-semibold tabular-nums">{number}.</span>}
        <TextLink className="font-semibold tabular-nums" {...paths.delivery(stop.delivery)}>
          {`${deliveryNoun[stop.kind]} ${showDeliveryCode(stop.code)}`}
        </TextLink>
        <DeliveryStateBadge state={stop.state} />
        <span className="text-muted tabular-nums">{hoursText(stop)}</span>
      </p>
      <p>{showCustomer(stop.customer)}</p>
      {address ? <Address address={address} /> : <p className="text-danger">Ohne Adresse</p>}
      <p className="tabular-nums">
        {loadText(stop)}
        {missingText(stop) !== "" && <span className="text-danger"> ({missingText(stop)})</span>}
      </p>
      {comment !== "" && <p className="break-words text-muted">{comment}</p>}
    </div>
  );
}

function Address({ address }: { address: NonNullable<DeliveryStop["address"]> }) {
  const { contact, phone, hours, note } = address;
  const tel = telLink(phone);
  return (
    <>
      <p>
        <a href={geoLink(address)} className="text-link">
          {addressLines(address).join(", ")}
        </a>
      </p>
      {(contact !== "" || phone !== "") && (
        <p>
          {contact}
          {contact !== "" && phone !== "" && ", "}
          {tel === null ? (
            phone
          ) : (
            <a href={tel} className="text-link underline">
              {phone}
            </a>
          )}
        </p>
      )}
      {hours !== "" && <p>geöffnet {hours}</p>}
      {note !== "" && <p className="break-words">{note}</p>}
    </>
  );
}
