import { PackageX, X } from "lucide";
import { useState } from "react";
import { abortBatch, closeLines } from "#contract/calls/destruction/destruction-batches.ts";
import { textLength } from "#contract/limits.ts";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { showBoxes } from "#rules/amounts.ts";
import { BatchState } from "#rules/destruction/batch-state.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";

interface ExitsOf {
  readonly batch: BatchDetail;
  readonly isStaff: boolean;
  readonly chosen: ReadonlySet<number>;
  readonly onDone: () => void;
}

const closing: readonly BatchState[] = [BatchState.approved, BatchState.confirmed, BatchState.shredding];
const abortable: readonly BatchState[] = [
  BatchState.draft,
  BatchState.proposed,
  BatchState.approved,
  BatchState.confirmed,
];

/** Offers in the head to keep boxes, or the whole batch, after all, and asks the questions that this needs. */
export function useBatchExits({ batch, isStaff, chosen, onDone }: ExitsOf) {
  const { id, number, state, actions } = batch;
  const [asking, setAsking] = useState<"abort" | "close">();
  const send = async (reason: string) => {
    if (asking === "abort") await call(abortBatch, { path: { id }, body: { reason } });
    else await call(closeLines, { path: { id }, body: { boxes: [...chosen], reason } });
    await invalidate(abortBatch);
    onDone();
  };
  const texts =
    asking === "abort"
      ? {
          title: `${number} abbrechen`,
          text: `${showBoxes(batch.boxes)} bleiben erhalten; ihre Markierung wird aufgehoben.`,
          action: "Vorgang abbrechen",
        }
      : {
          title: "Boxen ausnehmen",
          text: `${showBoxes(chosen.size)} bleiben erhalten und stehen mit dem Grund auf der Bescheinigung.`,
          action: "Ausnehmen",
        };
  return {
    close: isStaff &&
      closing.includes(state) && {
        text: "Boxen ausnehmen",
        icon: PackageX,
        blocked: actions.close ?? (chosen.size === 0 && "Bitte wählen Sie unten Boxen aus."),
        act: () => setAsking("close"),
      },
    abort: abortable.includes(state) && {
      text: "Vorgang abbrechen",
      icon: X,
      blocked: actions.abort,
      act: () => setAsking("abort"),
    },
    question: asking && (
      <AskReason
        {...texts}
        label="Grund"
        required
        maxLength={textLength}
        send={send}
        onClose={() => setAsking(undefined)}
      />
    ),
  };
}
