import { useQuery } from "@tanstack/react-query";
import { listRows } from "#contract/calls/rows.ts";
import type { Row } from "#contract/schemas/rows.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { call } from "#web/api/call.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";

type RowChoiceProps = {
  area: AreaRows;
  chosen: ReadonlySet<number>;
  onChange: (rows: readonly number[], isChosen: boolean) => void;
};

/** The rows of an area, one by one or all together. */
export function RowChoice({ area: { name, rows }, chosen, onChange }: RowChoiceProps) {
  const count = rows.filter(({ id }) => chosen.has(id)).length;
  return (
    <fieldset className="border-b border-line px-3 py-2 last:border-b-0">
      <legend className="sr-only">{name}</legend>
      <Checkbox
        label={
          <>
            <strong>{name}</strong>{" "}
            <span className="text-muted">alle Reihen ({rows.length.toLocaleString("de-DE")})</span>
          </>
        }
        checked={count === rows.length}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && count < rows.length;
        }}
        onChange={(event) =>
          onChange(
            rows.map(({ id }) => id),
            event.target.checked,
          )
        }
      />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3 pl-6 tabular-nums">
        {rows.map(({ id, number }) => (
          <Checkbox
            key={id}
            label={`Reihe ${number}`}
            checked={chosen.has(id)}
            onChange={(event) => onChange([id], event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

export type LabelRow = Pick<Row, "id" | "number" | "area">;

export interface AreaRows {
  readonly id: number;
  readonly name: string;
  readonly rows: readonly LabelRow[];
}

const query = { limit: maxPageSize, order_by: "area", query: "{id,number,area}" } as const;

/** Every row, by area and number. */
export function useRowsByArea() {
  return useQuery({ queryKey: ["rows", "labels"], queryFn: ({ signal }) => readAll(signal), select: byArea });
}

async function readAll(signal: AbortSignal): Promise<LabelRow[]> {
  const rows: LabelRow[] = [];
  for (;;) {
    const { results, count } = await call(listRows, { query: { ...query, offset: rows.length }, signal });
    rows.push(...results);
    if (results.length === 0 || rows.length >= count) return rows;
  }
}

function byArea(rows: readonly LabelRow[]): AreaRows[] {
  const areas = new Map(rows.map(({ area }) => [area.id, { ...area, rows: [] as LabelRow[] }]));
  for (const row of rows) areas.get(row.area.id)?.rows.push(row);
  return [...areas.values()];
}
