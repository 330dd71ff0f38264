import {
  ArrowLeftRight,
  ArrowUpDown,
  CircleCheck,
  CircleHelp,
  CircleX,
  Copy,
  Footprints,
  PackageCheck,
  PackageX,
  Truck,
} from "lucide";
import type { ResultClass } from "#rules/stocktake/results.ts";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";

/** Results of counting, in form and colour. */
export const classLooks: Readonly<Record<ResultClass, StateLook>> = {
  right: { icon: CircleCheck, tone: "green" },
  other_place: { icon: ArrowUpDown, tone: "amber" },
  other_row: { icon: ArrowLeftRight, tone: "amber" },
  missing: { icon: CircleX, tone: "red" },
  away: { icon: Truck, tone: "blue" },
  ordered: { icon: PackageCheck, tone: "blue" },
  destroyed: { icon: PackageX, tone: "red" },
  unknown: { icon: CircleHelp, tone: "orange" },
  twice: { icon: Copy, tone: "orange" },
  moved: { icon: Footprints, tone: "grey" },
};
