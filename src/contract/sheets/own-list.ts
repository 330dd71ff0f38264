import { billedMonthSheet, serviceEntrySheet } from "./billing.ts";
import { boxSheet } from "./boxes.ts";
import { customerSheet } from "./customers.ts";
import { deliverySheet } from "./deliveries.ts";
import { areaSheet, rowSheet } from "./halls.ts";
import { importErrorSheet, importReceiptSheet } from "./imports.ts";
import { invoiceSheet } from "./invoices.ts";
import { activitySheet, serviceSheet, stockSheet, productivitySheet, dueSheet, revenueSheet } from "./reports.ts";
import { retainedSheet } from "./retention.ts";
import { searchSheet } from "./search.ts";
import { resultSheet } from "./stocktakes.ts";
import { tourSheet } from "./tours.ts";
import { auditSheet, sealSheet } from "./trail.ts";
import { userSheet } from "./users.ts";

/** A list that we have written, by its name; `hasBoxes` where it says of boxes what an import can say. */
export interface OwnList {
  readonly name: string;
  readonly hasBoxes: boolean;
}

interface NamedColumn {
  readonly name: string;
  readonly columns: readonly { readonly head: string; readonly access?: "staff" }[];
}
const withBoxes: readonly NamedColumn[] = [boxSheet, retainedSheet, importReceiptSheet];
const others: readonly NamedColumn[] = [
  customerSheet,
  deliverySheet,
  areaSheet,
  rowSheet,
  importErrorSheet,
  resultSheet,
  auditSheet,
  sealSheet,
  searchSheet,
  activitySheet,
  serviceSheet,
  stockSheet,
  productivitySheet,
  dueSheet,
  revenueSheet,
  billedMonthSheet,
  serviceEntrySheet,
  tourSheet,
  invoiceSheet,
  userSheet,
];

const same = (some: readonly string[], more: readonly string[]) =>
  some.length === more.length && some.every((head, at) => head === more[at]);

function isOf({ name, columns }: NamedColumn, heads: readonly string[], sheet: string | null): boolean {
  const all = columns.map(({ head }) => head);
  const customerHeads = columns.filter(({ access }) => access === undefined).map(({ head }) => head);
  // a column may have been taken away where the sheet still says what it is
  return (
    same(heads, all) || same(heads, customerHeads) || (sheet === name && heads.every((head) => all.includes(head)))
  );
}

/** Returns which of the product's own lists a file is, by the name of its sheet and its heads; undefined where it is none. */
export function ownList({ heads, sheet }: { heads: readonly string[]; sheet: string | null }): OwnList | undefined {
  const of = (lists: readonly NamedColumn[]) => lists.find((list) => heads.length > 0 && isOf(list, heads, sheet));
  const [found, other] = [of(withBoxes), of(others)];
  if (found) return { name: found.name, hasBoxes: true };
  return other && { name: other.name, hasBoxes: false };
}
