import { useQuery } from "@tanstack/react-query";
import { listRows } from "#contract/calls/stock/rows.ts";
import type { Row } from "#contract/schemas/stock/rows.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { call } from "#web/api/call.ts";

type ListedRow = Pick<Row, "id" | "number" | "area" | "last_verified">;

export interface AreaRows {
  readonly id: number;
  readonly name: string;
  readonly rows: readonly ListedRow[];
}

const query = { limit: maxPageSize, order_by: "area", query: "{id,number,area,last_verified}" } as const;

/** Every row, by area and number. */
export function useRowsByArea() {
  return useQuery({ queryKey: ["rows", "labels"], queryFn: ({ signal }) => readAll(signal), select: byArea });
}

async function readAll(signal: AbortSignal): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  for (;;) {
    const { results, count } = await call(listRows, { query: { ...query, offset: rows.length }, signal });
    rows.push(...results);
    if (results.length === 0 || rows.length >= count) return rows;
  }
}

function byArea(rows: readonly ListedRow[]): AreaRows[] {
  const areas = new Map(rows.map(({ area }) => [area.id, { ...area, rows: [] as ListedRow[] }]));
  for (const row of rows) areas.get(row.area.id)?.rows.push(row);
  return [...areas.values()];
}
