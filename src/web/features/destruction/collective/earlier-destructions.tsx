import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { listDestructions } from "#contract/calls/destruction/destructions.ts";
import type { Destruction } from "#contract/schemas/destruction/destructions.ts";
import { showCount } from "#rules/amounts.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Section } from "#web/ui/page/section.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

export const authorOf = ({ user }: Destruction) => user && `${user.first_name} ${user.last_name}`.trim();

const columns: readonly TableColumn<Destruction>[] = [
  { key: "created", label: "Vernichtet am", cell: ({ created }) => showDateTime(created) },
  { key: "user", label: "Von", grow: true, cell: authorOf },
  { key: "boxes", label: "Boxen", align: "right", cell: ({ boxes }) => showCount(boxes) },
  { key: "customers", label: "Kunden", align: "right", cell: ({ customers }) => showCount(customers) },
];

/** The last collective destructions, with the way back to their lists; nothing where there was none. */
export function EarlierDestructions() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(listDestructions));
  if (data?.results.length === 0) return null;
  return (
    <Section title="Frühere Sammelvernichtungen">
      <DataTable
        caption="Frühere Sammelvernichtungen"
        columns={columns}
        rows={data?.results}
        rowKey={({ moment }) => moment}
        link={({ moment }, content) => <Link {...paths.destroyed(Number(moment))}>{content}</Link>}
        skeletonRows={3}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
      />
    </Section>
  );
}
