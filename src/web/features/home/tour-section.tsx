import { CalendarDays, ListChecks } from "lucide";
import { useState } from "react";
import type { DayTour, TourStop } from "#contract/schemas/home/home.ts";
import { showCount, showThings } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { planPartOf, planPartText } from "#rules/deliveries/delivery-plan.ts";
import { DeliveryKind, isInbound, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { berlinTime } from "#rules/times.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { lines } from "./line.ts";

/** Lists the tour of today, delivery by delivery. */
export function TourSection({ tour }: { tour: DayTour }) {
  const { deliveries, count, lines_count, left_count } = tour;
  return (
    <Section title="Heute" total={count} actions={<TourLinks />}>
      {lines_count > 0 && (
        <div className="mb-3">
          <Progress
            label={`${showCount(lines_count - left_count)} von ${showCount(lines_count)} bereit`}
            share={(lines_count - left_count) / lines_count}
          />
        </div>
      )}
      {count === 0 && <p className="text-muted">Heute ist nichts zu liefern.</p>}
      {count > 0 && (
        <ul className={lines.list}>
          {deliveries.map((stop) => (
            <Stop key={stop.id} stop={stop} />
          ))}
        </ul>
      )}
      <Rest tour={tour} />
    </Section>
  );
}

const TourLinks = () => (
  <>
    <ButtonLink icon={ListChecks} {...paths.collect({ tour: "today" })}>
      Sammelliste
    </ButtonLink>
    <ButtonLink icon={CalendarDays} to="/deliveries/plan">
      Tagesplan
    </ButtonLink>
  </>
);

function Stop({ stop }: { stop: TourStop }) {
  const number = showDeliveryCode(stop.code);
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        <p className="flex flex-wrap items-center gap-x-2">
          <TextLink className="font-semibold tabular-nums" {...paths.delivery(stop.id)}>
            {number}
          </TextLink>
          <DeliveryStateBadge state={stop.state} />
          <When time={stop.time} />
        </p>
        <p>{stop.customer.name}</p>
        <p className="text-muted tabular-nums">{progressText(stop)}</p>
      </div>
      <ButtonLink {...paths.delivery(stop.id)}>
        <span>
          {nextAction(stop)}
          <span className="sr-only"> (Lieferung {number})</span>
        </span>
      </ButtonLink>
    </li>
  );
}

/** When it is due: the time of today, the day of any other. */
function When({ time }: Pick<TourStop, "time">) {
  const [now] = useState(() => new Date());
  const part = planPartOf(time, now);
  if (time === null) return <span className="text-muted">{planPartText.dayless}</span>;
  const at = new Date(time);
  if (part === "today") return <span className="text-muted">heute, {berlinTime(at)} Uhr</span>;
  const day = showDate(berlinDay(at));
  if (part === "overdue") return <span className="tone-red text-tone">überfällig seit {day}</span>;
  return <span className="text-muted">{part === "tomorrow" ? `morgen, ${day}` : day}</span>;
}

/** Progress of a delivery: `2 von 3 geholt, 1 geladen`. */
function progressText({ kind, lines_count, left_count, loaded_count = 0 }: TourStop): string {
  const is = isInbound(kind) ? "zurück" : "geholt";
  const ready = `${showCount(lines_count - left_count)} von ${showCount(lines_count)} ${is}`;
  return loaded_count > 0 ? `${ready}, ${showCount(loaded_count)} geladen` : ready;
}

/** Names the next action for a delivery. */
function nextAction({ kind, left_count }: TourStop): string {
  if (isInbound(kind)) return left_count > 0 ? "Annehmen" : "Abschließen";
  return left_count > 0 ? "Holen" : kind === DeliveryKind.copy ? "Scannen" : "Übergeben";
}

/** Shows what is done already, what the list leaves out, and what is due next. */
function Rest({ tour: { deliveries, count, done_count = 0, next } }: { tour: DayTour }) {
  const hidden = count - deliveries.length;
  return (
    <div className="mt-2 grid gap-1 text-muted">
      {hidden > 0 && (
        <p>
          <TextLink to="/deliveries/plan">{showThings(hidden, "weitere Lieferung", "weitere Lieferungen")}</TextLink>
        </p>
      )}
      {done_count > 0 && <p>{showThings(done_count, "Lieferung", "Lieferungen")} heute abgeschlossen</p>}
      {next && (
        <p>
          Danach {showWeekday(next.day)}: {showThings(next.count, "Lieferung", "Lieferungen")}
        </p>
      )}
    </div>
  );
}
