import {
  ArrowDownToLine,
  ArrowRightLeft,
  ClipboardCheck,
  type IconNode,
  ListChecks,
  PackagePlus,
  ScanSearch,
  Shredder,
  Truck,
  Undo2,
} from "lucide";
import { type ComponentType, createElement, lazy } from "react";
import type { FlowName } from "#rules/aisle/flow.ts";

/** A flow's screen. */
export interface FlowEntry {
  /** Also its address, behind the #. */
  readonly name: FlowName;
  readonly label: string;
  readonly icon: IconNode;
  readonly screen: ComponentType;
  /** Shows on the tile how many wait to be done. */
  readonly count?: ComponentType;
}

/** Every flow, in the order of the tiles. A new one is a reducer in src/rules/aisle, a screen beside this file, and a line here. */
export const flowScreens: readonly FlowEntry[] = [
  {
    name: "store",
    label: "Einlagern",
    icon: ArrowDownToLine,
    screen: lazy(async () => ({ default: (await import("./store-screen.tsx")).StoreScreen })),
  },
  {
    name: "pick",
    label: "Kommissionieren",
    icon: ListChecks,
    screen: lazy(async () => ({ default: (await import("#web/aisle/screens/pick/pick-screen.tsx")).PickScreen })),
    count: lazy(async () => ({ default: (await import("./flow-counts.tsx")).PickCount })),
  },
  {
    name: "receive",
    label: "Retour",
    icon: Undo2,
    screen: lazy(async () => ({ default: (await import("./receive-screen.tsx")).ReceiveScreen })),
    count: lazy(async () => ({ default: (await import("./flow-counts.tsx")).ReceiveCount })),
  },
  {
    name: "handOver",
    label: "Übergabe",
    icon: Truck,
    screen: lazy(async () => ({
      default: (await import("#web/aisle/screens/hand-over/hand-over-screen.tsx")).HandOverScreen,
    })),
    count: lazy(async () => ({ default: (await import("./flow-counts.tsx")).HandOverCount })),
  },
  {
    name: "destroy",
    label: "Vernichtung",
    icon: Shredder,
    screen: lazy(async () => ({
      default: (await import("#web/aisle/screens/destroy/destroy-screen.tsx")).DestroyScreen,
    })),
    count: lazy(async () => ({ default: (await import("./flow-counts.tsx")).DestroyCount })),
  },
  {
    name: "count",
    label: "Inventur",
    icon: ClipboardCheck,
    screen: lazy(async () => ({ default: (await import("#web/aisle/screens/count/count-screen.tsx")).CountScreen })),
    count: lazy(async () => ({ default: (await import("./flow-counts.tsx")).CountCount })),
  },
  {
    name: "move",
    label: "Umlagern",
    icon: ArrowRightLeft,
    screen: lazy(async () => ({ default: (await import("./move-screen.tsx")).MoveScreen })),
  },
  {
    name: "create",
    label: "Neue Boxen",
    icon: PackagePlus,
    screen: lazy(async () => ({ default: (await import("./create-screen.tsx")).CreateScreen })),
  },
  {
    name: "lookUp",
    label: "Nachsehen",
    icon: ScanSearch,
    screen: lazy(async () => {
      const { LookUpScreen } = await import("./look-up-screen.tsx");
      return { default: () => createElement(LookUpScreen, { flows: flowScreens }) };
    }),
  },
];
