import { listBoxes } from "#contract/calls/boxes.ts";
import { getCustomer } from "#contract/calls/customers.ts";
import type { Box } from "#contract/schemas/boxes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCode, showCustomer } from "#rules/box-code.ts";
import { BoxState, boxStateText } from "#rules/box-state.ts";
import { emptyDraft, reduceDraft } from "#rules/delivery-draft.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { call } from "#web/api/call.ts";
import { whyNotWhole } from "#web/lines/basket-orderable.ts";
import { boxSelection } from "#web/lines/basket-search.ts";
import { begunOrder } from "#web/lines/begun-order.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

/** Those of the ticked boxes that are in stock: no other can be ordered (product 4). */
export const inStock = (boxes: readonly Box[]) => boxes.filter(({ state }) => state === BoxState.inStock);

/** Why boxes that are in stock cannot be ordered together; false where they can. */
export function whyNotTogether(boxes: readonly Box[]): string | false {
  if (boxes.length === 0) return "Nur eingelagerte Boxen können bestellt werden.";
  const owners = new Set(boxes.map(({ owner }) => owner.id)).size;
  return owners > 1 && `Eine Lieferung geht an einen Kunden. Ausgewählt sind Boxen von ${owners} Kunden.`;
}

/**
 * Puts boxes of one customer into the delivery that is begun, and answers at which step it goes on: with one delivery option at the
 * summary. Null where none of them can be ordered any more, or another customer's delivery is not to be lost.
 */
export async function orderTicked(boxes: readonly Box[]): Promise<number | null> {
  const owner = boxes[0]?.owner;
  if (!owner || !(await mayReplace(owner.id))) return null;
  const [reasons, options] = await Promise.all([reasonsOf(boxes, owner.id), optionsOf(owner.id)]);
  const orderable = boxes.filter(({ id }) => !reasons.has(id));
  if (reasons.size > 0) notify([...reasons.values()].slice(0, 3).join(" "), "warning");
  if (orderable.length === 0) return null;
  const begun = reduceDraft(begunOrder.get() ?? emptyDraft, { type: "chooseCustomer", customer: owner });
  const filled = orderable.reduce(
    (draft, { id, code }) => reduceDraft(draft, { type: "addBox", box: { id, code } }),
    begun,
  );
  const [only] = options.length === 1 ? options : [];
  const draft = only ? reduceDraft(filled, { type: "chooseOption", option: only.id }) : filled;
  begunOrder.set(draft);
  return draft.option === null ? 1 : 3;
}

async function mayReplace(owner: number): Promise<boolean> {
  const { customer, boxes, contents } = begunOrder.get() ?? emptyDraft;
  if (!customer || customer.id === owner || boxes.length + contents.length === 0) return true;
  return confirm({
    title: "Andere Lieferung verwerfen",
    text: `Für ${showCustomer(customer)} ist schon eine Lieferung begonnen. Ihre Auswahl geht verloren.`,
    action: "Verwerfen",
    danger: true,
  });
}

/** Why boxes cannot be ordered as wholes now, by their ids, as far as one call reaches; the server has the last word. */
async function reasonsOf(boxes: readonly Box[], owner: number): Promise<Map<number, string>> {
  const numbers = boxes.map(({ code }) => Number(code.slice(4)));
  const query = {
    owner_id: owner,
    min_number: Math.min(...numbers),
    max_number: Math.max(...numbers),
    limit: maxPageSize,
  };
  const { results } = await call(listBoxes, { query: { ...query, query: boxSelection.replace("{id", "{id,state") } });
  const fresh = new Map(results.map((box) => [box.id, box]));
  const reasons = boxes.flatMap(({ id, code }) => {
    const box = fresh.get(id);
    const why = box && reasonOf(box);
    return why ? [[id, `${why.startsWith("Box") ? "" : `Box ${showBoxCode(code)}: `}${why}`] as const] : [];
  });
  return new Map(reasons);
}

const reasonOf = (box: Pick<Box, "code" | "state" | "content">) =>
  box.state === BoxState.inStock
    ? whyNotWhole(box)
    : refused.boxIs(showBoxCode(box.code), boxStateText[box.state]).message;

const optionsOf = async (customer: number) =>
  (await call(getCustomer, { path: { id: customer }, query: { query: "{deliveryoptions}" } })).deliveryoptions;

/** Which of the ticked boxes are left out, and why: "Box 0042.000.031 ist angefordert." */
export function leftOut(boxes: readonly Box[], kept: readonly Box[]): string {
  const others = boxes.filter((box) => !kept.includes(box));
  if (others.length === 0) return "";
  const [first] = others;
  return others.length === 1 && first
    ? refused.boxIs(showBoxCode(first.code), boxStateText[first.state]).message
    : `${showBoxes(others.length)} sind nicht dabei: ${[...new Set(others.map(({ state }) => boxStateText[state]))].join(", ")}.`;
}
