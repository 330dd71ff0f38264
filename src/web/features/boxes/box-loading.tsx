import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { barcodeSize } from "./barcode-size.ts";

const facts = ["Kunde", "Status", "Erstellt", "Vernichtet", "Größe", "Jahrgang", "Vernichtungsjahr", "Erste Lieferung"];
const placeFacts = ["Bereich", "Reihe", "Teil", "Höhe"];

/** Holds the place of a box's facts, so that nothing jumps when they come. */
export function BoxLoading({ isStaff }: { isStaff: boolean }) {
  return (
    <div role="status" className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <span className="sr-only">Wird geladen …</span>
      <Facts>
        {[...facts, ...(isStaff ? placeFacts : [])].map((label) => (
          <Fact key={label} label={label}>
            <Skeleton className="my-1 h-3 w-24" />
          </Fact>
        ))}
      </Facts>
      <div
        className="grid place-items-center rounded-md border border-line bg-surface p-3"
        style={{ minWidth: barcodeSize.width }}
      >
        <div style={barcodeSize} />
      </div>
    </div>
  );
}
