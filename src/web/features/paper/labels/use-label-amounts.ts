import { addLabels, amountsFrom, type LabelAmounts, labelList } from "#rules/paper/label-amounts.ts";
import { storedValue, useKept } from "#web/storage/stored-value.ts";

const storedAmounts = storedValue("labels", (list) => labelList(amountsFrom(list)));

/** The label-print list; it outlives paging, filtering, an error and a reload. */
export function useLabelAmounts() {
  const [list, setList] = useKept(storedAmounts, []);
  const set = (amounts: LabelAmounts) => setList(labelList(amounts));
  /** To what is there by now: whoever asked for it may have waited for an answer meanwhile. */
  const change = (next: (amounts: LabelAmounts) => LabelAmounts) => set(next(amountsFrom(storedAmounts.get())));
  return {
    amounts: amountsFrom(list),
    set,
    add: (code: string) => change((amounts) => addLabels(amounts, [code])),
    /** One for each that has none yet. */
    fill: (codes: readonly string[]) =>
      change((amounts) =>
        addLabels(
          amounts,
          codes.filter((code) => !amounts.has(code)),
        ),
      ),
  };
}
