import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { nextOfBatch } from "#rules/destruction/batch-next.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { useBatchAddresses } from "./batch-addresses.ts";
import { BatchBadge } from "./batch-badge.tsx";
import { useBatchExits } from "./batch-exits.tsx";
import { useBatchPapers } from "./batch-papers.tsx";
import type { BatchChoice } from "./choice.ts";
import { useNextStep } from "./next-step.tsx";

/** The way back, for whoever looks. */
export function AboveBatch() {
  const { list } = useBatchAddresses();
  return <TextLink {...list()}>Vernichtungen mit Freigabe</TextLink>;
}

type BatchHeadProps = { batch: BatchDetail; isStaff: boolean; choice: BatchChoice; onDone: () => void };

/** The head of a destruction: what may be done in this state; what is not theirs to do says why. */
export function BatchHead({ batch, isStaff, choice, onDone }: BatchHeadProps) {
  const { number, state } = batch;
  const step = useNextStep(batch, choice);
  const exits = useBatchExits({ batch, isStaff, chosen: choice.chosen, onDone });
  const papers = useBatchPapers(batch, isStaff);
  return (
    <>
      <DetailHead
        above={<AboveBatch />}
        title={number}
        badge={<BatchBadge state={state} />}
        next={nextOfBatch(batch)}
        primary={step.action ?? papers.certificate}
        more={[exits.close, ...papers.letters]}
        dangers={[exits.abort]}
      />
      {step.error && <ErrorState error={step.error} />}
      {papers.status}
      {exits.question}
    </>
  );
}
