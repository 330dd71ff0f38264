import { useNavigate } from "@tanstack/react-router";
import type { SearchResult } from "#contract/schemas/search/search.ts";
import { type DeliveryState, deliveryMayBe } from "#rules/deliveries/delivery-state.ts";
import type { SearchKind } from "#rules/search/search-kinds.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { type ContentState, contentMayBe } from "#rules/stock/content-state.ts";
import { useOrder } from "#web/basket/order-button.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { paths } from "#web/paths.ts";
import { linesId } from "./found-result.ts";
import { loadChunk } from "#web/shell/lazy-page.ts";

export interface ResultAction {
  readonly text: string;
  readonly act: () => void;
}

/** Returns by result what is done with it most often, without opening it; nothing where its state forbids it. */
export function useResultActions(
  isStaff: boolean,
): (kind: SearchKind, result: SearchResult) => readonly ResultAction[] {
  const navigate = useNavigate();
  const { order } = useOrder();
  const { start } = useActions<"label">([]);
  const printLabel = (code: string) =>
    start("label", async () => {
      const { printBoxLabels } = await loadChunk(() => import("#web/label-printing/print-labels.ts"));
      return printBoxLabels([code]);
    });
  return (kind, { id, title, box, owner, state }) => {
    const isInStock = box?.state === BoxState.inStock;
    if (kind === "content" && box && owner && isInStock && contentMayBe("order", state as ContentState)) {
      const wanted = [{ type: "addContent", content: { id, text: title, box } }] as const;
      return [
        { text: "Anfordern", act: () => order(owner, wanted) },
        { text: "Als Scan", act: () => order(owner, wanted, true) },
      ];
    }
    if (kind === "box" && box && owner)
      return [
        ...(isInStock ? [{ text: "Anfordern", act: () => order(owner, [{ type: "addBox", box }]) }] : []),
        ...(isStaff ? [{ text: "Etikett", act: () => printLabel(box.code) }] : []),
      ];
    if (kind === "customer" && isStaff && owner) return [{ text: "Bestellen", act: () => order(owner, []) }];
    if (kind === "delivery" && isStaff && deliveryMayBe("pick", state as DeliveryState))
      return [
        {
          text: "Kommissionieren",
          act: () => void navigate({ ...paths.delivery(id), hash: linesId }),
        },
      ];
    return [];
  };
}
