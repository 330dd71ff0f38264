import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AreaMap } from "#contract/schemas/stock/areas.ts";
import { showCount } from "#rules/amounts.ts";
import { showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { keyOf } from "#rules/stock/places/place-cursor.ts";
import { placeLooks } from "#web/shelves/place-looks.ts";
import { PlaceSign } from "#web/shelves/row-picture.tsx";
import { paths } from "#web/paths.ts";
import type { MapSearch } from "#web/search.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { countBoxesInRow } from "./map-colours.ts";

const mostNamed = 5; // rows with room, missing boxes: enough to begin with, short enough for a line
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
const freeIn = (row: AreaMap["rows"][number]) => Math.max(0, row.parts * row.heights - countBoxesInRow(row));

const Line = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">{children}</p>
);

function Sign({ of, count }: { of: keyof typeof placeLooks; count: number }) {
  const { mark, tone, word } = placeLooks[of];
  return (
    <span className="inline-flex items-center gap-1.5">
      <PlaceSign mark={mark} tone={tone} />
      {word} <strong>{showCount(count)}</strong>
    </span>
  );
}

function Free({ rows }: { rows: AreaMap["rows"] }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className="size-3 rounded-sm border border-line bg-surface" />
      frei <strong>{showCount(sum(rows.map(freeIn)))}</strong>
    </span>
  );
}

/** Where room is. */
export function FillKey({ rows }: { rows: AreaMap["rows"] }) {
  const roomy = rows
    .map((row) => ({ ...row, free: freeIn(row) }))
    .filter(({ free }) => free > 0)
    .toSorted((a, b) => b.free - a.free)
    .slice(0, mostNamed);
  return (
    <>
      <Line>
        <Sign of="taken" count={sum(rows.map(countBoxesInRow))} />
        <Free rows={rows} />
      </Line>
      {roomy.length > 0 && (
        <Line>
          <span className="text-muted">Am meisten Platz:</span>
          {roomy.map(({ id, number, free }) => (
            <span key={id}>
              <TextLink {...paths.row(id)}>Reihe {number}</TextLink> {showCount(free)}
            </span>
          ))}
        </Line>
      )}
    </>
  );
}

/** Lists the problems, and the places of boxes that nobody finds. */
export function StateKey({ rows, lost }: Pick<AreaMap, "rows" | "lost">) {
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return (
    <>
      <Line>
        {(["stored", "ordered", "marked"] as const).map((kind) => (
          <Sign key={kind} of={kind} count={sum(rows.map((row) => row[kind].length))} />
        ))}
        <Sign of="lost" count={lost.length} />
        <Free rows={rows} />
      </Line>
      {lost.length > 0 && (
        <Line>
          <span className="text-muted">Inkonsistent, zuletzt hier:</span>
          {lost.slice(0, mostNamed).map(({ id, code, row, ...spot }) => (
            <span key={id}>
              <TextLink {...paths.box(id)}>{showBoxCode(code)}</TextLink>{" "}
              <TextLink {...paths.row(row)} hash={keyOf(spot)}>
                Reihe {numbers.get(row)}, Teil {spot.part}, Höhe {spot.height}
              </TextLink>
            </span>
          ))}
          <TextLink {...paths.boxes({ state: BoxState.inconsistent })}>Alle inkonsistenten Boxen</TextLink>
        </Line>
      )}
    </>
  );
}

/** Shows where a customer's boxes are; without a customer, the customers with the most boxes. */
export function CustomerKey({ map, search }: { map: AreaMap; search: MapSearch }) {
  const { rows, customers } = map;
  const theirs = sum(rows.map((row) => row.theirs.length));
  return (
    <>
      {search.customer !== undefined && (
        <Line>
          <Sign of="theirs" count={theirs} />
          <Sign of="others" count={sum(rows.map(countBoxesInRow)) - theirs} />
          <Free rows={rows} />
        </Line>
      )}
      {customers.length > 0 && (
        <Line>
          <span className="text-muted">Am meisten hier:</span>
          {customers.map((customer) => (
            <span key={customer.id}>
              <Link
                {...paths.map({ ...search, customer: customer.id })}
                className="text-link"
                aria-current={customer.id === search.customer ? "true" : undefined}
              >
                {showCustomer(customer)}
              </Link>{" "}
              {showCount(customer.boxes_count)}
            </span>
          ))}
        </Line>
      )}
    </>
  );
}
