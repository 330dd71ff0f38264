import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { BatchEvent, BatchState } from "#rules/destruction/batch-state.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Section } from "#web/ui/page/section.tsx";
import { StepLine } from "#web/ui/page/step-line.tsx";

const steps = [
  [BatchEvent.created, "Entwurf"],
  [BatchEvent.proposed, "Vorlage"],
  [BatchEvent.approved, "Freigabe"],
  [BatchEvent.confirmed, "Bestätigung"],
  [BatchEvent.shredded, "Vernichtung"],
  [BatchEvent.certified, "Bescheinigung"],
] as const;

/** The way of a destruction: which steps were taken, and at which it stands. */
export function BatchSteps({ batch: { state, events } }: { batch: BatchDetail }) {
  const line = steps.map(([kind, label]) => ({ label, isDone: events.some((event) => event.kind === kind) }));
  const current = state === BatchState.aborted ? -1 : line.findIndex(({ isDone }) => !isDone);
  return <StepLine steps={line} current={current} />;
}

const eventText: Record<BatchEvent, string> = {
  [BatchEvent.created]: "Entwurf angelegt",
  [BatchEvent.changed]: "Geändert",
  [BatchEvent.proposed]: "Vorgelegt",
  [BatchEvent.approved]: "Freigegeben",
  [BatchEvent.confirmed]: "Bestätigt",
  [BatchEvent.begun]: "Vernichtung begonnen",
  [BatchEvent.closed]: "Boxen ausgenommen",
  [BatchEvent.shredded]: "Vernichtet",
  [BatchEvent.certified]: "Bescheinigt",
  [BatchEvent.aborted]: "Abgebrochen",
  [BatchEvent.letter]: "Brief hochgeladen",
};

/** The steps of a batch with author and time, the latest first. */
export function BatchLog({ events }: Pick<BatchDetail, "events">) {
  return (
    <Section title="Verlauf">
      <ol className="rounded-md border border-line bg-surface px-3 py-2">
        {events.toReversed().map(({ kind, who, at }) => (
          <li key={`${kind}-${at}`} className="break-words">
            {eventText[kind as BatchEvent]}{" "}
            <span className="text-muted tabular-nums">
              {who}, {showDateTime(at)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
