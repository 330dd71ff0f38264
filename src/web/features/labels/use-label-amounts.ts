import { amountsFrom, type LabelAmounts, labelList } from "#rules/label-amounts.ts";
import { kept, useKept } from "#web/storage/kept.ts";

const chosen = kept("labels", (list) => labelList(amountsFrom(list)));

/** The label-print list; it outlives paging, filtering, an error and a reload. */
export function useLabelAmounts() {
  const [list, setList] = useKept(chosen, []);
  return [amountsFrom(list), (amounts: LabelAmounts) => setList(labelList(amounts))] as const;
}
