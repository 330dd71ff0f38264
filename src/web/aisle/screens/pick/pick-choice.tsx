import { useState } from "react";
import { showThings } from "#rules/amounts.ts";
import { showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { isInTour } from "#rules/deliveries/delivery-plan.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { Data, KnownDelivery } from "#rules/aisle/stock-data.ts";
import { countOpenLines, toPick } from "#rules/aisle/waiting.ts";
import { Button } from "#web/ui/button/button.tsx";
import { showDay } from "#web/ui/berlin-time.ts";
import { Nothing } from "#web/aisle/screens/nothing.tsx";
import type { PickRun } from "./pick-run.ts";

interface PickChoiceProps {
  readonly run: PickRun;
  readonly chosen: readonly number[];
  readonly onChosen: (deliveries: readonly number[]) => void;
}

/** Offers the choice of the deliveries that are fetched in this walk. */
export function PickChoice({ run: { data }, chosen, onChosen }: PickChoiceProps) {
  const all = toPick(data);
  if (all.length === 0) return <Nothing>Nichts zu kommissionieren.</Nothing>;
  const toggle = (id: number) => onChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <ul aria-label="Lieferungen" className="grid min-h-24 shrink grid-cols-1 content-start gap-1 overflow-y-auto">
      {all.map((delivery) => (
        <li key={delivery.id}>
          <Line of={delivery} data={data} isChosen={chosen.includes(delivery.id)} onToggle={toggle} />
        </li>
      ))}
    </ul>
  );
}

/** Starts a walk for the chosen deliveries, or for all that are due by today. */
export function PickStart({ run: { state, data, tap }, ...choice }: Omit<PickChoiceProps, "onChosen">) {
  const [now] = useState(() => new Date());
  const all = toPick(data);
  const selection = choice.chosen.filter((id) => all.some((delivery) => delivery.id === id));
  const due = all.flatMap(({ id, time }) => (isInTour(time, "today", now) ? id : []));
  const start = (deliveries: readonly number[]) => tap({ do: "choose", deliveries });
  return (
    <section aria-label="Runde beginnen" className="grid shrink-0 gap-1 px-2 pb-2">
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="size-6"
          checked={state.checksPlaces}
          onChange={(event) => tap({ do: "checkPlaces", on: event.target.checked })}
        />
        Nach jedem Platz fragen, ob er leer ist
      </label>
      <div className="flex flex-wrap gap-2">
        {due.length > 0 && (
          <Button className="min-h-14! grow basis-30" onClick={() => start(due)}>
            Alle für heute ({due.length})
          </Button>
        )}
        <Button
          look="primary"
          className="min-h-14! grow basis-30"
          disabledReason={selection.length === 0 && "Bitte Lieferungen auswählen"}
          onClick={() => start(selection)}
        >
          Los ({selection.length})
        </Button>
      </div>
    </section>
  );
}

interface LineProps {
  readonly of: KnownDelivery;
  readonly data: Data;
  readonly isChosen: boolean;
  readonly onToggle: (id: number) => void;
}

function Line({ of, data, isChosen, onToggle }: LineProps) {
  const customer = data.customer(of.customer);
  const count = countOpenLines(of);
  return (
    <label className="flex min-h-14 items-center gap-3 rounded-md border border-field bg-surface px-2">
      <input type="checkbox" className="size-6 shrink-0" checked={isChosen} onChange={() => onToggle(of.id)} />
      <span className="min-w-0 grow leading-tight">
        <span className="tabular-nums">
          {showDeliveryCode(of.code)}
          {of.time && ` · ${showDay(of.time)}`}
        </span>
        <span className="block truncate text-muted">
          {customer ? showCustomer(customer) : showCustomerCode(of.customer)}
        </span>
      </span>
      <span className="text-section tabular-nums" aria-label={showThings(count, "Zeile", "Zeilen")}>
        {count}
      </span>
    </label>
  );
}
