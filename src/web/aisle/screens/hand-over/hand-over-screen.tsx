import { Circle, CircleCheck, type IconNode, Truck, Undo2, X } from "lucide";
import { useState } from "react";
import { showBoxCode, showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { beginHandOver, handOverFlow } from "#rules/aisle/hand-over.ts";
import { type Data, deliveryOf, type KnownDelivery, type LineState } from "#rules/aisle/stock-data.ts";
import { toHandOver } from "#rules/aisle/waiting.ts";
import { walkLineKey } from "#rules/aisle/walk.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Nothing } from "#web/aisle/screens/nothing.tsx";
import { ActionBar } from "#web/aisle/screens/action-bar.tsx";
import type { HandOverRun } from "./hand-over-run.ts";
import { HandOverSign } from "./hand-over-sign.tsx";

const flow = { name: "handOver" as const, begin: beginHandOver, reduce: handOverFlow };

/** Leads through a hand-over: picked things go onto the vehicle, and from it to the customer. */
export function HandOverScreen() {
  return (
    <FlowScreen flow={flow} title="Übergabe" actions={(run) => <HandOverActions {...run} />}>
      {(run) => <Delivery {...run} />}
    </FlowScreen>
  );
}

function Delivery({ state, data, tap }: HandOverRun) {
  const delivery = state.delivery === null ? undefined : deliveryOf(data, state.delivery);
  if (!delivery) return <Choice data={data} onChoose={(id) => tap({ do: "choose", delivery: id })} />;
  return (
    <section
      aria-label={`Lieferung ${showDeliveryCode(delivery.code)}`}
      className="flex min-h-24 shrink flex-col gap-1"
    >
      <h2 className="text-title">
        {showDeliveryCode(delivery.code)} <span className="font-normal text-muted">{nameOf(delivery, data)}</span>
      </h2>
      <ul className="min-h-0 overflow-y-auto tabular-nums">
        {delivery.lines.map((line) => (
          <li key={walkLineKey(line)} className="flex min-h-8 items-center gap-2">
            <Look state={line.state} />
            <span className="min-w-0 truncate">
              {showBoxCode(line.code)}
              {line.content && ` · ${line.content.text}`}
            </span>
            <span className="ml-auto shrink-0 text-muted">{looks[line.state].word}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const looks: Record<LineState, { icon: IconNode; word: string }> = {
  open: { icon: X, word: "nicht kommissioniert" },
  done: { icon: Circle, word: "bereit" },
  missing: { icon: X, word: "nicht gefunden" },
  loaded: { icon: Truck, word: "an Bord" },
  delivered: { icon: CircleCheck, word: "übergeben" },
  left: { icon: Undo2, word: "zurück an Bord" },
};

const Look = ({ state }: { state: LineState }) => <Icon of={looks[state].icon} size={20} className="shrink-0" />;

const nameOf = ({ customer }: KnownDelivery, data: Data) => {
  const customerData = data.customer(customer);
  return customerData ? showCustomer(customerData) : showCustomerCode(customer);
};

function Choice({ data, onChoose }: { data: Data; onChoose: (id: number) => void }) {
  const all = toHandOver(data);
  if (all.length === 0) return <Nothing>Keine Lieferung ist bereit.</Nothing>;
  return (
    <ul aria-label="Lieferungen" className="grid min-h-24 shrink grid-cols-1 gap-1 overflow-y-auto">
      {all.map((delivery) => (
        <li key={delivery.id}>
          <Button
            className="h-auto min-h-14! w-full justify-start! gap-3 whitespace-normal!"
            onClick={() => onChoose(delivery.id)}
          >
            <span className="tabular-nums">{showDeliveryCode(delivery.code)}</span>
            <span className="min-w-0 truncate">{nameOf(delivery, data)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Onto the vehicle; then, at the customer's, off it, and who has taken it over. */
function HandOverActions({ state, tap }: HandOverRun) {
  const [isSigning, setIsSigning] = useState(false);
  const { delivery, phase, fate, isOnline } = state;
  if (delivery === null) return null;
  if (isSigning)
    return (
      <HandOverSign
        key={delivery}
        delivery={delivery}
        isOnline={isOnline}
        onSigned={(signed) => {
          setIsSigning(false);
          tap({ do: "complete", ...signed });
        }}
        onClose={() => setIsSigning(false)}
      />
    );
  if (phase === "load")
    return (
      <ActionBar>
        <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "choose", delivery: null })}>
          Andere Lieferung
        </Button>
        <Button look="primary" className="min-h-14! grow basis-0" onClick={() => tap({ do: "phase", phase: "door" })}>
          Beim Kunden
        </Button>
      </ActionBar>
    );
  return (
    <section aria-label="Aktionen" className="grid shrink-0 gap-2 px-2 pb-2">
      <div role="group" aria-label="Was ein Scan heißt" className="flex gap-2">
        <Button
          look={fate === "delivered" ? "primary" : "plain"}
          aria-pressed={fate === "delivered"}
          className="min-h-14! grow basis-0"
          onClick={() => tap({ do: "fate", fate: "delivered" })}
        >
          Übergeben
        </Button>
        <Button
          look={fate === "back" ? "primary" : "plain"}
          aria-pressed={fate === "back"}
          className="min-h-14! grow basis-0"
          onClick={() => tap({ do: "fate", fate: "back" })}
        >
          Zurück an Bord
        </Button>
      </div>
      <div className="flex gap-2">
        <Button className="min-h-14! grow basis-0" onClick={() => tap({ do: "phase", phase: "load" })}>
          Verladen
        </Button>
        <Button className="min-h-14! grow basis-0" onClick={() => setIsSigning(true)}>
          Abschließen …
        </Button>
      </div>
    </section>
  );
}
