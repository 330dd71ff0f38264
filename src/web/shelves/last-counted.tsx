import { useState } from "react";
import { berlinDay, showDate } from "#rules/dates.ts";
import { countAgeOf } from "#rules/stocktake/coverage.ts";
import { countLooks } from "./count-looks.ts";
import { PlaceSign } from "./row-picture.tsx";

type LastCountedProps = {
  /** An instant, null where it never was. */
  last: string | null;
  /** Text before the day for whoever does not see the sign's column. */
  label?: string;
};

/** When something was counted last: the day, and by a sign how long ago that is. */
export function LastCounted({ last, label }: LastCountedProps) {
  const [now] = useState(() => new Date());
  const { mark, tone, word } = countLooks[countAgeOf(last, now)];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums" title={word}>
      <PlaceSign mark={mark} tone={tone} />
      <span>
        {label && <span className="sr-only">{label} </span>}
        {last === null ? "nie" : showDate(berlinDay(new Date(last)))}
      </span>
    </span>
  );
}
