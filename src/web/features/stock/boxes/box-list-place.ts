import type { boxList } from "#contract/lists/boxes.ts";
import type { ListPlace } from "#web/lists/list-table.tsx";

/** Where in which list a box stood when it was opened. It lives in the history entry, so that a reload keeps it. */
export type BoxListPlace = ListPlace<typeof boxList>;

declare module "@tanstack/react-router" {
  interface HistoryState {
    boxList?: BoxListPlace | undefined;
  }
}
