import { ArrowDown, ArrowUp, GripVertical } from "lucide";
import { useState } from "react";
import type { DeliveryStop, VanTourDetail } from "#contract/schemas/deliveries/tours.ts";
import { absenceText, sortStops, TourState } from "#rules/deliveries/tours.ts";
import { DeliveryKind, DeliveryState, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { phoneAddress } from "#web/detail-page/phone-link.tsx";
import { Button, buttonClass } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { StopFacts } from "./stop-facts.tsx";
import { useStopOrder } from "./use-stop-order.ts";

const AskAbsence = onDemand(async () => (await import("./absence-dialog.tsx")).AbsenceDialog);

/** Where a tour goes, in order: dragged, or moved by its buttons. */
export function TourStops({ tour }: { tour: VanTourDetail }) {
  const { stops, said, isPending, set, moveBy, remove } = useStopOrder(tour);
  const [dragged, setDragged] = useState<DeliveryStop>();
  const [absent, setAbsent] = useState<DeliveryStop>();
  const isOver = tour.state === TourState.over;
  const drop = (on: DeliveryStop) => {
    const placeOf = (stop: DeliveryStop) => stops.findIndex(({ delivery }) => delivery === stop.delivery);
    if (dragged) moveBy(dragged, placeOf(on) - placeOf(dragged));
  };
  const past = tour.results.filter(({ ended }) => ended !== null);
  const sorted = sortStops(stops).map(({ delivery }) => delivery);
  const isSorted = String(sorted) === String(stops.map(({ delivery }) => delivery));
  return (
    <>
      <Section
        title="Halte"
        total={tour.results.length}
        actions={
          !isOver && (
            <Button
              pending={isPending}
              disabledReason={isSorted && "Die Halte stehen schon so."}
              onClick={() => set(sorted)}
            >
              Nach Zeit und PLZ ordnen
            </Button>
          )
        }
      >
        {tour.results.length === 0 && <EmptyState text="Die Tour hat noch keinen Halt." />}
        <ol aria-label="Halte" className="grid gap-2">
          {stops.map((stop, index) => (
            <StopLine
              key={stop.delivery}
              stop={stop}
              index={index}
              last={stops.length - 1}
              state={tour.state}
              drag={{ dragged, setDragged, drop }}
              moveBy={moveBy}
              onAbsent={() => setAbsent(stop)}
              onRemove={() => remove(stop)}
            />
          ))}
        </ol>
        <p role="status" className="mt-2 min-h-5 text-muted">
          {said}
        </p>
        {past.length > 0 && <PastStops stops={past} />}
      </Section>
      {absent && <AskAbsence tour={tour.id} stop={absent} onClose={() => setAbsent(undefined)} />}
    </>
  );
}

type StopLineProps = {
  stop: DeliveryStop;
  index: number;
  last: number;
  state: TourState;
  /** Stop that is being dragged. */
  drag: {
    dragged: DeliveryStop | undefined;
    setDragged: (stop: DeliveryStop | undefined) => void;
    drop: (on: DeliveryStop) => void;
  };
  moveBy: (stop: DeliveryStop, steps: number, button?: string) => void;
  onAbsent: () => void;
  onRemove: () => void;
};

function StopLine({ drag: { dragged, setDragged, drop }, ...line }: StopLineProps) {
  const { stop, index, state } = line;
  const isOver = state === TourState.over;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop at; its buttons move it, too
    <li
      className="rounded-md border border-line bg-surface p-3"
      onDragOver={(event) => dragged && event.preventDefault()}
      onDrop={() => drop(stop)}
    >
      <div className="flex flex-wrap items-start gap-2">
        {!isOver && (
          <span
            draggable
            aria-hidden
            title="Ziehen"
            className="cursor-grab text-muted max-sm:hidden"
            onDragStart={() => setDragged(stop)}
            onDragEnd={() => setDragged(undefined)}
          >
            <Icon of={GripVertical} size={14} />
          </span>
        )}
        <StopFacts stop={stop} number={index + 1} />
        {!isOver && <StopButtons {...line} />}
      </div>
    </li>
  );
}

function StopButtons({ stop, index, last, state, moveBy, onAbsent, onRemove }: Omit<StopLineProps, "drag">) {
  const isUnderway = state === TourState.underway;
  const name = `Lieferung ${showDeliveryCode(stop.code)}`;
  const [up, down] = ["up", "down"].map((way) => `stop-${stop.delivery}-${way}`) as [string, string];
  const isOpen = stop.state < DeliveryState.completed;
  return (
    <div data-screen-only className="flex flex-wrap gap-2">
      <IconButton
        id={up}
        label={`${name} früher`}
        icon={ArrowUp}
        disabledReason={index === 0 && "Das ist der erste Halt."}
        onClick={() => moveBy(stop, -1, up)}
      />
      <IconButton
        id={down}
        label={`${name} später`}
        icon={ArrowDown}
        disabledReason={index === last && "Das ist der letzte Halt."}
        onClick={() => moveBy(stop, 1, down)}
      />
      {isUnderway && isOpen && stop.kind === DeliveryKind.customer && (
        <a href={`${phoneAddress}#/handOver`} aria-label={`${name} übergeben`} className={buttonClass()}>
          Übergeben
        </a>
      )}
      {isUnderway && isOpen && (
        <Button aria-label={`${name} nicht angetroffen`} onClick={onAbsent}>
          Nicht angetroffen
        </Button>
      )}
      <Button look="quiet" aria-label={`${name} entfernen`} onClick={onRemove}>
        Entfernen
      </Button>
    </div>
  );
}

/** Lists former stops: nobody was met there, or the tour is over. */
function PastStops({ stops }: { stops: readonly DeliveryStop[] }) {
  return (
    <>
      <h3 className="mb-2">Nicht mehr auf dem Weg</h3>
      <ul aria-label="Nicht mehr auf dem Weg" className="grid gap-2">
        {stops.map((stop) => (
          <li key={stop.id} className="rounded-md border border-line bg-surface p-3">
            <StopFacts stop={stop} />
            {stop.absence && <p className="text-danger">Nicht übergeben: {absenceText[stop.absence]}.</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
