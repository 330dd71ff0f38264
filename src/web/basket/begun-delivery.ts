import { showBoxes, showContents } from "#rules/amounts.ts";
import { type DeliveryDraft, draftFrom } from "#rules/deliveries/delivery-draft.ts";
import { storedValue } from "#web/storage/stored-value.ts";

/** The delivery that somebody has begun to order. */
export const begunDelivery = storedValue("delivery", (value) => draftFrom(value) ?? undefined);

/** "2 Boxen, 1 Inhalt". */
export function showChosen({ boxes, contents }: Pick<DeliveryDraft, "boxes" | "contents">): string {
  return [boxes.length > 0 && showBoxes(boxes.length), contents.length > 0 && showContents(contents.length)]
    .filter(Boolean)
    .join(", ");
}
