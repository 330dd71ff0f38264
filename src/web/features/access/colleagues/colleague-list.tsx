import { endColleague, type listColleagues } from "#contract/calls/access/colleagues.ts";
import type { Reply } from "#contract/route.ts";
import { showUserName } from "#rules/access/users.ts";
import { customerRights, customerRightText } from "#rules/access/customer-rights.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

type Colleague = Reply<typeof listColleagues>["results"][number];

const rightsOf = (colleague: Colleague) =>
  customerRights
    .filter((right) => colleague[right])
    .map((right) => customerRightText[right])
    .join(", ") || "Nur ansehen";

const sees: TableColumn<Colleague> = {
  key: "sees",
  label: "Sieht",
  cell: ({ cost_centres: centres }) => (centres ? `Nur Kostenstelle ${centres.join(", ")}` : "Ganzer Kunde"),
};

type ColleagueListProps = { customer: number; colleagues: readonly Colleague[] };

/** Lists the people who have signed in; an invitation that nobody has taken up yet is not among them. */
export function ColleagueList({ customer, colleagues }: ColleagueListProps) {
  const { ask, isPending } = useActions<`end ${number}`>([endColleague]);
  const end = (colleague: Colleague) => {
    const name = showUserName(colleague);
    const question = {
      title: "Zugang beenden",
      text: `${name} sieht danach nichts mehr von diesem Kunden.`,
      action: "Zugang beenden",
      danger: true,
    };
    void ask(`end ${colleague.id}`, question, async () => {
      await call(endColleague, { path: { id: colleague.id }, body: { customer } });
      return `Zugang von ${name} beendet`;
    });
  };
  const ending: TableColumn<Colleague> = {
    key: "end",
    label: "Zugang",
    cell: (colleague) =>
      colleague.may_end && (
        <Button look="quiet" pending={isPending(`end ${colleague.id}`)} onClick={() => end(colleague)}>
          Beenden
        </Button>
      ),
  };
  const columns: TableColumn<Colleague>[] = [
    { key: "name", label: "Name", cell: showUserName },
    { key: "email", label: "E-Mail", cell: ({ email }) => email },
    { key: "rights", label: "Rechte", grow: true, cell: rightsOf },
    ...(colleagues.some(({ cost_centres }) => cost_centres) ? [sees] : []),
    ...(colleagues.some(({ may_end }) => may_end) ? [ending] : []),
  ];
  return (
    <DataTable
      caption="Kollegen"
      columns={columns}
      rows={colleagues}
      rowKey={({ id }) => id}
      empty={<EmptyState reason="Noch niemand hat sich angemeldet." />}
    />
  );
}
