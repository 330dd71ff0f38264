import { markBoxes } from "#contract/calls/stock/boxes.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { mayBe } from "#rules/stock/box-state.ts";
import { berlinDay } from "#rules/dates.ts";
import { warnOf } from "#rules/destruction/destruction.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

export const markable = (boxes: readonly Box[]) => boxes.filter(({ state }) => mayBe("mark", state));

/** Asks, and marks them all or none; answers whether they are marked. */
export async function markTicked(boxes: readonly Box[]): Promise<boolean> {
  const owners = new Set(boxes.map(({ owner }) => owner.id)).size;
  const yes = await confirm({
    title: "Zur Vernichtung markieren",
    text: `${showBoxes(boxes.length)} von ${owners === 1 ? (boxes[0]?.owner.name ?? "") : `${owners} Kunden`} ${boxes.length === 1 ? "wird" : "werden"} markiert.`,
    warning: warnOf(boxes, berlinDay(new Date()), ({ code }) => showBoxCode(code)),
    action: "Markieren",
  });
  if (!yes) return false;
  const { marked } = await call(markBoxes, { body: { boxes: boxes.map(({ id }) => id) } });
  notify(`${showBoxes(marked)} zur Vernichtung markiert`);
  await invalidate(markBoxes);
  return true;
}
