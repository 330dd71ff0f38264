import { showDate } from "#rules/dates.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import * as refusedDelivery from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { showDeliveryCode } from "./delivery-state.ts";

/** Facts that decide whether a box can be ordered or come back as a whole. */
export interface BoxForDelivery {
  readonly code: string;
  readonly state: BoxState;
  /** The number of the delivery in which it is open. */
  readonly delivery: number | null;
  readonly ordered_contents: number;
  /** Until when somebody else has it, who waited for it, `YYYY-MM-DD`; where that was asked. */
  readonly reserved?: string | null;
}

/** Why a box cannot be ordered as a whole. */
export function orderProblem({ code, state, ordered_contents, reserved = null }: BoxForDelivery): Reason | null {
  if (state !== BoxState.inStock) return refused.boxIs(showBoxCode(code), boxStateText[state]);
  if (reserved !== null) return refusedDelivery.reservedFor(`Box ${showBoxCode(code)}`, showDate(reserved));
  return ordered_contents > 0 ? refused.boxHasOrderedContent(showBoxCode(code)) : null;
}

/** Why a box cannot come back. */
export const returnProblem = (box: BoxForDelivery): Reason | null => comingProblem(box, [BoxState.notInStock]);

/** Why a box cannot be picked up: new ones can. */
export const pickupProblem = (box: BoxForDelivery): Reason | null =>
  comingProblem(box, [BoxState.notInStock, BoxState.created]);

function comingProblem({ code, state, delivery }: BoxForDelivery, states: readonly BoxState[]): Reason | null {
  if (!states.includes(state)) return refused.boxIs(showBoxCode(code), boxStateText[state]);
  return delivery === null ? null : refused.boxInDelivery(showBoxCode(code), showDeliveryCode(delivery));
}
