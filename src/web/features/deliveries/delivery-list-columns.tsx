import type { Delivery } from "#contract/schemas/deliveries.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { deliveryKindText, showDeliveryCode } from "#rules/delivery-state.ts";
import type { Column } from "#web/ui/table/column.ts";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";

const show = (count: number) => count.toLocaleString("de-DE");

/** What the columns need of a delivery. */
export const selection = "{id,code,customer,boxes_count,boxcontents_count,kind,state,time}";

export const columns: readonly Column<Delivery>[] = [
  { key: "code", label: "Nummer", sortable: true, cell: ({ code }) => showDeliveryCode(code) },
  {
    key: "customer",
    label: "Kunde",
    sortable: true,
    grow: true,
    cell: ({ customer }) => `${showCustomerCode(customer.code)} – ${customer.name}`,
  },
  { key: "boxes", label: "Boxen", align: "right", cell: ({ boxes_count }) => show(boxes_count) },
  { key: "contents", label: "Inhalte", align: "right", cell: ({ boxcontents_count }) => show(boxcontents_count) },
  { key: "kind", label: "Art", sortable: true, cell: ({ kind }) => deliveryKindText[kind] },
  {
    key: "state",
    label: "Status",
    sortable: true,
    phone: "beside",
    cell: ({ state }) => <DeliveryStateBadge state={state} />,
  },
  { key: "time", label: "Datum", sortable: true, cell: ({ time }) => time && <Day time={time} /> },
];

/** `-time` as people read it: "Datum absteigend". */
export function orderLabel(orderBy: string): string {
  const column = columns.find(({ key }) => key === orderBy.replace("-", ""));
  return `${column?.label} ${orderBy.startsWith("-") ? "absteigend" : "aufsteigend"}`;
}

/** The day on which it is delivered is one of Berlin, wherever it is read. */
function Day({ time }: { time: string }) {
  return <span className="tabular-nums">{showDate(berlinDay(new Date(time)))}</span>;
}
