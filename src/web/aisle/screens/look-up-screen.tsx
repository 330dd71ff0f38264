import { ExternalLink, type IconNode, Lock, TriangleAlert } from "lucide";
import { useEffect, useState } from "react";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { boxRetention } from "#contract/calls/destruction/retention.ts";
import { listCases } from "#contract/calls/stocktake/cases.ts";
import { showCount } from "#rules/amounts.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { FlowName } from "#rules/aisle/flow.ts";
import type { Data, KnownBox } from "#rules/aisle/stock-data.ts";
import { beginLookUp, lookUp, type LookUpState, nextFlows } from "#rules/aisle/look-up.ts";
import { call } from "#web/api/call.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { RowGrid } from "#web/aisle/row-grid.tsx";
import { onRead, passOn } from "#web/aisle/reading/reading.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { goTo } from "#web/aisle/address.ts";

const flow = { name: "lookUp" as const, begin: beginLookUp, reduce: lookUp };

/** A flow that may be opened for what was found. */
interface NextFlow {
  readonly name: FlowName;
  readonly label: string;
  readonly icon: IconNode;
}

/** Identifies a box with its place and state, or a row with its places. */
export function LookUpScreen({ flows }: { flows: readonly NextFlow[] }) {
  return (
    <FlowScreen flow={flow} title="Nachsehen" actions={(run) => <Next {...run} flows={flows} />}>
      {(run) => <Found {...run} />}
    </FlowScreen>
  );
}

function Found({ state: { found, isOnline, said }, data }: FlowHandle<LookUpState, never>) {
  if (found?.kind === "row") {
    const row = data.row(found.row);
    return row && <RowGrid row={row} boxes={data.boxesIn(row.id)} onBox={(code) => onRead(code, "hand")} />;
  }
  const box = found && data.box(found.code);
  if (box) return <Facts key={box.code} box={box} data={data} isOnline={isOnline} />;
  return said ? null : <p className="p-2 text-center text-muted">Box oder Reihe scannen.</p>;
}

function Facts({ box, data, isOnline }: { box: KnownBox; data: Data; isOnline: boolean }) {
  const more = useMore(box.code, isOnline);
  const delivery = data
    .deliveries()
    .find(({ lines }) => lines.some(({ code, state }) => code === box.code && state === "open"));
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1">
      <BoxStateBadge state={box.state} />
      {more && <span>{showCount(more.content_count)} Inhalte</span>}
      {more?.isHeld && (
        <Badge tone="red" icon={Lock}>
          Gesperrt
        </Badge>
      )}
      {more?.isCase && (
        <Badge tone="amber" icon={TriangleAlert}>
          Offener Fall
        </Badge>
      )}
      {delivery && <span>Lieferung {showDeliveryCode(delivery.code)}</span>}
      {more && (
        <a
          href={`/stock/boxes/${more.id}`}
          className="ml-auto flex min-h-12 items-center gap-1 px-2 text-accent underline"
        >
          mehr
          <Icon of={ExternalLink} size={16} />
        </a>
      )}
    </div>
  );
}

type More = Box & { readonly isHeld: boolean; readonly isCase: boolean };

/** Fetches the data of a box that the device does not keep, where there is a network. */
function useMore(code: string, isOnline: boolean): More | undefined {
  const [more, setMore] = useState<More>();
  useEffect(() => {
    if (!isOnline) return undefined;
    let isGone = false;
    const [owner, number] = [Number(code.slice(0, 4)), Number(code.slice(4))];
    const find = async () => {
      const { results } = await call(listBoxes, { query: { owner, min_number: number, max_number: number } });
      const [box] = results;
      if (!box) return;
      const [{ held }, { count }] = await Promise.all([
        call(boxRetention, { path: { id: box.id } }),
        call(listCases, { query: { code, open: "all", limit: 1 } }),
      ]);
      if (!isGone) setMore({ ...box, isHeld: held !== null, isCase: count > 0 });
    };
    find().catch(() => undefined); // what the device knows stands there
    return () => {
      isGone = true;
    };
  }, [code, isOnline]);
  return more;
}

/** Offers the next actions for the box, where their flow is there. */
function Next({ state: { found }, data, flows }: FlowHandle<LookUpState, never> & { flows: readonly NextFlow[] }) {
  const box = found?.kind === "box" ? data.box(found.code) : undefined;
  if (!box) return null;
  const next = nextFlows(box).flatMap((name) => flows.find((one) => one.name === name) ?? []);
  const open = (entry: NextFlow) => {
    passOn({ text: box.code, via: "hand" });
    goTo(entry.name);
  };
  return (
    <div className="flex shrink-0 gap-2 px-2 pb-2">
      {next.map((entry) => (
        <Button key={entry.name} className="min-h-14! grow" icon={entry.icon} onClick={() => open(entry)}>
          {entry.label}
        </Button>
      ))}
    </div>
  );
}
