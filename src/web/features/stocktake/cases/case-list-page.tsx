import { Link } from "@tanstack/react-router";
import { Plus } from "lucide";
import { useState } from "react";
import { listCases } from "#contract/calls/stocktake/cases.ts";
import { caseList } from "#contract/lists/cases.ts";
import type { Reply } from "#contract/route.ts";
import type { Case } from "#contract/schemas/stocktake/cases.ts";
import { showCustomer, showRead } from "#rules/stock/box-code.ts";
import { showUserName } from "#rules/access/users.ts";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListFilter } from "#web/lists/list-filter.tsx";
import { type ListColumn, ListTable } from "#web/lists/list-table.tsx";
import { isFiltered } from "#web/lists/narrowing.ts";
import { useList } from "#web/lists/use-list.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { CaseBadge, kindOf, StageBadge } from "./case-badges.tsx";

const NewCaseDialog = onDemand(async () => (await import("./new-case-dialog.tsx")).NewCaseDialog);

const columns: readonly ListColumn<Case, typeof caseList>[] = [
  { key: "number", main: true, cell: ({ number }) => number },
  { key: "kind", label: "Art", cell: kindOf },
  { key: "code", label: "Code", cell: ({ code }) => <span className="tabular-nums">{showRead(code)}</span> },
  { key: "owner", label: "Kunde", grow: true, phone: "hidden", cell: ({ box }) => box && showCustomer(box.owner) },
  { key: "state", label: "Stand", phone: "beside", cell: ({ state }) => <CaseBadge state={state} /> },
  { key: "assignee", label: "Zuständig", cell: ({ assignee }) => assignee && showUserName(assignee) },
  { key: "due", cell: (one) => <StageBadge of={one} /> },
  {
    key: "asks",
    label: "Inzwischen",
    cell: ({ asks }) => asks && <span className="tabular-nums">gescannt {showDateTime(asks.at)}</span>,
  },
];

/** Lists the things that are missing, in the wrong place, or not as they should be. Each is somebody's, until people close it. */
export default function CaseListPage() {
  const cases = useList({ list: caseList, call: listCases, to: paths.cases });
  const [isOpen, setOpen] = useState(false);
  const people = (cases.data as Reply<typeof listCases> | undefined)?.people ?? [];
  return (
    <>
      <PageHead
        isList
        above={<ServiceLinks />}
        title="Klärfälle"
        about="Was nicht dort war, wo es sein sollte, bis es gefunden oder der Verlust gemeldet ist."
        total={cases.data?.count}
        actions={
          <Button look="primary" icon={Plus} onClick={() => setOpen(true)}>
            <span className="max-sm:sr-only">Klärfall anlegen</span>
          </Button>
        }
      />
      <ListFilter
        of={cases}
        choices={{ assignee: people.map((one) => ({ value: one.id, label: showUserName(one) })) }}
      />
      <ListTable
        of={cases}
        caption="Klärfälle"
        columns={columns}
        link={({ id }, content) => <Link {...paths.case(id)}>{content}</Link>}
        empty={<NoCases isNarrowed={isFiltered(caseList, cases.search)} />}
      />
      {isOpen && <NewCaseDialog people={people} onClose={() => setOpen(false)} />}
    </>
  );
}

function NoCases({ isNarrowed }: { isNarrowed: boolean }) {
  if (!isNarrowed) return <EmptyState text="Es gibt keine Klärfälle." />;
  return (
    <ListEmpty {...paths.cases()} reason="Kein Klärfall passt zu den Filtern.">
      Filter zurücksetzen
    </ListEmpty>
  );
}
