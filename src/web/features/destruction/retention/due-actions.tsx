import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileCheck, Flag, ListChecks } from "lucide";
import { markBoxes } from "#contract/calls/stock/boxes.ts";
import { createBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { listRetained } from "#contract/calls/destruction/retention.ts";
import type { RetainedBox } from "#contract/schemas/destruction/retention.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay } from "#rules/dates.ts";
import { formatWarning } from "#rules/destruction/destruction.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import type { DueKind } from "#rules/destruction/retention/due-boxes.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

/** Filter of the list that is shown. */
export interface DueList {
  readonly customer: number;
  readonly year: number;
  readonly show: DueKind;
}

type DueActionsProps = {
  shown: DueList;
  /** True where the customer's boxes are destroyed by batches. */
  byBatch: boolean;
  /** Number of boxes on all pages. */
  count: number;
  /** Number of boxes that can be chosen: the others are on their way already. */
  eligible: number;
  boxes: readonly RetainedBox[];
  onChoose: (boxes: readonly RetainedBox[]) => void;
  onDone: () => void;
};

/** Offers the actions on the boxes that may go. */
export function DueActions({ shown, byBatch, count, eligible, boxes, onChoose, onDone }: DueActionsProps) {
  const choosing = useMutation({ mutationFn: () => allOf(shown), onSuccess: onChoose });
  const isDue = shown.show === "due";
  const busy = byBatch ? "schon in einer Vernichtung" : isDue ? "schon markiert" : "nicht zu markieren";
  const none = eligible === 0 ? `Alle sind ${busy}.` : nothingChosen;
  return (
    <div role="group" aria-label="Ausgewählte Boxen" className="flex flex-wrap items-center gap-2">
      {eligible < count && (
        <p className="text-muted tabular-nums">
          {showCount(count)}, davon {showCount(count - eligible)} {busy}
        </p>
      )}
      {boxes.length < eligible && (
        <Button icon={ListChecks} pending={choosing.isPending} onClick={() => choosing.mutate()}>
          Alle auswählen ({showCount(eligible)})
        </Button>
      )}
      {byBatch ? (
        <BatchButton customer={shown.customer} boxes={boxes} none={none} />
      ) : (
        <MarkButton boxes={boxes} none={none} onDone={onDone} />
      )}
      {boxes.length > 0 && (
        <Button look="quiet" onClick={onDone}>
          Auswahl aufheben
        </Button>
      )}
    </div>
  );
}

const nothingChosen = "Bitte erst Boxen auswählen.";

/** Boxes, and what is said where there are none. */
type DueSelection = Pick<DueActionsProps, "boxes"> & { none: string };

function MarkButton({ boxes, none, onDone }: DueSelection & Pick<DueActionsProps, "onDone">) {
  const marking = useMutation({
    mutationFn: () => markAll(boxes),
    onSettled: () => invalidate(markBoxes),
    onSuccess: onDone,
  });
  const mark = async () => {
    const question = {
      title: "Zur Vernichtung markieren",
      text: `${showBoxes(boxes.length)} ${boxes.length === 1 ? "wird" : "werden"} markiert.`,
      warning: formatWarning(boxes, berlinDay(new Date()), ({ code }) => showBoxCode(code)),
      action: "Markieren",
    };
    if (await confirm(question)) marking.mutate();
  };
  return (
    <Button
      icon={Flag}
      pending={marking.isPending}
      disabledReason={boxes.length === 0 && none}
      onClick={() => void mark()}
    >
      Markieren ({showCount(boxes.length)})
    </Button>
  );
}

/** Makes a draft of a destruction batch, and leads to it. */
function BatchButton({ customer, boxes, none }: DueSelection & { customer: number }) {
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => call(createBatch, { body: { customer: { id: customer }, boxes: boxes.map(({ id }) => id) } }),
    onSuccess: async ({ id }) => {
      await invalidate(createBatch);
      await navigate(paths.batch(id));
    },
  });
  const begin = async () => {
    const question = {
      title: "Zur Vernichtung vorlegen",
      text: `${showBoxes(boxes.length)} ${boxes.length === 1 ? "kommt" : "kommen"} in einen Entwurf. Von dort legen Sie ihn dem Kunden vor.`,
      action: "Entwurf anlegen",
    };
    if (await confirm(question)) create.mutate();
  };
  return (
    <Button
      icon={FileCheck}
      pending={create.isPending}
      disabledReason={boxes.length === 0 && none}
      onClick={() => void begin()}
    >
      Zur Vernichtung vorlegen ({showCount(boxes.length)})
    </Button>
  );
}

/** Every box of the list, over all its pages. */
async function allOf({ customer, year, show }: DueList): Promise<RetainedBox[]> {
  const boxes: RetainedBox[] = [];
  for (let isMore = true; isMore; ) {
    const query = { customer, year, show, limit: maxPageSize, offset: boxes.length };
    const { results, count } = await call(listRetained, { query });
    boxes.push(...results);
    isMore = results.length > 0 && boxes.length < count;
  }
  return boxes;
}

/** In as many calls as it takes; what was marked before one was refused stays marked. */
async function markAll(boxes: readonly RetainedBox[]): Promise<void> {
  const ids = boxes.map(({ id }) => id);
  let doneCount = 0;
  for (let at = 0; at < ids.length; at += maxPageSize) {
    const { marked } = await call(markBoxes, { body: { boxes: ids.slice(at, at + maxPageSize) } });
    doneCount += marked;
  }
  notify(`${showBoxes(doneCount)} zur Vernichtung markiert`);
}
