import { useQuery } from "@tanstack/react-query";
import { boxesOverview } from "#contract/calls/stock/boxes.ts";
import { deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import { worklist } from "#contract/calls/stocktake/stocktakes.ts";
import { showCount } from "#rules/amounts.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { queryFor } from "#web/api/queries.ts";

/** What a figure counts. */
export type Figure = "created" | "left" | "marked" | "check" | "cases";

/** How much there is to do, of what home asks for, too; nothing where that is not known, or zero. */
export function useServiceFigures(): Readonly<Record<Figure, string | undefined>> {
  const { data: boxes } = useQuery(queryFor(boxesOverview));
  const { data: plan } = useQuery(queryFor(deliveryPlan));
  const { data: work } = useQuery(queryFor(worklist));
  const left = plan?.results.reduce(
    (sum, { kind, left_count }) => (kind === DeliveryKind.customer ? sum + left_count : sum),
    0,
  );
  return {
    created: figureOf(boxes?.boxes_created_count, "erstellt"),
    left: figureOf(left, "zu holen"),
    marked: figureOf(boxes?.boxes_marked_count, "markiert"),
    check: figureOf(work?.to_check, "zu prüfen"),
    cases: figureOf(work?.cases.open, "offen"),
  };
}

const figureOf = (count: number | undefined, what: string) => (count ? `${showCount(count)} ${what}` : undefined);
