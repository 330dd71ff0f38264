import type { ReactNode } from "react";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type Data, shelfPlaceOf } from "#rules/aisle/stock-data.ts";
import { Plate } from "#web/aisle/plate.tsx";

/** The box in front of which the worker is to stand: where, which, and what for. */
export function WantedBox({ code, data, children }: { code: string; data: Data; children: ReactNode }) {
  const box = data.box(code);
  const place = shelfPlaceOf(data, box?.place ?? null);
  const without = !box && data.mayBeElsewhere(code) ? "In einer anderen Halle" : "Ohne Platz";
  return (
    <section
      aria-label="Nächste Zeile"
      className="grid gap-1 [--text-plate:3.5rem] [--text-plate--line-height:3.75rem]"
    >
      {place ? <Plate place={place} /> : <p className="text-title font-semibold">{without}</p>}
      <p className="text-wanted leading-9 font-semibold tabular-nums">{showBoxCode(code)}</p>
      {children}
    </section>
  );
}
