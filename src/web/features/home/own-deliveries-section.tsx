import { useState } from "react";
import type { DayTour, TourStop } from "#contract/schemas/home/home.ts";
import { showCount, showThings } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showHours } from "#rules/deliveries/delivery-hours.ts";
import { planPartOf, planPartText } from "#rules/deliveries/delivery-plan.ts";
import { DeliveryKind, deliveryNoun, isInbound, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { lines } from "./line.ts";

const mostAtFirst = 5;

type OwnDeliveriesProps = {
  tour: DayTour;
  /** True where the user has more than one customer. */
  hasSeveral: boolean;
};

/** Lists for a customer's user what comes when and where to, the earliest first: five, and all on demand. */
export function OwnDeliveriesSection({ tour: { deliveries, count }, hasSeveral }: OwnDeliveriesProps) {
  const [shown, setShown] = useState(mostAtFirst);
  const rest = count - deliveries.length;
  return (
    <Section title="Laufende Lieferungen" total={count}>
      {count === 0 && <p className="text-muted">Zurzeit ist nichts unterwegs.</p>}
      {count > 0 && (
        <ul className={lines.list}>
          {deliveries.slice(0, shown).map((stop) => (
            <Stop key={stop.id} stop={stop} hasSeveral={hasSeveral} />
          ))}
        </ul>
      )}
      {deliveries.length > shown ? (
        <button
          type="button"
          className="text-link mt-2 min-h-8 pointer-coarse:min-h-12"
          onClick={() => setShown(count)}
        >
          alle {showCount(count)}
        </button>
      ) : (
        rest > 0 && (
          <p className="mt-2">
            <TextLink {...paths.deliveries()}>{showThings(rest, "weitere Lieferung", "weitere Lieferungen")}</TextLink>
          </p>
        )
      )}
    </Section>
  );
}

function Stop({ stop, hasSeveral }: { stop: TourStop; hasSeveral: boolean }) {
  const { id, kind, code, customer, address } = stop;
  return (
    <li className="grid gap-x-6 py-2 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <When stop={stop} />
          <DeliveryStateBadge state={stop.state} />
        </p>
        <p className="flex flex-wrap gap-x-2 tabular-nums">
          <TextLink {...paths.delivery(id)}>
            {nounOf(kind)} {showDeliveryCode(code)}
          </TextLink>
          <span>{progressText(stop)}</span>
        </p>
      </div>
      <div className="min-w-0 break-words">
        {hasSeveral && <p>{customer.name}</p>}
        <p className="text-muted">{address}</p>
      </div>
    </li>
  );
}

const nounOf = (kind: DeliveryKind) => (kind === DeliveryKind.return ? "Rückgabe" : deliveryNoun[kind]);

/** The day and its hours; of a return only the day is known. */
function When({ stop: { time, until, kind } }: { stop: TourStop }) {
  const [now] = useState(() => new Date());
  if (time === null) return <strong>{planPartText.dayless}</strong>;
  const day = showDate(berlinDay(new Date(time)));
  const part = planPartOf(time, now);
  if (part === "overdue") return <strong className="tone-red text-tone">überfällig seit {day}</strong>;
  const near = part === "today" ? "heute, " : part === "tomorrow" ? "morgen, " : "";
  const hours = kind === DeliveryKind.return || kind === DeliveryKind.copy ? "" : `, ${showHours(time, until)}`;
  return (
    <strong className="tabular-nums">
      {kind === DeliveryKind.copy && "fertig bis "}
      {near}
      {day}
      {hours}
    </strong>
  );
}

/** Progress of a delivery: `2 von 3 bereit`. */
function progressText({ kind, lines_count, left_count }: TourStop): string {
  const done = lines_count - left_count;
  return `${showCount(done)} von ${showCount(lines_count)} ${isInbound(kind) ? "zurück" : "bereit"}`;
}
