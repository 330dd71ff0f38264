import { showCustomer } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { type Data, deliveryOf, type KnownLine } from "#rules/aisle/stock-data.ts";
import { nextPickLine, pickProgress } from "#rules/aisle/pick.ts";
import { openWalkLines } from "#rules/aisle/walk.ts";
import { ContentTicks } from "#web/aisle/screens/content-ticks.tsx";
import type { PickRun } from "./pick-run.ts";
import { WantedBox } from "#web/aisle/screens/wanted-box.tsx";

/** The line in front of which the worker is to stand: where, and which box; or the contents of the box that was scanned. */
export function PickLine({ state, data, tap }: PickRun) {
  const { contents } = state;
  const lines = openWalkLines(data, state.deliveries);
  if (contents) {
    const matchingLines = lines.filter(
      ({ code, content, state: now }) => code === contents.code && content && now === "open",
    );
    const all = matchingLines.flatMap(({ content }) => content ?? []);
    return <ContentTicks contents={all} ticked={contents.ticked} onTick={(content) => tap({ do: "tick", content })} />;
  }
  const line = nextPickLine(state, data);
  if (!line) return <Summary {...pickProgress(state, data)} missing={state.counts.missing ?? 0} />;
  return <Wanted line={line} data={data} />;
}

function Wanted({ line, data }: { line: KnownLine; data: Data }) {
  const { code, content, delivery: id } = line;
  const delivery = deliveryOf(data, id);
  const customer = delivery && data.customer(delivery.customer);
  return (
    <WantedBox code={code} data={data}>
      {content && <p className="break-words text-section">{content.text}</p>}
      <p className="truncate text-muted">
        {delivery && `Lieferung ${showDeliveryCode(delivery.code)}`}
        {customer && ` · ${showCustomer(customer)}`}
      </p>
    </WantedBox>
  );
}

const Summary = ({ done, total, missing }: { done: number; total: number; missing: number }) => (
  <section aria-label="Runde" className="grid gap-1 p-2 text-center">
    <p className="text-title font-semibold tabular-nums">
      {done} von {total} erledigt
    </p>
    {missing > 0 && <p>{missing} nicht gefunden</p>}
  </section>
);
