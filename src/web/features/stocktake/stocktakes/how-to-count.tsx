import { useMutation } from "@tanstack/react-query";
import { ScanBarcode } from "lucide";
import { useState } from "react";
import { beginRow, stocktakeQrCode } from "#contract/calls/stocktake/stocktakes.ts";
import type { StocktakeDetail } from "#contract/schemas/stocktake/stocktakes.ts";
import { showUserName } from "#rules/access/users.ts";
import { CountState } from "#rules/stocktake/stocktake-state.ts";
import { call, callAddress } from "#web/api/call.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { invalidate } from "#web/api/queries.ts";
import { PhoneLink } from "#web/detail-page/phone-link.tsx";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Section } from "#web/ui/page/section.tsx";

const DeskCount = onDemand(async () => (await import("./desk-count.tsx")).DeskCount);

/** Shows how the rows are counted, at the shelf with a phone or at the desk with a scanner, and who is at it where. */
export function HowToCount({ of }: { of: StocktakeDetail }) {
  const { id, number, rows } = of;
  const [desk, setDesk] = useState<number | null>(null);
  const counting = rows.filter(({ state, counter }) => state === CountState.counting && counter !== null);
  return (
    <>
      <Section title="So wird gezählt">
        <div data-screen-only className="flex flex-wrap items-start gap-4">
          <div className="rounded-md border border-line bg-surface p-2 scheme-light">
            <BlobImage
              source={callAddress(stocktakeQrCode.path, { id })}
              load={loadPicture}
              alt={`QR-Code, der ${number} am Telefon öffnet`}
              width={112}
              height={112}
            />
          </div>
          <div className="grid max-w-prose min-w-0 flex-1 basis-60 gap-2">
            <p>
              Mit der Kamera des Telefons den QR-Code lesen, am Regal das Reihenetikett scannen, dann jede Box der
              Reihe. Auf diesem Gerät: <PhoneLink />
            </p>
            {counting.length > 0 && (
              <ul aria-label="Wer zählt wo">
                {counting.map(({ id: row, area, number: at, counter }) => (
                  <li key={row}>
                    {counter && showUserName(counter)} zählt {area.name}, Reihe {at}.
                  </li>
                ))}
              </ul>
            )}
            <AtDesk of={of} onBegin={setDesk} />
          </div>
        </div>
      </Section>
      {desk !== null && <DeskCount key={desk} stocktake={id} row={desk} onEnd={() => setDesk(null)} />}
    </>
  );
}

/** Asks which row is counted at the desk; the server says who counts it already. */
function AtDesk({ of: { id, rows }, onBegin }: { of: StocktakeDetail; onBegin: (row: number) => void }) {
  const left = rows.filter(({ state }) => state === CountState.open || state === CountState.counting);
  const [chosen, setChosen] = useState<number>();
  const row = left.find((one) => one.id === chosen)?.id ?? left[0]?.id;
  const begin = useMutation({
    mutationFn: (at: number) =>
      call(beginRow, { path: { id, row: at }, body: { take_over: false, again: false } }).then(() => at),
    meta: { inPlace: true },
    onSuccess: onBegin,
    onSettled: () => invalidate(beginRow),
  });
  if (row === undefined) return null;
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Ohne Telefon, mit einem Scanner an diesem Rechner">
          <Select
            value={row}
            options={left.map((one) => ({ value: one.id, label: `${one.area.name}, Reihe ${one.number}` }))}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
        </Field>
        <Button icon={ScanBarcode} pending={begin.isPending} onClick={() => begin.mutate(row)}>
          Am Rechner zählen
        </Button>
      </div>
      {begin.error && <ErrorState error={begin.error} />}
    </>
  );
}
