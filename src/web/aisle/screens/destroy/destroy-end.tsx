import { type ReactNode, useEffect, useState } from "react";
import { completeBatch, getBatch } from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { showBoxes } from "#rules/amounts.ts";
import { BatchEvent, BatchState } from "#rules/destruction/batch-state.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { goTo } from "#web/aisle/address.ts";
import { Button } from "#web/ui/button/button.tsx";

interface DestroyEndProps {
  readonly batch: number;
  readonly isOnline: boolean;
  /** Where one goes on. */
  readonly children: ReactNode;
}

/** Nothing is left: who has destroyed it, and who bears witness, a second person with a login of their own. */
export function DestroyEnd({ batch: id, isOnline, children }: DestroyEndProps) {
  const { batch, failure, load } = useBatch(id, isOnline);
  const [isAsking, setIsAsking] = useState(false);
  const witness = () => {
    setIsAsking(false);
    load((place) => call(completeBatch, { path: { id }, body: { place } }));
  };
  return (
    <section aria-label="Bezeugen" className="grid shrink-0 gap-2 px-2 pb-2">
      {batch && <People batch={batch} />}
      {failure && <p role="alert">{failure}</p>}
      {!isOnline && <p>Bezeugt wird nur mit Netz.</p>}
      {batch?.state === BatchState.shredding && batch.actions.complete && (
        <>
          <p>{batch.actions.complete}</p>
          <Button className="min-h-14!" onClick={() => goTo("geraet")}>
            Zweite Person anmelden
          </Button>
        </>
      )}
      {isAsking && batch && (
        <p className="font-semibold">
          {showBoxes(batch.scanned)}: Haben Sie die Vernichtung gesehen? Das lässt sich nicht zurücknehmen.
        </p>
      )}
      <div className="flex gap-2">
        {isAsking ? (
          <Button className="min-h-14! grow basis-0" onClick={() => setIsAsking(false)}>
            Nein
          </Button>
        ) : (
          children
        )}
        {batch?.state === BatchState.shredding && batch.actions.complete === null && (
          <Button
            look="primary"
            className="min-h-14! grow basis-0"
            disabledReason={!isOnline && "nur mit Netz"}
            onClick={isAsking ? witness : () => setIsAsking(true)}
          >
            {isAsking ? "Ja, bezeugen" : "Bezeugen …"}
          </Button>
        )}
      </div>
    </section>
  );
}

function People({ batch: { events } }: { batch: BatchDetail }) {
  const whoDid = (kind: number) => events.find((event) => event.kind === kind)?.who;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3">
      <dt className="text-muted">Vernichtet von</dt>
      <dd>{whoDid(BatchEvent.begun) ?? "niemandem"}</dd>
      <dt className="text-muted">Bezeugt von</dt>
      <dd>{whoDid(BatchEvent.shredded) ?? "noch niemandem"}</dd>
    </dl>
  );
}

/** A batch as the server has it, where there is a network. */
function useBatch(id: number, isOnline: boolean) {
  const [batch, setBatch] = useState<BatchDetail | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const show = (asked: Promise<BatchDetail>) =>
    asked
      .then((found) => {
        setBatch(found);
        setFailure(null);
      })
      .catch((error: unknown) => setFailure(error instanceof CallError ? error.message : errors.unknown));
  useEffect(() => {
    if (isOnline) void show(call(getBatch, { path: { id } }));
  }, [id, isOnline]);
  const load = (ask: (place: BatchDetail["place"]) => Promise<BatchDetail>) => void show(ask(batch?.place ?? "house"));
  return { batch, failure, load };
}
