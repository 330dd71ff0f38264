import type { AreaRows } from "#web/lists/rows-by-area.ts";
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
