import { FileDown, Mail } from "lucide";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { nextOfBatch } from "#rules/destruction/batch-next.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { batchLetter, batchRequest, certificate } from "#contract/calls/destruction/destruction-batches.ts";
import { BatchState } from "#rules/destruction/batch-state.ts";
import { useDownload } from "#web/api/download.ts";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { useBatchAddresses } from "./batch-addresses.ts";
import { BatchBadge } from "./batch-badge.tsx";
import { useBatchExits } from "./batch-exits.tsx";
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
        next={nextOfBatch(batch, isStaff)}
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

/** Returns the papers of a batch: the letter that asks, the one that was signed, the certificate. */
function useBatchPapers(batch: BatchDetail, isStaff: boolean) {
  const { state, letter: isSigned } = batch;
  const path = { id: batch.id };
  const letter = useDownload(batchRequest);
  const letterDownload = useDownload(batchLetter);
  const paper = useDownload(certificate);
  return {
    certificate: state === BatchState.certified && {
      text: "Bescheinigung",
      icon: FileDown,
      pending: paper.running,
      act: () => void paper.start({ path }),
    },
    letters: [
      isStaff &&
        state <= BatchState.proposed && {
          text: "Brief an den Kunden",
          icon: Mail,
          pending: letter.running,
          act: () => void letter.start({ path }),
        },
      isStaff &&
        isSigned && {
          text: "Unterschriebener Brief",
          icon: FileDown,
          pending: letterDownload.running,
          act: () => void letterDownload.start({ path }),
        },
    ],
    status: (
      <>
        <DownloadStatus of={letter} label="Brief wird erstellt ..." />
        <DownloadStatus of={paper} label="Bescheinigung wird geladen ..." />
        <DownloadStatus of={letterDownload} label="Brief wird geladen ..." />
      </>
    ),
  };
}
