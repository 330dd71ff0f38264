import { Link } from "@tanstack/react-router";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { showBoxCode, showCustomerCode } from "#rules/box-code.ts";
import { BoxState, boxStateText } from "#rules/box-state.ts";
import { showDate } from "#rules/dates.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { paths } from "#web/paths.ts";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { showDay } from "#web/ui/local-time.ts";
import { barcodeSize } from "./barcode-size.ts";
import { DestructionDate } from "./destruction-date.tsx";

/** What is known of a box, with its barcode beside it. */
export function BoxFacts({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <Facts>
        <Fact label="Kunde">
          <Owner owner={box.owner} isStaff={isStaff} />
        </Fact>
        <Fact label="Status">
          {box.state} – {boxStateText[box.state]}
        </Fact>
        <Fact label="Erstellt">{showDay(box.created)}</Fact>
        {isStaff && box.state === BoxState.destroyed ? (
          <DestructionDate box={box} />
        ) : (
          <Fact label="Vernichtet">{box.destroyed && showDate(box.destroyed)}</Fact>
        )}
        <Fact label="Größe">{box.size.toLocaleString("de-DE")} mm</Fact>
        <Fact label="Jahrgang">{box.meta_year}</Fact>
        <Fact label="Vernichtungsjahr">{box.meta_destroy_year}</Fact>
        <Fact label="Erste Lieferung">
          {box.meta_first_delivery_customer && showDate(box.meta_first_delivery_customer)}
        </Fact>
        {isStaff && <Place position={box.position} />}
      </Facts>
      <div className="grid place-items-center rounded-md border border-line bg-on-fill p-3">
        <BlobImage
          source={box.barcode.image}
          load={loadPicture}
          alt={`Barcode ${showBoxCode(box.code)}`}
          {...barcodeSize}
        />
      </div>
    </div>
  );
}

function Owner({ owner, isStaff }: { owner: BoxDetail["owner"]; isStaff: boolean }) {
  const text = `${showCustomerCode(owner.code)} – ${owner.name}`;
  if (!isStaff) return text;
  return (
    <Link {...paths.customer(owner.id)} className="text-link">
      {text}
    </Link>
  );
}

function Place({ position }: { position: BoxDetail["position"] }) {
  const row = position?.row;
  return (
    <>
      <Fact label="Bereich">
        {row && (
          <Link {...paths.area(row.area.id)} className="text-link">
            {row.area.name}
          </Link>
        )}
      </Fact>
      <Fact label="Reihe">
        {row && (
          <Link {...paths.row(row.id)} aria-label={`Reihe ${row.number}`} className="text-link">
            {row.number}
          </Link>
        )}
      </Fact>
      <Fact label="Teil">{position?.part}</Fact>
      <Fact label="Höhe">{position?.height}</Fact>
    </>
  );
}
