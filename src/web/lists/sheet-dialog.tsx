import { useState } from "react";
import { type List, orderLabel } from "#contract/list.ts";
import { showThings } from "#rules/amounts.ts";
import { columnOf, showOrder } from "#rules/lists/orders.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import { useSession } from "#web/api/session.ts";
import { type FileRoute, useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import type { SelectOption } from "#web/ui/form/select.tsx";
import { filterText } from "#web/ui/table/filter-text.ts";
import type { FilterValue } from "#web/ui/table/use-filter-draft.ts";
import type { SearchOf } from "./list-search.ts";
import { narrowing, orderIn } from "./narrowing.ts";

/** The call of a list as a file. */
export type SheetCall = FileRoute & { readonly method: "GET" };

export interface SheetDialogProps {
  readonly title: string;
  readonly list: List;
  readonly call: SheetCall;
  readonly search: object;
  /** Values in the call's path. */
  readonly path?: Readonly<Record<string, number>> | undefined;
  /** Choices by filter, where the filter does not say them. */
  readonly choices?: Readonly<Record<string, readonly SelectOption[]>> | undefined;
  /** Number of rows that the spreadsheet will have; undefined where nobody knows yet. */
  readonly count: number | undefined;
  readonly onClose: () => void;
}

const formats = { xlsx: "Excel (.xlsx)", csv: "CSV (.csv)" } as const;
type Format = keyof typeof formats;

/** Saves a list as it is filtered and ordered now, every row of it. */
export function SheetDialog({ title, list, call, search, path, choices = {}, count, onClose }: SheetDialogProps) {
  const isStaff = useSession().user?.is_staff ?? false;
  const [format, setFormat] = useState<Format>("xlsx");
  const [isPlain, setPlain] = useState(false);
  const file = useDownload(call);
  const sheetQuery = search as SearchOf<List>;
  const start = () => {
    const query = { ...narrowing(list, sheetQuery, isStaff), format, plain: format === "csv" && isPlain };
    void file.start({ path, query });
  };
  const isTooLong = count !== undefined && count > maxSheetRows;
  return (
    <Dialog open onClose={onClose} title={`${title} als Tabelle`}>
      <Extent list={list} search={sheetQuery} choices={choices} count={count} isStaff={isStaff} />
      <fieldset className="my-3">
        <legend className="sr-only">Format</legend>
        {Object.entries(formats).map(([value, label]) => (
          <label key={value} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-12">
            <input
              type="radio"
              name="format"
              className="size-4 shrink-0 pointer-coarse:size-6"
              checked={format === value}
              onChange={() => setFormat(value as Format)}
            />
            {label}
          </label>
        ))}
        {format === "csv" && (
          <Checkbox
            className="mt-1 ml-6"
            label="für Programme"
            checked={isPlain}
            onChange={(event) => setPlain(event.target.checked)}
            hint={
              isPlain
                ? "Ohne Schutz vor Formeln, Tage wie 2026-12-24, Zahlen mit Punkt: nicht in Excel öffnen."
                : "Was mit =, +, - oder @ beginnt, bekommt ein ' davor: So führt Excel es nicht aus."
            }
          />
        )}
      </fieldset>
      <DownloadStatus of={file} label="Tabelle wird erstellt ..." />
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onClose}>Schließen</Button>
        <Button
          look="primary"
          pending={file.running}
          disabledReason={isTooLong && "Bitte grenzen Sie die Liste mit Filtern ein."}
          onClick={start}
        >
          Speichern
        </Button>
      </div>
    </Dialog>
  );
}

type ExtentProps = Pick<SheetDialogProps, "list" | "count"> & {
  search: SearchOf<List>;
  choices: NonNullable<SheetDialogProps["choices"]>;
  isStaff: boolean;
};

/** Describes the spreadsheet: how many rows, by which filters, in which order. */
function Extent({ list, search, choices, count, isStaff }: ExtentProps) {
  const values = search as Readonly<Record<string, FilterValue>>;
  const filters = Object.entries(list.filters).flatMap(([name, filter]) =>
    values[name] === undefined ? [] : [filterText(filter, values[name], choices[name])],
  );
  const order = orderIn(list, search, isStaff);
  const orderText = order && showOrder(orderLabel(list, columnOf(order)) ?? "", order);
  return (
    <>
      <p>
        {count === undefined ? "Alle Zeilen" : showThings(count, "Zeile", "Zeilen")}
        {filters.length > 0 ? `, gefiltert nach ${filters.join(", ")}` : ", nicht gefiltert"}
        {orderText && `, sortiert nach ${orderText}`}.
      </p>
      {count !== undefined && count > maxSheetRows && (
        <p className="mt-2 text-danger">In eine Tabelle passen {showThings(maxSheetRows, "Zeile", "Zeilen")}.</p>
      )}
    </>
  );
}
