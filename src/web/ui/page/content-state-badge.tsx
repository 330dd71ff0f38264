import { Bell, CircleX, FileCheck, FileOutput } from "lucide";
import { type ContentState, contentStateNotice, contentStateText } from "#rules/stock/content-state.ts";
import { Badge } from "./badge.tsx";
import type { StateLook } from "./box-state-badge.tsx";

/** Colour and icon of each state. */
export const contentStateLook: Record<ContentState, StateLook> = {
  0: { tone: "green", icon: FileCheck },
  1: { tone: "amber", icon: FileOutput },
  2: { tone: "blue", icon: Bell },
  3: { tone: "red", icon: CircleX },
};

/** A content's state; where it cannot be ordered, the notice that says so (specification 4). */
export function ContentStateBadge({ state }: { state: ContentState }) {
  return <Badge {...contentStateLook[state]}>{contentStateNotice[state] ?? contentStateText[state]}</Badge>;
}
