import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { assignCase, listCases } from "#contract/calls/stocktake/cases.ts";
import { chosenId } from "#contract/fields/numbers.ts";
import { text } from "#contract/fields/texts.ts";
import { textLength } from "#contract/limits.ts";
import type { CaseDetail } from "#contract/schemas/stocktake/cases.ts";
import { showUserName } from "#rules/access/users.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";

const rules = z.object({ assignee: chosenId, text: text(textLength) });

/** Asks somebody to look after a case. */
export function AssignDialog({ of, onClose }: { of: CaseDetail; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listCases, { query: { limit: 1 } }));
  const people = data?.people ?? [];
  const form = useDialogForm({
    rules,
    start: { defaultValues: { assignee: of.assignee?.id ?? null, text: "" } },
    send: ({ assignee, text: note }, once) =>
      call(assignCase, { path: { id: of.id }, body: { assignee, ...(note !== "" && { text: note }) }, once }),
    route: assignCase,
    done: "Klärfall zugewiesen",
    onSent: onClose,
  });
  return (
    <FormDialog of={form} title={`${of.number} zuweisen`} action="Zuweisen" onClose={onClose}>
      <ValueField
        of={form}
        name="assignee"
        label="Zuständig"
        required
        as={Combobox<number>}
        options={people.map((one) => ({ value: one.id, label: showUserName(one) }))}
      />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      <FormField of={form} name="text" label="Notiz dazu">
        {(bound) => <Textarea rows={2} maxLength={textLength} {...bound} />}
      </FormField>
    </FormDialog>
  );
}
