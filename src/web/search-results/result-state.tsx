import type { SearchResult } from "#contract/schemas/search/search.ts";
import { type ContentState, ContentState as States } from "#rules/stock/content-state.ts";
import type { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import type { SearchKind } from "#rules/search/search-kinds.ts";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import { ContentStateBadge } from "#web/ui/page/content-state-badge.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";

type ResultStateProps = { kind: SearchKind; result: SearchResult };

/** The state that matters to who looks for it: of a content that is in its box that of the box. */
export function ResultState({ kind, result: { state, box } }: ResultStateProps) {
  if (kind === "delivery" && state !== null) return <DeliveryStateBadge state={state as DeliveryState} />;
  if (kind === "content" && state !== States.inside && state !== null)
    return <ContentStateBadge state={state as ContentState} />;
  return box && <BoxStateBadge state={box.state} />;
}
