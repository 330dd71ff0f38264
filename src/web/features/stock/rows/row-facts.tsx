import { useMutation } from "@tanstack/react-query";

import { useState } from "react";
import { typedHeights, typedParts } from "#contract/fields/row.ts";
import type { Input } from "#contract/route.ts";
import { editRow } from "#contract/calls/stock/rows.ts";
import type { RowDetail } from "#contract/schemas/stock/rows.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { invalidate } from "#web/api/queries.ts";
import { LastCounted } from "#web/shelves/last-counted.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { NumberInput } from "#web/ui/form/number-input.tsx";

type Changes = Input<typeof editRow>["body"];

/** Shows the facts of a row, and the three things that can be changed; each is saved at once. */
export function RowFacts({ row, boxes }: { row: RowDetail; boxes: number }) {
  const edit = useMutation({
    mutationFn: (changes: Changes) => {
      const { reverse, parts, heights } = row;
      return call(editRow, { path: { id: row.id }, body: { ...changes, before: { reverse, parts, heights } } });
    },
    onError: () => invalidate(editRow), // somebody else may have changed it
    onSuccess: async () => {
      notify(successTexts.rowUpdated);
      await invalidate(editRow);
    },
  });
  const pending = edit.isPending ? edit.variables : {};
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact label="Bereich">
          <TextLink {...paths.area(row.area.id)}>{row.area.name}</TextLink>
        </Fact>
        <Fact label="Nummer">{row.number}</Fact>
        <Fact label="Boxen">{boxes.toLocaleString("de-DE")}</Fact>
        <Fact label="Zuletzt gezählt">
          <LastCounted last={row.last_verified} />
          {!row.stocktake && (
            <TextLink {...paths.newStocktake(row.id)} className="block">
              Jetzt zählen
            </TextLink>
          )}
        </Fact>
      </Facts>
      <Checkbox
        label="Umgekehrt"
        hint="Gelaufen wird vom letzten Teil zum ersten."
        checked={pending.reverse ?? row.reverse}
        onChange={(event) => edit.mutate({ reverse: event.target.checked })}
      />
      <div className="flex gap-3">
        <SizeField
          label="Teile"
          value={pending.parts ?? row.parts}
          rule={typedParts}
          onSave={(parts) => edit.mutate({ parts })}
        />
        <SizeField
          label="Höhen"
          value={pending.heights ?? row.heights}
          rule={typedHeights}
          onSave={(heights) => edit.mutate({ heights })}
        />
      </div>
      <RowCode row={row} />
    </div>
  );
}

function RowCode({ row }: { row: RowDetail }) {
  return (
    <figure className="w-fit rounded-md border border-line bg-surface p-2">
      <BlobImage
        source={row.qrcode.image}
        load={loadPicture}
        alt={`QR-Code der Reihe ${row.number} in ${row.area.name}`}
        width={144}
        height={144}
      />
      <figcaption className="mt-1 text-center tabular-nums">{rowScanText(row.id)}</figcaption>
    </figure>
  );
}

type SizeFieldProps = {
  label: string;
  value: number;
  rule: typeof typedParts;
  onSave: (value: number) => void;
};

/** A number that is saved when its field is left, or by Enter. */
function SizeField({ label, value, rule, onSave }: SizeFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const parsedValue = text === null ? value : rule.safeParse(text).data;
  const save = () => {
    if (parsedValue === undefined) return;
    if (parsedValue !== value) onSave(parsedValue);
    setText(null);
  };
  return (
    <Field label={label} error={parsedValue === undefined ? invalid.range : undefined} className="w-24">
      <NumberInput
        value={text ?? String(value)}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
          if (event.key === "Escape") setText(null);
        }}
      />
    </Field>
  );
}
