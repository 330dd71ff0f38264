import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { call } from "#web/api/call.ts";
import { whyNotWhole } from "#web/basket/basket-orderable.ts";
import { orderNow } from "#web/basket/order-now.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/** Those of the ticked boxes that are in stock: no other can be ordered (product 4). */
export const inStock = (boxes: readonly Box[]) => boxes.filter(({ state }) => state === BoxState.inStock);

/** Why boxes that are in stock cannot be ordered together; false where they can. */
export function whyNotTogether(boxes: readonly Box[]): string | false {
  if (boxes.length === 0) return "Nur eingelagerte Boxen können bestellt werden.";
  const owners = new Set(boxes.map(({ owner }) => owner.id)).size;
  return owners > 1 && `Eine Lieferung geht an einen Kunden. Ausgewählt sind Boxen von ${owners} Kunden.`;
}

/** Puts boxes of one customer into the delivery that is being ordered, and says which of them cannot be ordered any more. */
export async function orderTicked(boxes: readonly Box[]): Promise<boolean> {
  const owner = boxes[0]?.owner;
  if (!owner) return false;
  const reasons = await reasonsOf(boxes, owner.id);
  if (reasons.size > 0) notify([...reasons.values()].slice(0, 3).join(" "), "warning");
  const orderable = boxes.filter(({ id }) => !reasons.has(id));
  if (orderable.length === 0) return false;
  return orderNow(
    owner,
    orderable.map(({ id, code }) => ({ type: "addBox", box: { id, code } })),
  );
}

/** Why boxes cannot be ordered as wholes now, by their ids, as far as one call reaches; the server has the last word. */
async function reasonsOf(boxes: readonly Box[], owner: number): Promise<Map<number, string>> {
  const numbers = boxes.map(({ code }) => Number(code.slice(4)));
  const range = { min_number: Math.min(...numbers), max_number: Math.max(...numbers), limit: maxPageSize };
  const query = { owner_id: owner, ...range, query: "{id,code,state,content{id,text,state}}" };
  const { results } = await call(listBoxes, { query });
  const reasons = results.flatMap((box) => {
    const why = boxes.some(({ id }) => id === box.id) && reasonOf(box);
    return why ? [[box.id, why] as const] : [];
  });
  return new Map(reasons);
}

function reasonOf(box: Pick<Box, "code" | "state" | "content">): string | undefined {
  const code = showBoxCode(box.code);
  if (box.state !== BoxState.inStock) return refused.boxIs(code, boxStateText[box.state]).message;
  const why = whyNotWhole(box);
  return why && `Box ${code}: ${why}`;
}

/** Says which of the ticked boxes are left out, and why: "Box 0042.000.031 ist angefordert." */
export function leftOut(boxes: readonly Box[], kept: readonly Box[]): string {
  const others = boxes.filter((box) => !kept.includes(box));
  const [first] = others;
  if (!first) return "";
  if (others.length === 1) return refused.boxIs(showBoxCode(first.code), boxStateText[first.state]).message;
  const states = [...new Set(others.map(({ state }) => boxStateText[state]))].join(", ");
  return `${showBoxes(others.length)} sind nicht dabei: ${states}.`;
}
