import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { previewMeta, undoMeta } from "#contract/calls/stock/meta.ts";
import { undoTime } from "#contract/limits.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import type { MetaChange, MetaField } from "./meta-fields.ts";
import type { MetaRange } from "./use-meta-range.ts";

export interface MetaUpdate {
  readonly field: MetaField;
  readonly change: MetaChange;
  /** Change that happens, for "… wird …": `der Jahrgang auf 2019 gesetzt`. */
  readonly what: string;
  /** Value after the change: `2019`. */
  readonly shown: string;
}

/** Looks at what would change, asks with the numbers, sends, and for a minute takes it back. */
export function useMetaUpdate(range: MetaRange | undefined) {
  const update = useMutation({
    mutationFn: async ({ field, change, what, shown }: MetaUpdate) => {
      if (!range) return null;
      const { customer, from, to } = range;
      const body = { customer: { id: customer.id }, from, to, ...change };
      const { boxes, unchanged } = await call(previewMeta, { body });
      if (boxes === 0) {
        notify(rangeTexts.empty, "warning");
        return null;
      }
      const action = change.action ? `${field.label} zurücksetzen` : `${field.label.replace(" in mm", "")} setzen`;
      const text = question(range, boxes, what) + already(boxes, unchanged, shown);
      if (!(await confirm({ title: `${action}?`, text, action }))) return null;
      const reply = await call(editMeta, { body });
      return { ...reply, what, customer };
    },
    onSuccess: async (result) => {
      undo.reset();
      if (!result) return;
      notify(successTexts.metaUpdated);
      await invalidate(editMeta);
    },
  });
  const undo = useMutation({
    mutationFn: async ({ customer, by }: { customer: number; by: string }) =>
      call(undoMeta, { body: { customer: { id: customer }, undo: by } }),
    onSettled: () => invalidate(undoMeta),
  });
  const { data } = update;
  const isOpen = useForAMinute(data?.undo ?? null) && !undo.data;
  return {
    isPending: update.isPending,
    result: data,
    undone: undo.data,
    undoing: undo.isPending,
    undo: data?.undo && isOpen ? () => undo.mutate({ customer: data.customer.id, by: data.undo ?? "" }) : undefined,
    run: (wanted: MetaUpdate) => update.mutateAsync(wanted).then(ignore, ignore),
  };
}

const ignore = () => undefined; // a failure is already on the screen as a notice

/** Says whether less than a minute has gone by since this came; the server has the last word. */
function useForAMinute(key: string | null): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setOver(key), undoTime);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== null && over !== key;
}

function question({ customer, from, to }: MetaRange, count: number, what: string): string {
  const numbers =
    from === undefined && to === undefined ? "" : ` (Boxnummern ${from ?? 1} bis ${to ?? "zur höchsten"})`;
  return `Bei ${showBoxes(count)} von ${customer.name}${numbers} wird ${what}.`;
}

function already(boxes: number, unchanged: number, shown: string): string {
  if (unchanged === 0) return "";
  if (unchanged === boxes) return ` Das ist schon überall so: ${shown}.`;
  return ` Davon ${unchanged === 1 ? "ist eine" : `sind ${showCount(unchanged)}`} schon ${shown}.`;
}
