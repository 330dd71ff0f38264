import { CircleCheck, Circle } from "lucide";
import { useState } from "react";
import { showThings } from "#rules/amounts.ts";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import { deliveryNoun, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { CommonTap } from "#rules/aisle/flow.ts";
import type { KnownDelivery } from "#rules/aisle/stock-data.ts";
import { beginReceive, receiveReturns, type ReceiveState, type ReceiveTap } from "#rules/aisle/receive.ts";
import { announcedReturns } from "#rules/aisle/waiting.ts";
import { walkLineKey } from "#rules/aisle/walk.ts";
import { call } from "#web/api/call.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ActionBar } from "./action-bar.tsx";
import { ContentTicks } from "./content-ticks.tsx";

const flow = { name: "receive" as const, begin: beginReceive, reduce: receiveReturns };
type Run = FlowHandle<ReceiveState, ReceiveTap | CommonTap>;

/** Takes returns at the dock and ticks them off against what was announced. */
export function ReceiveScreen() {
  return (
    <FlowScreen
      flow={flow}
      title="Retour"
      counter={({ counts }) => counts.received ?? 0}
      actions={(run) => <Actions {...run} />}
    >
      {(run) => <Dock {...run} />}
    </FlowScreen>
  );
}

function Dock({ state, data, tap }: Run) {
  const { contents, unannounced, unknown } = state;
  if (contents)
    return (
      <ContentTicks
        contents={contents.out}
        ticked={contents.ticked}
        onTick={(content) => tap({ do: "tick", content })}
      />
    );
  const returns = announcedReturns(data);
  return (
    <div className="grid min-h-24 shrink content-start gap-2 overflow-y-auto">
      {returns.length === 0 && unannounced.length === 0 && unknown.length === 0 && (
        <p className="p-2 text-center text-title">Bitte die Boxen scannen.</p>
      )}
      <Codes title="Nicht angekündigt" codes={unannounced} />
      <Codes title="Fremd" codes={unknown} />
      {returns.map((delivery) => (
        <Announced key={delivery.id} of={delivery} />
      ))}
    </div>
  );
}

function Announced({ of: { kind, code, lines } }: { of: KnownDelivery }) {
  const openCount = lines.filter(({ state }) => state === "open").length;
  return (
    <section aria-label={`${deliveryNoun[kind]} ${showDeliveryCode(code)}`}>
      <h2 className="flex justify-between text-section tabular-nums">
        {deliveryNoun[kind]} {showDeliveryCode(code)}
        <span>{openCount === 0 ? "alles da" : `${showThings(openCount, "fehlt", "fehlen")} noch`}</span>
      </h2>
      <ul className="tabular-nums">
        {lines.map((line) => (
          <li key={walkLineKey(line)} className="flex items-center gap-2">
            <Icon
              of={line.state === "open" ? Circle : CircleCheck}
              size={20}
              role="img"
              aria-label={line.state === "open" ? "fehlt noch" : "zurück"}
              className="shrink-0"
            />
            <span className="min-w-0 truncate">
              {showBoxCode(line.code)}
              {line.content && ` · ${line.content.text}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Codes({ title, codes }: { title: string; codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="flex justify-between text-section tabular-nums">
        {title} <span>{codes.length}</span>
      </h2>
      <ul className="tabular-nums">
        {codes.map((code) => (
          <li key={code}>{parseBoxCode(code) ? showBoxCode(code) : code}</li>
        ))}
      </ul>
    </section>
  );
}

/** Offers the actions of a return. Only the server knows what came back to a box that nobody had announced. */
function Actions({ state: { said, contents, isOnline }, data, tap }: Run) {
  const [isAsking, setIsAsking] = useState(false);
  const box = said?.code === undefined ? undefined : data.box(said.code);
  if (contents || !box?.place || said?.signal !== "look") return null;
  const { code } = box;
  const look = async () => {
    setIsAsking(true);
    const out = await contentsOut(code).catch(() => null);
    setIsAsking(false);
    if (out) tap({ do: "contents", code, out });
  };
  return (
    <ActionBar>
      <Button
        className="min-h-14! grow"
        pending={isAsking}
        disabledReason={!isOnline && "nur mit Netz"}
        onClick={() => void look()}
      >
        Inhalt zurück in diese Box
      </Button>
    </ActionBar>
  );
}

async function contentsOut(code: string) {
  const [owner, number] = [Number(code.slice(0, 4)), Number(code.slice(4))];
  const { results } = await call(listBoxes, { query: { owner, min_number: number, max_number: number } });
  const [found] = results;
  if (!found) return [];
  const { content } = await call(getBox, { path: { id: found.id } });
  return content.flatMap(({ id, text, state }) => (state === ContentState.outside ? { id, text } : []));
}
