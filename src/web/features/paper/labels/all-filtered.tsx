import { useState } from "react";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { labelBoxList } from "#contract/lists/boxes.ts";
import { showCount } from "#rules/amounts.ts";
import { maxLabels } from "#rules/paper/label-amounts.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { call } from "#web/api/call.ts";
import type { SearchOf } from "#web/lists/list-search.ts";
import { narrowing } from "#web/lists/narrowing.ts";
import { Button } from "#web/ui/button/button.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { tooManyLabelsText } from "./amount-buttons.tsx";

type LabelSearch = SearchOf<typeof labelBoxList>;

/** Destroyed boxes need no label, unless somebody asks for just them. */
export const withoutDestroyed = ({ state }: LabelSearch) => (state === undefined ? { destroyed: false } : {});

type AllFilteredProps = { search: LabelSearch; count: number; onFill: (codes: readonly string[]) => void };

/** One label for every box that the filters let through, on all pages. */
export function AllFiltered({ search, count, onFill }: AllFilteredProps) {
  const [running, setRunning] = useState(false);
  const fill = async () => {
    setRunning(true);
    await codesOf(search).then(onFill, (error: Error) => notify(error.message, "error"));
    setRunning(false);
  };
  return (
    <Button
      pending={running}
      disabledReason={(count === 0 && "Die Tabelle ist leer.") || (count > maxLabels && tooManyLabelsText)}
      onClick={() => void fill()}
    >
      Alle {showCount(count)} gefilterten
    </Button>
  );
}

async function codesOf(search: LabelSearch): Promise<string[]> {
  const query = { ...narrowing(labelBoxList, search, true), ...withoutDestroyed(search), limit: maxPageSize };
  const codes: string[] = [];
  for (;;) {
    const { results, count } = await call(listBoxes, { query: { ...query, offset: codes.length, query: "{code}" } });
    codes.push(...results.map(({ code }) => code));
    if (results.length === 0 || codes.length >= Math.min(count, maxLabels)) return codes;
  }
}
