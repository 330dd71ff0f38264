import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { BatchState } from "#rules/destruction/batch-state.ts";
import { BatchExits } from "./batch-exits.tsx";
import { BatchPapers } from "./batch-papers.tsx";
import type { BatchChoice } from "./choice.ts";
import { LetterUpload } from "./letter-upload.tsx";
import { NextStep } from "./next-step.tsx";
import { Witness } from "./witness.tsx";

type DeedsProps = { batch: BatchDetail; isStaff: boolean; choice: BatchChoice; onDone: () => void };

/** What may be done in this state; what is not theirs to do says why. */
export function BatchDeeds({ batch, isStaff, choice, onDone }: DeedsProps) {
  return (
    <div className="mb-3 grid gap-2">
      <div className="flex flex-wrap gap-2">
        <NextStep batch={batch} choice={choice} />
        <BatchExits batch={batch} isStaff={isStaff} chosen={choice.chosen} onDone={onDone} />
      </div>
      <BatchPapers batch={batch} isStaff={isStaff} />
      <WhyNot batch={batch} />
      {isStaff && batch.actions.attach === null && <LetterUpload id={batch.id} />}
      {isStaff && batch.state === BatchState.shredding && <Witness batch={batch} />}
    </div>
  );
}

const stepOf: Partial<Record<BatchState, keyof BatchDetail["actions"]>> = {
  [BatchState.proposed]: "decide",
  [BatchState.approved]: "confirm",
  [BatchState.confirmed]: "shred",
  [BatchState.shredding]: "complete",
  [BatchState.destroyed]: "certify",
};

/** Why the next step is not theirs, to be read and not only found behind a button. */
function WhyNot({ batch }: { batch: BatchDetail }) {
  const step = stepOf[batch.state];
  const why = step && batch.actions[step];
  if (!why) return null;
  return (
    <p className="text-muted">
      Nächster Schritt: {batch.next}. {why}
    </p>
  );
}
