import { useNavigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { createCase } from "#contract/calls/stocktake/cases.ts";
import { filledText } from "#contract/fields/texts.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import type { Case } from "#contract/schemas/stocktake/cases.ts";
import { CaseKind, caseKindText } from "#rules/stocktake/case-state.ts";
import { showUserName } from "#rules/access/users.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { ValueField } from "#web/forms/value-field.tsx";
import { useDialogForm } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";

const rules = z.object({
  kind: z.string(),
  code: filledText(nameLength),
  text: filledText(textLength),
  assignee: z.nullable(z.number()),
});
const kinds = Object.values(CaseKind).map((kind) => ({ value: kind, label: caseKindText[kind] }));

/** Opens a case by hand: what it is about, and who looks after it. */
export function NewCaseDialog({
  people,
  onClose,
}: {
  people: readonly NonNullable<Case["assignee"]>[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useDialogForm({
    rules,
    start: { defaultValues: { kind: String(CaseKind.missing), code: "", text: "", assignee: null } },
    send: ({ kind, assignee, ...rest }, once) => {
      const body = { ...rest, kind: Number(kind) as CaseKind, ...(assignee !== null && { assignee }) };
      return call(createCase, { body, once });
    },
    route: createCase,
    done: "Klärfall angelegt",
    onSent: ({ id }) => navigate(paths.case(id)),
    focus: "code",
  });
  return (
    <FormDialog of={form} title="Klärfall anlegen" action="Klärfall anlegen" onClose={onClose}>
      <FormField of={form} name="code" label="Code" required hint="Die Boxnummer, oder was gescannt wurde" />
      <FormField of={form} name="kind" label="Art" required>
        {(bound) => <Select options={kinds} {...bound} />}
      </FormField>
      <FormField of={form} name="text" label="Was ist aufgefallen" required>
        {(bound) => <Textarea rows={3} maxLength={textLength} {...bound} />}
      </FormField>
      <ValueField
        of={form}
        name="assignee"
        label="Zuständig"
        as={Combobox<number>}
        options={people.map((one) => ({ value: one.id, label: showUserName(one) }))}
      />
    </FormDialog>
  );
}
