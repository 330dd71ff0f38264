import {
  type IconNode,
  Bell,
  Flag,
  PackageCheck,
  PackageOpen,
  PackagePlus,
  PackageX,
  TriangleAlert,
  Undo2,
} from "lucide";
import { type BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { Badge, type Tone } from "./badge.tsx";

export type StateLook = { readonly tone: Tone; readonly icon: IconNode; readonly struck?: true };

/** Colour and icon of each state; the word is `boxStateText`. */
export const boxStateLook: Record<BoxState, StateLook> = {
  0: { tone: "grey", icon: PackagePlus },
  1: { tone: "green", icon: PackageCheck },
  2: { tone: "amber", icon: PackageOpen },
  3: { tone: "loud", icon: TriangleAlert },
  4: { tone: "blue", icon: Bell },
  5: { tone: "violet", icon: Undo2 },
  6: { tone: "quiet", icon: PackageX, struck: true },
  7: { tone: "orange", icon: Flag },
};

/** A box's state in word, colour and icon, the same on every screen. */
export function BoxStateBadge({ state }: { state: BoxState }) {
  return <Badge {...boxStateLook[state]}>{boxStateText[state]}</Badge>;
}
