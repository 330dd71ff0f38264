import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

const facts = ["Kunde", "Art", "Umfang", "Termin", "Preis", "Lieferoption", "Angelegt", "Bemerkung"];

/** Holds the place of a delivery's facts, so that nothing jumps when they come. */
export function DeliveryLoading() {
  return (
    <div role="status">
      <span className="sr-only">Wird geladen …</span>
      <Facts>
        {facts.map((label) => (
          <Fact key={label} label={label}>
            <Skeleton className="my-1 h-3 w-24" />
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
