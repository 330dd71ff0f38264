import type { holdList } from "#contract/lists/holds.ts";
import type { Hold } from "#contract/schemas/destruction/holds.ts";
import { showDate } from "#rules/dates.ts";
import { CustomerName } from "#web/detail-page/customer-name.tsx";
import type { ListColumn } from "#web/lists/list-table.tsx";
import { showDay } from "#web/ui/berlin-time.ts";
import { HoldStateBadge } from "./hold-state-badge.tsx";
import { releasedText, describeHoldScope } from "./hold-texts.ts";

export type HoldColumn = ListColumn<Hold, typeof holdList>;

export const holdColumns = (isStaff: boolean): readonly HoldColumn[] => [
  {
    key: "reason",
    label: "Grund",
    grow: true,
    main: true,
    cell: ({ reason, reference }) => [reason, reference].filter(Boolean).join(", "),
  },
  {
    key: "customer",
    label: "Kunde",
    cell: ({ customer }) => (
      <span className="block truncate sm:max-w-48">
        <CustomerName customer={customer} isStaff={isStaff} />
      </span>
    ),
  },
  {
    key: "scope",
    label: "Umfang",
    cell: (hold) => (
      <span title={describeHoldScope(hold)} className="block truncate sm:max-w-44">
        {describeHoldScope(hold)}
      </span>
    ),
  },
  { key: "since", cell: ({ since }) => <span className="tabular-nums">{showDay(since)}</span> },
  {
    key: "until",
    label: "Erwartet bis",
    phone: "hidden",
    cell: ({ until }) => until && <span className="tabular-nums">{showDate(until)}</span>,
  },
  {
    key: "state",
    label: "Stand",
    phone: "beside",
    cell: (hold) => (
      <span title={releasedText(hold) || undefined}>
        <HoldStateBadge isReleased={hold.released !== null} />
      </span>
    ),
  },
];
