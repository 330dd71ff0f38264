import { stocktakeQrCode } from "#contract/calls/stocktake/stocktakes.ts";
import type { StocktakeDetail } from "#contract/schemas/stocktake/stocktakes.ts";
import { showUserName } from "#rules/access/users.ts";
import { CountState } from "#rules/stocktake/stocktake-state.ts";
import { callAddress } from "#web/api/call.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { PhoneLink } from "#web/detail-page/phone-link.tsx";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** How its rows are counted, at the shelf with a phone, and who is at it where. */
export function HowToCount({ of: { id, number, rows } }: { of: StocktakeDetail }) {
  const counting = rows.filter(({ state, counter }) => state === CountState.counting && counter !== null);
  return (
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
            Mit der Kamera des Telefons den QR-Code lesen, am Regal das Reihenetikett scannen, dann jede Box der Reihe.
            Auf diesem Gerät: <PhoneLink />
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
        </div>
      </div>
    </Section>
  );
}
