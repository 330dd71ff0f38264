import type { deliveryList } from "#contract/lists/deliveries.ts";
import type { Delivery } from "#contract/schemas/deliveries/deliveries.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { deliveryKindText, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { ListColumn } from "#web/lists/list-table.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";

const show = (count: number) => count.toLocaleString("de-DE");

export const deliveryColumns: readonly ListColumn<Delivery, typeof deliveryList>[] = [
  { key: "code", cell: ({ code }) => showDeliveryCode(code) },
  { key: "customer", grow: true, cell: ({ customer }) => `${showCustomerCode(customer.code)} – ${customer.name}` },
  { key: "boxes", label: "Boxen", align: "right", cell: ({ boxes_count }) => show(boxes_count) },
  { key: "contents", label: "Inhalte", align: "right", cell: ({ boxcontents_count }) => show(boxcontents_count) },
  { key: "kind", cell: ({ kind }) => deliveryKindText[kind] },
  { key: "state", phone: "beside", cell: ({ state }) => <DeliveryStateBadge state={state} /> },
  { key: "time", cell: ({ time }) => time && <Day time={time} /> },
];

/** The day on which it is delivered is one of Berlin, wherever it is read. */
function Day({ time }: { time: string }) {
  return <span className="tabular-nums">{showDate(berlinDay(new Date(time)))}</span>;
}
