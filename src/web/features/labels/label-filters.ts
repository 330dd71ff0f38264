import { maxBoxNumber, maxCustomerCode } from "#rules/box-code.ts";
import { boxStates, boxStateText } from "#rules/box-state.ts";
import type { Filter } from "#web/ui/table/filter-bar.tsx";

/** The label print filter of specification 5. */
export const labelFilters: Filter<"owner" | "from" | "to" | "state">[] = [
  { key: "owner", label: "Kundennummer", type: "number", max: maxCustomerCode },
  { key: "from", label: "Boxnummer von", type: "number", max: maxBoxNumber },
  { key: "to", label: "Boxnummer bis", type: "number", max: maxBoxNumber },
  {
    key: "state",
    label: "Status",
    type: "choice",
    options: boxStates.map((state) => ({ value: state, label: boxStateText[state] })),
  },
];
