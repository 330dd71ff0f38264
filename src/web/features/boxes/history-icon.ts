import type { LucideIcon } from "lucide-react";
import Bell from "lucide-react/icons/bell";
import CalendarDays from "lucide-react/icons/calendar-days";
import CircleDot from "lucide-react/icons/circle-dot";
import CircleX from "lucide-react/icons/circle-x";
import FileInput from "lucide-react/icons/file-input";
import FileOutput from "lucide-react/icons/file-output";
import FilePen from "lucide-react/icons/file-pen";
import Flag from "lucide-react/icons/flag";
import Image from "lucide-react/icons/image";
import PackageCheck from "lucide-react/icons/package-check";
import PackageOpen from "lucide-react/icons/package-open";
import PackagePlus from "lucide-react/icons/package-plus";
import PackageX from "lucide-react/icons/package-x";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Ruler from "lucide-react/icons/ruler";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import type { HistoryKind } from "#rules/history.ts";
import type { Tone } from "#web/ui/page/badge.tsx";

type HistoryLook = { readonly icon: LucideIcon; readonly tone: Tone };

// What leads to a state wears that state's colour; what changes only data stays grey.
const looks: Record<HistoryKind, HistoryLook> = {
  0: { icon: PackagePlus, tone: "grey" },
  1: { icon: PackageCheck, tone: "green" },
  2: { icon: Bell, tone: "blue" },
  3: { icon: PackageOpen, tone: "amber" },
  4: { icon: Undo2, tone: "violet" },
  5: { icon: TriangleAlert, tone: "red" },
  6: { icon: PackageX, tone: "dark" },
  7: { icon: RotateCcw, tone: "amber" },
  8: { icon: Flag, tone: "orange" },
  9: { icon: RotateCcw, tone: "grey" },
  10: { icon: CalendarDays, tone: "grey" },
  11: { icon: RotateCcw, tone: "grey" },
  12: { icon: CalendarDays, tone: "grey" },
  13: { icon: RotateCcw, tone: "grey" },
  14: { icon: CalendarDays, tone: "grey" },
  15: { icon: RotateCcw, tone: "grey" },
  16: { icon: Ruler, tone: "grey" },
  17: { icon: PackageOpen, tone: "blue" },
  18: { icon: FileOutput, tone: "blue" },
  19: { icon: FileInput, tone: "green" },
  20: { icon: CircleX, tone: "red" },
  21: { icon: RotateCcw, tone: "green" },
  22: { icon: Undo2, tone: "violet" },
  23: { icon: FilePen, tone: "grey" },
  24: { icon: CalendarDays, tone: "grey" },
  25: { icon: Image, tone: "grey" },
};

/** Icon and colour of a history entry; a kind that this version does not know gets a plain dot. */
export function historyLook(kind: number): HistoryLook {
  return looks[kind as HistoryKind] ?? { icon: CircleDot, tone: "grey" };
}
