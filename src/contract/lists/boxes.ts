import { maxMetaYear, minMetaYear, nameLength } from "#contract/limits.ts";
import type { List } from "#contract/list.ts";
import { maxBoxNumber, maxCustomerCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";

const numberColumns = {
  owner: { label: "Kundennummer", type: "number", max: maxCustomerCode },
  from: { label: "Boxnummer von", type: "number", max: maxBoxNumber, api: "min_number" },
  to: { label: "Boxnummer bis", type: "number", max: maxBoxNumber, api: "max_number" },
  state: { label: "Status", type: "choice", values: BoxState, texts: boxStateText },
} as const satisfies List["filters"];

/** Filter value for boxes whose pictures somebody still has to look at. */
const pictures = { toDo: "todo" } as const;

/** Filter value for boxes that are out although they were to be back by a day before today. */
const overdue = { overdue: "overdue" } as const;

export const boxList = {
  // customer users know no places (specification 6)
  orders: { code: "Code", customer: "Kunde", area: { label: "Bereich", access: "staff" } },
  filters: {
    ...numberColumns,
    customer: { label: "Kundenname", type: "text", max: nameLength, api: "customer_name" },
    cost_centre: { label: "Kostenstelle", type: "text", max: nameLength },
    period: { label: "Laufzeit im Jahr", type: "number", min: minMetaYear, max: maxMetaYear },
    pictures: {
      label: "Bilder",
      type: "choice",
      values: pictures,
      texts: { [pictures.toDo]: "zu bearbeiten" },
      chipOnly: true,
    },
    due: {
      label: "Rückgabe",
      type: "choice",
      values: overdue,
      texts: { [overdue.overdue]: "überfällig" },
      chipOnly: true,
    },
    content: { label: "Box oder Inhalt", type: "search", api: "search" },
  },
  ranges: [["from", "to"]],
} as const satisfies List;

/** The boxes to print labels for (specification 5). */
export const labelBoxList = { ...boxList, orders: {}, filters: numberColumns } as const satisfies List;
