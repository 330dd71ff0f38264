import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { type BoxAction, BoxState, boxStateText, mayBe } from "#rules/box-state.ts";
import { HistoryKind } from "#rules/history.ts";
import { refused } from "#rules/refusal-texts.ts";

/** Why a box cannot be acted on so, in the server's words; false where it can. */
export function whyNot(action: BoxAction, { state, history }: Pick<BoxDetail, "state" | "history">): string | false {
  if (mayBe(action, state)) return false;
  const order = history.findLast(({ state: kind, meta }) => kind === HistoryKind.ordered && !meta?.content);
  const delivery = order?.meta?.delivery;
  if (state === BoxState.ordered && delivery) return refused.ordered(String(delivery).padStart(6, "0")).message;
  return refused.boxState(boxStateText[state]).message;
}
