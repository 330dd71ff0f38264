import { useMutation } from "@tanstack/react-query";
import { Award, Check, type IconNode, Send } from "lucide";
import * as calls from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail } from "#contract/schemas/destruction/destruction-batches.ts";
import { showBoxes } from "#rules/amounts.ts";
import { BatchState } from "#rules/destruction/batch-state.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import type { PageAction } from "#web/detail-page/detail-head.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import type { BatchChoice } from "./choice.ts";

/** A step: what it is called, what is asked first, and the call. */
interface Step {
  readonly action: keyof BatchDetail["actions"];
  readonly label: string;
  readonly icon: IconNode;
  readonly question: (batch: BatchDetail, choice: BatchChoice) => { title: string; text: string } | null;
  /** True where the batch's number must be typed. */
  readonly isFinal: boolean;
  readonly take: (batch: BatchDetail, choice: BatchChoice) => Promise<unknown>;
}

const steps: Partial<Record<BatchState, Step>> = {
  [BatchState.draft]: {
    action: "propose",
    label: "Vorlegen",
    icon: Send,
    isFinal: false,
    question: ({ boxes, customer }) => ({
      title: "Dem Kunden vorlegen?",
      text: `${showBoxes(boxes)} von ${customer.name}. Was noch nicht markiert ist, wird markiert.`,
    }),
    take: ({ id }) => call(calls.proposeBatch, { path: { id } }),
  },
  [BatchState.proposed]: {
    action: "decide",
    label: "Freigeben",
    icon: Check,
    isFinal: true,
    question: ({ boxes }, { rejected }) => ({
      title: "Freigabe erteilen?",
      text: `${showBoxes(boxes - rejected.size)} freigegeben, ${showBoxes(rejected.size)} abgelehnt. Freigegebene Boxen werden mit ihrem gesamten Inhalt vernichtet.`,
    }),
    take: ({ id, number }, { rejected, named }) => {
      const no = [...rejected].map(([box, reason]) => ({ box, approved: false, reason }));
      const yes = [...named].filter((box) => !rejected.has(box)).map((box) => ({ box, approved: true, reason: "" }));
      return call(calls.decideBatch, { path: { id }, body: { lines: [...no, ...yes], rest: "approved", number } });
    },
  },
  [BatchState.approved]: {
    action: "confirm",
    label: "Bestätigen",
    icon: Check,
    isFinal: true,
    question: ({ left }) => ({
      title: "Vernichtung bestätigen?",
      text: `${showBoxes(left)} werden nach der Wartezeit vernichtet. Das kann nicht rückgängig gemacht werden.`,
    }),
    take: ({ id, number }) => call(calls.confirmBatch, { path: { id }, body: { number } }),
  },
  [BatchState.destroyed]: {
    action: "certify",
    label: "Bescheinigung ausstellen",
    icon: Award,
    isFinal: false,
    question: () => null,
    take: ({ id }) => call(calls.certifyBatch, { path: { id } }),
  },
};

/** The step that comes next; not theirs, it says why. */
export function useNextStep(
  batch: BatchDetail,
  choice: BatchChoice,
): { action: PageAction | null; error: Error | null } {
  const step = steps[batch.state];
  const taking = useMutation({
    mutationFn: ({ take }: Step) => take(batch, choice),
    meta: { inPlace: true },
    onSettled: () => invalidate(calls.proposeBatch),
  });
  if (!step) return { action: null, error: null };
  const begin = async () => {
    const question = step.question(batch, choice);
    const confirmation = step.isFinal ? { danger: true, typeToConfirm: batch.number } : {};
    if (!question || (await confirm({ ...question, ...confirmation, action: step.label }))) taking.mutate(step);
  };
  const { label: text, icon } = step;
  const blocked = batch.actions[step.action];
  return { action: { text, icon, blocked, pending: taking.isPending, act: () => void begin() }, error: taking.error };
}
