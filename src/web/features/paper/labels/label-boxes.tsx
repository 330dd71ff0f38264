import type { labelBoxList } from "#contract/lists/boxes.ts";
import type { LabelAmounts } from "#rules/paper/label-amounts.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { NoBoxes } from "#web/lists/no-boxes.tsx";
import type { ShownList } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { AllFiltered } from "./all-filtered.tsx";
import { AmountButtons } from "./amount-buttons.tsx";
import { type LabelBox, labelColumns } from "./label-columns.tsx";

type LabelBoxesProps = {
  boxes: ShownList<typeof labelBoxList, LabelBox>;
  amounts: LabelAmounts;
  isFull: boolean;
  onChange: (amounts: LabelAmounts) => void;
  onFill: (codes: readonly string[]) => void;
};

/** The boxes to print labels for, with how many of each. */
export function LabelBoxes({ boxes, onFill, ...amounts }: LabelBoxesProps) {
  const codes = boxes.data?.results.map(({ code }) => code) ?? [];
  return (
    <div className="flex-[1_1_34rem]">
      <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>Alle Boxen der Tabelle:</span>
        <AmountButtons codes={codes} named="Alle Boxen" {...amounts} />
        <AllFiltered search={boxes.search} count={boxes.data?.count ?? 0} onFill={onFill} />
      </p>
      <ListTable
        of={boxes}
        caption="Boxen"
        columns={labelColumns(amounts)}
        marked={(box) => amounts.amounts.has(box.code)}
        empty={<NoBoxes search={boxes.search} all={paths.labelPrints()} isStaff />}
      />
    </div>
  );
}
