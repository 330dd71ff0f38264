import { useState } from "react";
import { showBoxes } from "#rules/amounts.ts";
import { showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import {
  batchOf,
  beginDestroy,
  countBatch,
  destroyBoxes,
  destroyLine,
  type DestroyState,
  firstDay,
  isEnded,
  isBatchDone,
} from "#rules/aisle/destroy.ts";
import type { Data, KnownBatch } from "#rules/aisle/stock-data.ts";
import { currentData } from "#web/aisle/device/pending-scans.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DestroyActions } from "./destroy-actions.tsx";
import type { DestroyRun } from "./destroy-run.ts";
import { Nothing } from "#web/aisle/screens/nothing.tsx";
import { WantedBox } from "#web/aisle/screens/wanted-box.tsx";

const flow = { name: "destroy" as const, begin: beginDestroy, reduce: destroyBoxes };

/** Leads through a destruction: the boxes are fetched from the shelves, and then destroyed one by one at the shredder. */
export function DestroyScreen() {
  return (
    <FlowScreen
      flow={flow}
      title="Vernichtung"
      danger={({ batch, phase }) => (batch !== null && phase === "shred" ? "Am Schredder" : null)}
      counter={(state) => <Far state={state} />}
      actions={(run) => <DestroyActions {...run} />}
    >
      {(run) => <Body {...run} />}
    </FlowScreen>
  );
}

/** Shows how many boxes stand ready, or are destroyed. */
function Far({ state }: { state: DestroyState }) {
  const batch = batchOf(state, currentData());
  if (!batch) return null;
  const { open, staged, destroyed } = countBatch(batch);
  return `${state.phase === "shred" ? destroyed : staged + destroyed}/${open + staged + destroyed}`;
}

function Body(run: DestroyRun) {
  const { state, data } = run;
  if (state.question) return null; // one thing at a time
  if (state.batch === null) return <Choice {...run} />;
  const batch = batchOf(state, data);
  if (!batch || isEnded(state, data))
    return <p className="p-2 text-center text-title">{showBatch(state.batch)}: keine Box ist mehr offen.</p>;
  return state.phase === "stage" ? <Fetch {...run} batch={batch} /> : <Shred {...run} batch={batch} />;
}

const nameOf = ({ customer }: KnownBatch, data: Data) => {
  const customerData = data.customer(customer);
  return customerData ? showCustomer(customerData) : showCustomerCode(customer);
};

const Whose = ({ batch, data }: { batch: KnownBatch; data: Data }) => (
  <p className="truncate text-muted">
    {showBatch(batch.id)} · {nameOf(batch, data)}
  </p>
);

function Choice({ data, tap }: DestroyRun) {
  const all = data.batches();
  if (all.length === 0) return <Nothing>Nichts zu vernichten.</Nothing>;
  return (
    <ul aria-label="Vorgänge" className="grid min-h-24 shrink grid-cols-1 content-start gap-1 overflow-y-auto">
      {all.map((batch) => (
        <li key={batch.id}>
          <BatchButton batch={batch} data={data} onChoose={() => tap({ do: "choose", batch: batch.id })} />
        </li>
      ))}
    </ul>
  );
}

function BatchButton({ batch, data, onChoose }: { batch: KnownBatch; data: Data; onChoose: () => void }) {
  const { open, staged, destroyed } = countBatch(batch);
  const [now] = useState(() => new Date());
  const day = firstDay(batch, now);
  return (
    <Button className="h-auto min-h-14! w-full justify-start! py-2 text-left whitespace-normal!" onClick={onChoose}>
      <span className="min-w-0 grow leading-tight">
        <span className="tabular-nums">{showBatch(batch.id)}</span>
        <span className="block truncate font-normal text-muted">{nameOf(batch, data)}</span>
        <span className="block font-normal tabular-nums">
          {isBatchDone(batch)
            ? `${showBoxes(destroyed)} vernichtet, noch nicht bezeugt`
            : `${staged + destroyed} von ${showBoxes(open + staged + destroyed)} bereit`}
        </span>
        {day && <span className="block font-normal tabular-nums">Schredder ab {showDate(day)}</span>}
      </span>
    </Button>
  );
}

function Fetch({ batch, state, data }: DestroyRun & { batch: KnownBatch }) {
  const line = destroyLine(state, data);
  const { held } = countBatch(batch);
  return (
    <>
      {line ? (
        <WantedBox code={line.code} data={data}>
          <Whose batch={batch} data={data} />
        </WantedBox>
      ) : (
        <section aria-label="Runde" className="p-2 text-center">
          <p className="text-title font-semibold">Alles bereitgestellt</p>
          <Whose batch={batch} data={data} />
        </section>
      )}
      <Held count={held} />
    </>
  );
}

function Shred({ batch, state, data }: DestroyRun & { batch: KnownBatch }) {
  const { open, staged, held } = countBatch(batch);
  const [now] = useState(() => new Date());
  const day = firstDay(batch, now);
  return (
    <section aria-label="Am Schredder" className="grid gap-1">
      <p className="text-title font-semibold">Box scannen, dann einwerfen</p>
      <Whose batch={batch} data={data} />
      <p>
        Noch {showBoxes(open + staged)}
        {open > 0 && `, davon ${open} nicht bereitgestellt`}.
      </p>
      {day && <p className="font-semibold">Die Wartezeit läuft: ab {showDate(day)}.</p>}
      {!state.isOnline && <p className="font-semibold text-danger">Vernichtet wird nur mit Netz.</p>}
      <Held count={held} />
    </section>
  );
}

const Held = ({ count }: { count: number }) =>
  count > 0 && <p>{showBoxes(count)} gesperrt: bleiben stehen, das Büro nimmt sie aus dem Vorgang.</p>;
