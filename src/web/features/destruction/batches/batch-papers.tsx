import { FileDown, Mail } from "lucide";
import { batchLetter, batchRequest, certificate } from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { BatchState } from "#rules/destruction/batch-state.ts";
import { useDownload } from "#web/api/download.ts";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";

/** What of a batch is on paper: the letter that asks, the one that was signed, the certificate. */
export function useBatchPapers(batch: BatchDetail, isStaff: boolean) {
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
