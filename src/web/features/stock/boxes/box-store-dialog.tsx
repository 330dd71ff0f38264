import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getRow } from "#contract/calls/stock/rows.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { maxHeight, maxPart } from "#rules/stock/positions.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import { useRowsByArea } from "#web/lists/rows-by-area.ts";
import { keyOf, nextEmpty, shapeOf, type Spot } from "#rules/stock/places/place-cursor.ts";
import { scanOne } from "#web/outbox/scan-one.ts";
import { storedValue } from "#web/storage/stored-value.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";

/** Row of the last box that was stored from the desk: whoever stores several boxes there stores them in the same row. */
const lastRow = storedValue("store-row", (value) => (typeof value === "number" ? value : undefined));

/** Stores a box from the desk: the row is chosen, its next free place is offered. */
export function BoxStoreDialog({ box, onClose }: { box: BoxDetail; onClose: () => void }) {
  const { rows, row, setRow, hint, offered } = useRow();
  const { typed, type, problems, check } = usePlace(offered);
  const storing = useStoring(box.code, onClose);
  const [isChecked, setIsChecked] = useState(false);
  const submit = () => {
    setIsChecked(true);
    const place = check();
    if (row !== null && place && !storing.isPending) storing.mutate({ row, ...place });
  };
  const choose = (next: number | null) => {
    type(null);
    storing.reset();
    setRow(next);
  };
  return (
    <FormDialog
      of={{ submit, isPending: storing.isPending, failure: storing.error }}
      title={`Box ${showBoxCode(box.code)} einlagern`}
      action="Einlagern"
      onClose={onClose}
    >
      <Field
        label="Reihe"
        required
        error={isChecked && row === null ? invalid.requiredChoice : undefined}
        hint={
          <span role="status" className="block min-h-5">
            {hint}
          </span>
        }
      >
        <Combobox options={rows} value={row} onChange={choose} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Teil" required error={problems.part}>
          <NumberInput value={typed.part} onChange={(event) => type({ ...typed, part: event.target.value })} />
        </Field>
        <Field label="Höhe" required error={problems.height}>
          <NumberInput value={typed.height} onChange={(event) => type({ ...typed, height: event.target.value })} />
        </Field>
      </div>
    </FormDialog>
  );
}

function useStoring(code: string, onClose: () => void) {
  return useMutation({
    mutationFn: (place: Spot & { row: number }) => scanOne({ kind: "store", code, ...place, move: false }),
    meta: { inPlace: true },
    onSuccess: async (_, { row }) => {
      lastRow.set(row);
      notify(successTexts.boxUpdated);
      onClose();
      await invalidate(scan);
    },
    onError: () => invalidate(scan), // somebody was faster: the next free place is another one
  });
}

/** The place as it stands in the fields: what was offered, or typed over it. */
function usePlace(offered: Spot | null) {
  const [own, type] = useState<Record<keyof Spot, string> | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const values = own ?? { part: String(offered?.part ?? ""), height: String(offered?.height ?? "") };
  const part = wholeUpTo(maxPart, values.part);
  const height = wholeUpTo(maxHeight, values.height);
  const wrong = (number: number | null, text: string) =>
    isChecked && number === null ? (text.trim() === "" ? invalid.required : invalid.range) : undefined;
  return {
    typed: values,
    type,
    problems: { part: wrong(part, values.part), height: wrong(height, values.height) },
    check: (): Spot | null => {
      setIsChecked(true);
      return part !== null && height !== null ? { part, height } : null;
    },
  };
}

function wholeUpTo(most: number, typed: string): number | null {
  const number = /^\s*\d+\s*$/.test(typed) ? Number(typed) : 0;
  return number >= 1 && number <= most ? number : null;
}

/** The chosen row, and its next free place in the order in which it is walked. */
function useRow() {
  const areas = useRowsByArea();
  const [row, setRow] = useState<number | null>(() => lastRow.get() ?? null);
  const detail = useQuery({ ...queryFor(getRow, { path: { id: row ?? 0 } }), enabled: row !== null });
  const rows = (areas.data ?? []).flatMap(({ name, rows: own }) =>
    own.map(({ id, number }) => ({ value: id, label: `${name}, Reihe ${number}` })),
  );
  const rowDetail = row !== null && detail.data?.id === row ? detail.data : undefined;
  const occupied = new Set(rowDetail?.positions.map(keyOf));
  const proposal = rowDetail ? nextEmpty(shapeOf(rowDetail), (spot) => occupied.has(keyOf(spot))) : null;
  return {
    rows,
    row: rows.some(({ value }) => value === row) ? row : null,
    setRow,
    offered: proposal,
    hint: hintFor({
      isLoading: row !== null && detail.isFetching,
      isFull: rowDetail !== undefined && proposal === null,
    }),
  };
}

function hintFor({ isLoading, isFull }: { isLoading: boolean; isFull: boolean }): string | false {
  if (isFull) return "In dieser Reihe ist kein Platz mehr frei.";
  return isLoading && "Der nächste freie Platz wird gesucht …";
}
