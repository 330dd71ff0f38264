import { useMutation } from "@tanstack/react-query";
import { editMeta } from "#contract/calls/boxes.ts";
import { done } from "#rules/texts/done-texts.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { call } from "#web/api/call.ts";
import { touched } from "#web/api/queries.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import type { MetaChange, MetaField } from "./meta-fields.ts";
import { countBoxes, type MetaRange } from "./use-meta-range.ts";

export interface MetaUpdate {
  readonly field: MetaField;
  readonly change: MetaChange;
  /** What happens, for "… wird …": `der Jahrgang auf 2019 gesetzt`. */
  readonly what: string;
}

/** Counts, asks with the number, and sends. */
export function useMetaUpdate(range: MetaRange | undefined) {
  const update = useMutation({
    mutationFn: async ({ field, change, what }: MetaUpdate) => {
      if (!range) return null;
      const count = await countBoxes(range);
      if (count === 0) {
        notify(rangeTexts.empty, "warning");
        return null;
      }
      const action = change.action ? `${field.label} zurücksetzen` : `${field.label.replace(" in mm", "")} setzen`;
      if (!(await confirm({ title: `${action}?`, text: question(range, count, what), action }))) return null;
      const { customer, from, to } = range;
      const reply = await call(editMeta, { body: { customer: { id: customer.id }, from, to, ...change } });
      return { ...reply, what, customer: customer.name };
    },
    onSuccess: async (result) => {
      if (!result) return;
      notify(done.metaUpdated);
      await touched(editMeta);
    },
  });
  return {
    isPending: update.isPending,
    result: update.data,
    run: (wanted: MetaUpdate) => update.mutateAsync(wanted).then(ignore, ignore),
  };
}

const ignore = () => undefined; // a failure is already on the screen as a notice

function question({ customer, from, to }: MetaRange, count: number, what: string): string {
  const boxes = count === 1 ? "1 Box" : `${count.toLocaleString("de-DE")} Boxen`;
  const numbers =
    from === undefined && to === undefined ? "" : ` (Boxnummern ${from ?? 1} bis ${to ?? "zur höchsten"})`;
  return `Bei ${boxes} von ${customer.name}${numbers} wird ${what}.`;
}
