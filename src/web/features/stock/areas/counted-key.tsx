import { useState } from "react";
import type { AreaMap } from "#contract/schemas/stock/areas.ts";
import { showCount } from "#rules/amounts.ts";
import { countAgeOf, countAges } from "#rules/stocktake/coverage.ts";
import { countLooks } from "#web/shelves/count-looks.ts";
import { PlaceSign } from "#web/shelves/row-picture.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";

/** How long ago the rows were counted. */
export function CountedKey({ rows }: { rows: AreaMap["rows"] }) {
  const [now] = useState(() => new Date());
  const ages = Map.groupBy(rows, ({ last_verified }) => countAgeOf(last_verified, now));
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
        {countAges.map((age) => (
          <span key={age} className="inline-flex items-center gap-1.5">
            <PlaceSign {...countLooks[age]} />
            {countLooks[age].word} <strong>{showCount(ages.get(age)?.length ?? 0)}</strong>
          </span>
        ))}
      </p>
      <p>
        <TextLink {...paths.newStocktake()}>Inventur anlegen</TextLink>
      </p>
    </>
  );
}
