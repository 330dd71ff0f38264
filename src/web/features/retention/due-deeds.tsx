import { useMutation } from "@tanstack/react-query";
import { Flag, ListChecks } from "lucide";
import { markBoxes } from "#contract/calls/boxes.ts";
import { listRetained } from "#contract/calls/retention.ts";
import type { RetainedBox } from "#contract/schemas/retention/retention.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import type { DueKind } from "#rules/retention/due-boxes.ts";
import { call } from "#web/api/call.ts";
import { touched } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

/** Which list is shown. */
export interface Shown {
  readonly customer: number;
  readonly year: number;
  readonly show: DueKind;
}

type DeedsProps = {
  shown: Shown;
  /** How many boxes there are on all pages. */
  count: number;
  boxes: readonly RetainedBox[];
  onChoose: (boxes: readonly RetainedBox[]) => void;
  onDone: () => void;
};

/** What can be done with the boxes that may go; what else is done with them gets its button here. */
export function DueDeeds({ shown, count, boxes, onChoose, onDone }: DeedsProps) {
  const choosing = useMutation({ mutationFn: () => allOf(shown), onSuccess: onChoose });
  const marking = useMutation({
    mutationFn: () => markAll(boxes),
    onSettled: () => touched(markBoxes),
    onSuccess: onDone,
  });
  const mark = async () => {
    const question = {
      title: "Zur Vernichtung markieren",
      text: `${showBoxes(boxes.length)} ${boxes.length === 1 ? "wird" : "werden"} markiert.`,
      action: "Markieren",
    };
    if (await confirm(question)) marking.mutate();
  };
  return (
    <div role="group" aria-label="Ausgewählte Boxen" className="flex flex-wrap items-center gap-2">
      {boxes.length < count && (
        <Button icon={ListChecks} pending={choosing.isPending} onClick={() => choosing.mutate()}>
          Alle auswählen ({showCount(count)})
        </Button>
      )}
      <Button
        icon={Flag}
        pending={marking.isPending}
        disabledReason={boxes.length === 0 && "Bitte erst Boxen auswählen."}
        onClick={() => void mark()}
      >
        Markieren ({showCount(boxes.length)})
      </Button>
      {boxes.length > 0 && (
        <Button look="quiet" onClick={onDone}>
          Auswahl aufheben
        </Button>
      )}
    </div>
  );
}

/** Every box of the list, over all its pages. */
async function allOf({ customer, year, show }: Shown): Promise<RetainedBox[]> {
  const found: RetainedBox[] = [];
  for (let isMore = true; isMore; ) {
    const query = { customer, year, show, limit: maxPageSize, offset: found.length };
    const { results, count } = await call(listRetained, { query });
    found.push(...results);
    isMore = results.length > 0 && found.length < count;
  }
  return found;
}

/** In as many calls as it takes; what was marked before one was refused stays marked. */
async function markAll(boxes: readonly RetainedBox[]): Promise<void> {
  const ids = boxes.map(({ id }) => id);
  let done = 0;
  for (let at = 0; at < ids.length; at += maxPageSize) {
    const { marked } = await call(markBoxes, { body: { boxes: ids.slice(at, at + maxPageSize) } });
    done += marked;
  }
  notify(`${showBoxes(done)} zur Vernichtung markiert`);
}
