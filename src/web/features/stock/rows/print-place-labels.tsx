import { useMutation } from "@tanstack/react-query";
import { Printer } from "lucide";
import { type SubmitEvent, useState } from "react";
import { printPlaceLabels, printPlaceLabelsZpl } from "#contract/calls/paper/services.ts";
import { typedHeights, typedParts } from "#contract/fields/row.ts";
import type { RowDetail } from "#contract/schemas/stock/rows.ts";
import { showCount, showThings } from "#rules/amounts.ts";
import { maxLabels } from "#rules/paper/label-amounts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { download } from "#web/api/download.ts";
import {
  isRoll,
  keptRowPaper,
  rollInput,
  sheetInput,
  usualPaper,
  wrongOffset,
} from "#web/label-printing/label-paper.ts";
import { PrinterFields, SizeField } from "#web/label-printing/paper-fields.tsx";
import { keptRowStart, nextFree } from "#web/label-printing/print-labels.ts";
import { NamedPrinter } from "#web/label-printing/named-printer.tsx";
import { ZplButton } from "#web/label-printing/zpl-button.tsx";
import { useKept } from "#web/storage/stored-value.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";

/** Signs for the places of some of the row's parts, from the next free label of the sheet in the printer on. */
export function PrintPlaceLabels({ row }: { row: RowDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Printer} onClick={() => setOpen(true)}>
        Platzetiketten drucken
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Platzetiketten drucken">
        <Choice row={row} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Choice({ row, onDone }: { row: RowDetail; onDone: () => void }) {
  const [paper, setPaper] = useKept(keptRowPaper, usualPaper);
  const parts = useRange(row.parts, typedParts);
  const heights = useRange(row.heights, typedHeights);
  const count = (parts.count ?? 0) * (heights.count ?? 0);
  const places = { row: row.id, parts: parts.range, heights: heights.range };
  const { first, used, text } = nextFree(keptRowStart, paper);
  const print = useMutation({
    mutationFn: () => download(printPlaceLabels, { body: { ...places, start: first, ...sheetInput(paper) } }),
    onSuccess: () => {
      used(count);
      notify(count === 1 ? text : `${showCount(count)} Etiketten ab ${text}`);
      onDone();
    },
  });
  const blocked =
    (count === 0 && "Die Angaben sind keine Plätze.") ||
    (count > maxLabels && `Höchstens ${showCount(maxLabels)} Etiketten in einem Download.`) ||
    wrongOffset(paper);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!blocked) print.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {parts.fields("Teil")}
      {heights.fields("Höhe")}
      <SizeField paper={paper} onPaper={setPaper} />
      <PrinterFields paper={paper} onPaper={setPaper} />
      {isRoll(paper) && <NamedPrinter labels={{ places: { ...places, ...rollInput(paper) } }} blocked={blocked} />}
      <p role="status" className="tabular-nums">
        {showThings(count, "Etikett", "Etiketten")} ab {text}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Abbrechen</Button>
        {isRoll(paper) && !blocked && (
          <ZplButton call={printPlaceLabelsZpl} input={{ body: { ...places, ...rollInput(paper) } }} />
        )}
        <Button type="submit" look="primary" pending={print.isPending} disabledReason={blocked}>
          Drucken
        </Button>
      </div>
    </form>
  );
}

/** From which number to which, as they are typed, and two fields for them. */
function useRange(most: number, rule: typeof typedParts) {
  const [typed, setTyped] = useState({ from: "1", to: String(most) });
  const [from, to] = [rule.safeParse(typed.from).data, rule.safeParse(typed.to).data];
  const isRange = from !== undefined && to !== undefined && from <= to;
  const field = (label: string, key: "from" | "to", error: boolean) => (
    <Field label={label} error={error ? invalid.range : undefined} className="w-24">
      <NumberInput
        value={typed[key]}
        maxLength={4}
        onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
      />
    </Field>
  );
  return {
    range: { from: from ?? 1, to: to ?? 1 },
    count: isRange ? to - from + 1 : null,
    fields: (name: string) => (
      <div className="flex gap-3">
        {field(`${name} von`, "from", from === undefined)}
        {field(`${name} bis`, "to", !isRange && from !== undefined)}
      </div>
    ),
  };
}
