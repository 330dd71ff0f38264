import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import type { AreaRows } from "./rows-by-area.ts";

type RowChoiceProps = {
  area: AreaRows;
  chosen: ReadonlySet<number>;
  /** Shows a note on a row beside its number. */
  note?: (row: AreaRows["rows"][number]) => ReactNode;
  onChange: (rows: readonly number[], isChosen: boolean) => void;
};

/** The rows of an area, one by one or all together. */
export function RowChoice({ area: { name, rows }, chosen, note, onChange }: RowChoiceProps) {
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
      <div
        className={clsx(
          "grid gap-x-3 pl-6 tabular-nums",
          note
            ? "grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]"
            : "grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]",
        )}
      >
        {rows.map((row) => (
          <Checkbox
            key={row.id}
            label={
              <>
                Reihe {row.number} {note?.(row)}
              </>
            }
            checked={chosen.has(row.id)}
            onChange={(event) => onChange([row.id], event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
