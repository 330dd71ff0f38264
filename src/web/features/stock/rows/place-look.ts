import { type IconNode, Clock } from "lucide";
import { type BoxState, boxStateText } from "#rules/stock/box-state.ts";
import type { Tone } from "#web/ui/page/badge.tsx";
import { boxStateLook } from "#web/ui/page/box-state-badge.tsx";

interface PlaceLook {
  readonly tone: Tone;
  readonly icon: IconNode;
  readonly word: string;
}

/** Word, colour and icon of what stands on a place; without a state the scan has no answer yet. */
export function placeLook(state: BoxState | null): PlaceLook {
  if (state === null) return { tone: "grey", icon: Clock, word: "noch nicht bestätigt" };
  return { ...boxStateLook[state], word: boxStateText[state] };
}
