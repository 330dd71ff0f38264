import { type BoxPlan, placeBoxes, planBoxes, type RowSize, rowSizeFor } from "./box-plan.ts";
import { type PlannedCustomer, planCustomers, type SeedPlan } from "./customers.ts";
import { type PlannedDelivery, planDeliveries } from "./deliveries.ts";

export interface ArchivePlan {
  readonly wanted: SeedPlan;
  readonly customers: readonly PlannedCustomer[];
  readonly boxes: BoxPlan;
  readonly rowSize: RowSize;
  readonly rows: number;
  readonly deliveries: readonly PlannedDelivery[];
}

/** Decides everything that concerns more than one box; texts and entries are made box by box while loading. */
export function planArchive(wanted: SeedPlan): ArchivePlan {
  const customers = planCustomers(wanted);
  const rowSize = rowSizeFor(wanted.boxes);
  const boxes = planBoxes(wanted, customers);
  const rows = placeBoxes(wanted.seed, boxes, rowSize);
  const deliveries = planDeliveries(wanted, customers, boxes);
  return { wanted, customers, boxes, rowSize, rows, deliveries };
}
