import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import type { AreaDetail } from "#contract/schemas/areas.ts";
import { deleteArea, getArea } from "#contract/calls/areas.ts";
import { done } from "#rules/done-texts.ts";
import { refused } from "#rules/refusal-texts.ts";
import { errors } from "#rules/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryFor } from "#web/api/queries.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";

type RowLine = AreaDetail["rows"][number];

const columns: Column<RowLine>[] = [
  { key: "number", label: "Reihe", cell: (row) => `Reihe ${row.number}` },
  { key: "reverse", label: "Umgekehrt", grow: true, cell: (row) => (row.reverse ? "umgekehrt" : "") },
  { key: "positions_count", label: "Boxen", align: "right", cell: (row) => show(row.positions_count) },
];

const show = (count: number) => count.toLocaleString("de-DE");
const route = getRouteApi("/stock/areas/$id");

export default function AreaPage() {
  const { id } = route.useParams();
  const { data: area, error, isFetching, refetch } = useQuery(queryFor(getArea, { path: { id } }));
  usePageTitle(area?.name);
  const above = (
    <Link {...paths.areas()} className="text-link">
      Bereiche
    </Link>
  );
  const isMissing = error instanceof CallError && error.status === 404;
  if (isMissing || (!area && error))
    return (
      <>
        <PageHead above={above} title={isMissing ? errors.notFound : "Bereich"} />
        {isMissing ? (
          <p>{refused.unknownArea.message}</p>
        ) : (
          <ErrorState error={error} onRetry={refetch} pending={isFetching} />
        )}
      </>
    );
  if (!area) return <Loading />;
  const addRow = (look: string) => (
    <Link {...paths.newRow(id)} className={look}>
      <Plus aria-hidden size={14} />
      Reihe hinzufügen
    </Link>
  );
  return (
    <>
      <PageHead above={above} title={area.name} actions={area.rows.length === 0 && <DeleteArea area={area} />} />
      <Facts>
        <Fact label="Name">{area.name}</Fact>
        <Fact label="Reihen">{show(area.rows_count)}</Fact>
        <Fact label="Boxen">{show(area.boxes_count)}</Fact>
      </Facts>
      <Section title="Reihen" total={area.rows.length} actions={addRow(buttonClass())}>
        <DataTable
          caption={`Reihen in ${area.name}`}
          columns={columns}
          rows={area.rows}
          rowKey={(row) => row.id}
          link={(row, content) => <Link {...paths.row(row.id)}>{content}</Link>}
          error={error}
          onRetry={refetch}
          empty={<EmptyState reason="In diesem Bereich gibt es noch keine Reihe." />}
        />
      </Section>
    </>
  );
}

function DeleteArea({ area }: { area: AreaDetail }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call(deleteArea, { path: { id: area.id } }),
    onSuccess: async () => {
      notify(done.areaDeleted);
      await navigate(paths.areas());
      await invalidate("areas");
    },
    onError: () => invalidate("areas"),
  });
  const ask = async () => {
    const text = `Der Bereich „${area.name}“ wird gelöscht.`;
    if (await confirm({ title: "Bereich löschen", text, action: "Bereich löschen", danger: true })) remove.mutate();
  };
  return (
    <Button look="danger" pending={remove.isPending} onClick={() => void ask()}>
      Bereich löschen
    </Button>
  );
}
