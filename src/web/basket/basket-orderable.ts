import type { Box } from "#contract/schemas/stock/boxes.ts";
import type { Reply } from "#contract/route.ts";
import type { resolveScan } from "#contract/calls/scanning/scans.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { contentMayBe, ContentState } from "#rules/stock/content-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { ChoosingFor } from "./basket.ts";

/** Why a box in stock cannot be ordered as a whole; undefined where it can (product 4). */
export function whyNotWhole({ content = [] }: Pick<Box, "content">): string | undefined {
  const orderedCount = content.filter(({ state }) => state === ContentState.ordered).length;
  if (orderedCount === 0) return undefined;
  return `Nicht als ganze Box: ${orderedCount === 1 ? "Ein Inhalt ist" : `${orderedCount} Inhalte sind`} bereits einzeln angefordert.`;
}

/** Why what a code belongs to cannot be ordered for this customer; undefined where it is in stock. */
export function orderRefusal(found: Reply<typeof resolveScan>, code: string, owner: number): string | undefined {
  const codeText = showBoxCode(code);
  if (!found.box) return refused.noSuchBox(codeText).message;
  const { state, owner: other } = found.box;
  if (other.id !== owner)
    return `Box ${codeText} gehört einem anderen Kunden: ${showCustomerCode(other.code)} – ${other.name}.`;
  if (state === BoxState.inStock) return undefined;
  return notInStock(codeText, boxStateText[state]);
}

/** Why a box in this state, as people call it, cannot be ordered. */
export function notInStock(code: string, state: string): string {
  return `${refused.boxIs(code, state).message} Nur eingelagerte Boxen können bestellt werden.`;
}

/** Rules for an order: boxes in stock can be ordered, and contents that are in them. */
export const forOrder: ChoosingFor = {
  purpose: "order",
  whyNotWhole,
  mayContent: (state) => contentMayBe("order", state),
  bringsContents: true,
  all: "eingelagert",
  nothing: (wanted) =>
    wanted === ""
      ? "Dieser Kunde hat keine eingelagerte Box."
      : `Keine eingelagerte Box des Kunden passt zu „${wanted}“. Was unterwegs ist, kann nicht bestellt werden.`,
};
