import { useMutation } from "@tanstack/react-query";
import { CircleCheck, FileDown, X } from "lucide";
import { useState } from "react";
import { closeStocktake, discardStocktake, stocktakeReport } from "#contract/calls/stocktake/stocktakes.ts";
import { textLength } from "#contract/limits.ts";
import type { StocktakeDetail } from "#contract/schemas/stocktake/stocktakes.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { invalidate } from "#web/api/queries.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

/** What may be done to a stocktake as a whole; what may not says why. */
export function StocktakeDeeds({ stocktake }: { stocktake: StocktakeDetail }) {
  const { id, number, actions, closed } = stocktake;
  const path = { id };
  const report = useDownload(stocktakeReport);
  const [isAsking, setAsking] = useState(false);
  const closing = useMutation({
    mutationFn: () => call(closeStocktake, { path }),
    meta: { inPlace: true },
    onSuccess: () => notify(`${number} abgeschlossen`),
    onSettled: () => invalidate(closeStocktake),
  });
  const close = async () => {
    const text = "Danach wird an ihr nichts mehr geändert. Der Bericht bleibt.";
    if (await confirm({ title: `${number} abschließen?`, text, action: "Abschließen" })) closing.mutate();
  };
  const discard = async (reason: string) => {
    await call(discardStocktake, { path, body: { reason } });
    await invalidate(discardStocktake);
  };
  return (
    <div className="mb-3 grid gap-2">
      <div className="flex flex-wrap gap-2">
        {closed === null && (
          <Button
            look={actions.close === null ? "primary" : undefined}
            icon={CircleCheck}
            pending={closing.isPending}
            disabledReason={actions.close ?? undefined}
            onClick={() => void close()}
          >
            Abschließen
          </Button>
        )}
        <Button icon={FileDown} pending={report.running} onClick={() => void report.start({ path })}>
          Bericht
        </Button>
        {closed === null && (
          <Button look="danger" icon={X} disabledReason={actions.discard ?? undefined} onClick={() => setAsking(true)}>
            Verwerfen
          </Button>
        )}
      </div>
      {closing.error && <ErrorState error={closing.error} />}
      <DownloadStatus of={report} label="Bericht wird erstellt ..." />
      {isAsking && (
        <AskReason
          title={`${number} verwerfen`}
          text="Aus der Zählung wird nichts übernommen. Was gescannt wurde, bleibt aufgezeichnet."
          label="Grund"
          required
          maxLength={textLength}
          action="Inventur verwerfen"
          send={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
