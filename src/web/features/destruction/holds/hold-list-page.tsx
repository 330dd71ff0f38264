import { Lock } from "lucide";
import { useState } from "react";
import { listHolds } from "#contract/calls/destruction/holds.ts";
import { holdList } from "#contract/lists/holds.ts";
import type { Hold, Holds } from "#contract/schemas/destruction/holds.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { useSession } from "#web/api/session.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListFilter } from "#web/lists/list-filter.tsx";
import { ListTable } from "#web/lists/list-table.tsx";
import { isFiltered } from "#web/lists/narrowing.ts";
import { useList } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { AskHold, AskRelease } from "./ask-hold.ts";
import { type HoldColumn, holdColumns } from "./hold-columns.tsx";

/** Lists the boxes that must not be destroyed, and the reasons: all holds that one may see, also those that have ended. */
export default function HoldListPage() {
  const isStaff = useSession().user?.is_staff ?? false;
  const holds = useList({ list: holdList, call: listHolds, to: paths.holds });
  const customers = useOwnCustomers() ?? [];
  const [isOpen, setOpen] = useState(false);
  const [ending, setEnding] = useState<Hold>();
  const mayManage = (holds.data as Holds | undefined)?.may_manage ?? false;
  const release: HoldColumn = {
    key: "release",
    label: "Aufheben",
    bare: true,
    cell: (hold) =>
      mayManage &&
      hold.released === null &&
      (isStaff || hold.by_customer) && (
        <Button look="quiet" aria-label={`Sperre „${hold.reason}“ aufheben`} onClick={() => setEnding(hold)}>
          Aufheben
        </Button>
      ),
  };
  return (
    <>
      <PageHead
        isList
        above={isStaff ? <ServiceLinks /> : <TextLink {...paths.ownRetention()}>Aufbewahrung</TextLink>}
        title="Sperren"
        about="Was nicht vernichtet werden darf, solange jemand es braucht, und warum."
        total={holds.data?.count}
        actions={
          mayManage && (
            <Button look="primary" icon={Lock} onClick={() => setOpen(true)}>
              <span className="max-sm:sr-only">Sperre setzen</span>
            </Button>
          )
        }
      />
      <ListFilter
        of={holds}
        choices={{ customer: customers.map((one) => ({ value: one.id, label: showCustomer(one) })) }}
      />
      <ListTable
        of={holds}
        caption="Sperren"
        columns={[...holdColumns(isStaff), release]}
        empty={<NoHolds isNarrowed={isFiltered(holdList, holds.search)} />}
      />
      {isOpen && <AskHold onClose={() => setOpen(false)} />}
      {ending && <AskRelease hold={ending} isStaff={isStaff} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function NoHolds({ isNarrowed }: { isNarrowed: boolean }) {
  if (!isNarrowed) return <EmptyState text="Es gibt keine Sperren." />;
  return (
    <ListEmpty {...paths.holds()} reason="Keine Sperre passt zu den Filtern.">
      Filter zurücksetzen
    </ListEmpty>
  );
}
