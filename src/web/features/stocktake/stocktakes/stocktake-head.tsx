import { useMutation } from "@tanstack/react-query";
import { CircleCheck, FileDown, X } from "lucide";
import { useState } from "react";
import { closeStocktake, discardStocktake, stocktakeReport } from "#contract/calls/stocktake/stocktakes.ts";
import { textLength } from "#contract/limits.ts";
import type { StocktakeDetail } from "#contract/schemas/stocktake/stocktakes.ts";
import { nextOfStocktake } from "#rules/stocktake/stocktake-next.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { invalidate } from "#web/api/queries.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { StocktakeBadge } from "./stocktake-badges.tsx";

/** The head of a stocktake, with what may be done to it as a whole; what may not says why. */
export function StocktakeHead({ stocktake }: { stocktake: StocktakeDetail }) {
  const { id, number, state, actions, closed } = stocktake;
  const path = { id };
  const report = useDownload(stocktakeReport);
  const [isAsking, setAsking] = useState(false);
  const closing = useMutation({
    mutationFn: () => call(closeStocktake, { path }),
    meta: { inPlace: true },
    onSuccess: () => notify(`${number} abgeschlossen`),
    onSettled: () => invalidate(closeStocktake),
  });
  const ask = async () => {
    const text = "Danach wird an ihr nichts mehr geändert. Der Bericht bleibt.";
    if (await confirm({ title: `${number} abschließen?`, text, action: "Abschließen" })) closing.mutate();
  };
  const discard = async (reason: string) => {
    await call(discardStocktake, { path, body: { reason } });
    await invalidate(discardStocktake);
  };
  const close = {
    text: "Abschließen",
    icon: CircleCheck,
    pending: closing.isPending,
    blocked: actions.close,
    act: () => void ask(),
  };
  return (
    <>
      <DetailHead
        above={<TextLink {...paths.stocktakes()}>Inventuren</TextLink>}
        title={number}
        badge={<StocktakeBadge state={state} />}
        next={nextOfStocktake(stocktake)}
        primary={actions.close === null && close}
        more={[
          closed === null && actions.close !== null && close,
          { text: "Bericht", icon: FileDown, pending: report.running, act: () => void report.start({ path }) },
        ]}
        dangers={[
          closed === null && { text: "Verwerfen", icon: X, blocked: actions.discard, act: () => setAsking(true) },
        ]}
      />
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
    </>
  );
}
