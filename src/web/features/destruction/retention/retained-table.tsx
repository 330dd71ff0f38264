import type { UseQueryResult } from "@tanstack/react-query";
import { type LinkProps, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { listRetained } from "#contract/calls/destruction/retention.ts";
import type { Reply } from "#contract/route.ts";
import type { RetainedBox } from "#contract/schemas/destruction/retention.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { mayBe } from "#rules/stock/box-state.ts";
import type { DueKind } from "#rules/destruction/retention/due-boxes.ts";
import { paths } from "#web/paths.ts";
import type { RetentionSearch } from "#web/search.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { DueActions, type DueList } from "./due-actions.tsx";
import { retainedColumns } from "./retained-columns.tsx";

type Props = {
  of: UseQueryResult<Reply<typeof listRetained>>;
  shown: DueList;
  page: number;
  to: (changes: RetentionSearch) => LinkProps;
  isStaff: boolean;
};

const nothing: Readonly<Record<DueKind, string>> = {
  due: "In diesem Jahr darf nichts weg.",
  later: "Keine Box, deren Frist zu Ende ist, hat ein späteres Vernichtungsjahr.",
  held: "Nichts, dessen Frist zu Ende ist, ist gesperrt.",
  open: "Von jeder Box ist bekannt, bis wann sie aufzubewahren ist.",
  away: "Alles, dessen Frist zu Ende ist, ist im Haus.",
};

/** The boxes of one kind; those that may go can be chosen by staff, and marked or put into a batch. */
export function RetainedTable({ of: { data, isFetching, error, refetch }, shown, page, to, isStaff }: Props) {
  const [ticked, setTicked] = useState<ReadonlyMap<number, RetainedBox>>(new Map());
  const may = ({ batch, state }: RetainedBox) => (data?.by_batch ? batch === null : mayBe("mark", state));
  const set = (rows: readonly RetainedBox[], isOn: boolean) => {
    const next = new Map(ticked);
    for (const row of rows)
      if (isOn) next.set(row.id, row);
      else next.delete(row.id);
    setTicked(next);
  };
  const isChoice = isStaff && (shown.show === "due" || shown.show === "later");
  const nameOf = ({ code }: RetainedBox) => `Box ${showBoxCode(code)}`;
  return (
    <PagedTable
      page={page}
      total={data?.count_pages}
      count={data?.count}
      link={(next, props) => <Link {...to({ page: next })} {...props} />}
      tools={
        isChoice &&
        (data?.count ?? 0) > 0 && (
          <DueActions
            shown={shown}
            byBatch={data?.by_batch ?? false}
            count={data?.count ?? 0}
            eligible={data?.eligible ?? 0}
            boxes={[...ticked.values()]}
            onChoose={(boxes) => set(boxes.filter(may), true)}
            onDone={() => setTicked(new Map())}
          />
        )
      }
    >
      <DataTable
        leading
        caption="Boxen und ihre Fristen"
        columns={retainedColumns[shown.show]}
        rows={data?.results}
        rowKey={({ id }) => id}
        link={({ id }, content) => <Link {...paths.box(id)}>{content}</Link>}
        ticks={isChoice ? { has: ({ id }) => ticked.has(id), set, may, nameOf } : undefined}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<EmptyState reason={nothing[shown.show]} />}
      />
    </PagedTable>
  );
}
