import { clsx } from "clsx";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { BatchEvent, BatchState } from "#rules/destruction/batch-state.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";

const steps = [
  [BatchState.draft, BatchEvent.created, "Entwurf"],
  [BatchState.proposed, BatchEvent.proposed, "Vorgelegt"],
  [BatchState.approved, BatchEvent.approved, "Freigegeben"],
  [BatchState.confirmed, BatchEvent.confirmed, "Bestätigt"],
  [BatchState.destroyed, BatchEvent.shredded, "Vernichtet"],
  [BatchState.certified, BatchEvent.certified, "Bescheinigt"],
] as const;

/** The way of a destruction: which steps were taken, by whom and when; on a phone the last of them. */
export function BatchSteps({ batch }: { batch: BatchDetail }) {
  const stepEvent = (kind: BatchEvent) => batch.events.findLast((event) => event.kind === kind);
  const reached = steps.findLastIndex(([, kind]) => stepEvent(kind) !== undefined);
  return (
    <ol className="mb-3 grid gap-2 rounded-md border border-line bg-surface p-3 sm:grid-cols-3 xl:grid-cols-6">
      {steps.map(([state, kind, label], index) => {
        const lastEvent = stepEvent(kind);
        return (
          <li
            key={state}
            aria-current={batch.state === state ? "step" : undefined}
            className={clsx(
              "min-w-0 border-t-2 pt-1",
              index !== reached && "max-sm:hidden",
              lastEvent ? "border-accent" : "border-line text-muted",
            )}
          >
            <strong className="block">
              {index + 1}. {label}
              <span className="font-normal text-muted sm:hidden"> von {steps.length}</span>
            </strong>
            {lastEvent && (
              <span className="block break-words text-muted tabular-nums">
                {lastEvent.who}, {showDateTime(lastEvent.at)}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
