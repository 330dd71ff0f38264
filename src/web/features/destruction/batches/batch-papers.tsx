import { FileDown, Mail } from "lucide";
import { batchLetter, batchRequest, certificate } from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { BatchState } from "#rules/destruction/batch-state.ts";
import { useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";

/** What of a batch is on paper: the letter that asks, the one that was signed, the certificate. */
export function BatchPapers({ batch, isStaff }: { batch: BatchDetail; isStaff: boolean }) {
  const { state, letter: isSigned } = batch;
  const path = { id: batch.id };
  const letter = useDownload(batchRequest);
  const letterDownload = useDownload(batchLetter);
  const paper = useDownload(certificate);
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {state === BatchState.certified && (
          <Button look="primary" icon={FileDown} pending={paper.running} onClick={() => void paper.start({ path })}>
            Bescheinigung
          </Button>
        )}
        {isStaff && state <= BatchState.proposed && (
          <Button icon={Mail} pending={letter.running} onClick={() => void letter.start({ path })}>
            Brief an den Kunden
          </Button>
        )}
        {isStaff && isSigned && (
          <Button icon={FileDown} pending={letterDownload.running} onClick={() => void letterDownload.start({ path })}>
            Unterschriebener Brief
          </Button>
        )}
      </div>
      <DownloadStatus of={letter} label="Brief wird erstellt ..." />
      <DownloadStatus of={paper} label="Bescheinigung wird geladen ..." />
      <DownloadStatus of={letterDownload} label="Brief wird geladen ..." />
    </>
  );
}
