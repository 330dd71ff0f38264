import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { editContent } from "#contract/calls/stock/contents.ts";
import { boxRetention } from "#contract/calls/destruction/retention.ts";
import type { BoxRetention } from "#contract/schemas/destruction/retention.ts";
import { isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import { ClassField } from "#web/forms/class-field.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { DialogForm } from "#web/ui/dialog/form-dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { Field } from "#web/ui/form/field.tsx";
import type { BoxContent } from "./use-content-actions.ts";

type DialogProps = { content: BoxContent; onClose: () => void };

/** Sets how a content is kept, where that is not as its box. */
export function ContentClassDialog({ content, onClose }: DialogProps) {
  const { data, error, refetch } = useQuery(queryFor(boxRetention, { path: { id: content.box } }));
  return (
    <Dialog open onClose={onClose} title="Aufbewahrung des Inhalts">
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && <Fields content={content} kept={data} onClose={onClose} />}
    </Dialog>
  );
}

function Fields({ content: { id, text }, kept, onClose }: DialogProps & { kept: BoxRetention }) {
  const own = kept.contents.find((each) => each.id === id);
  const [retentionClass, setClass] = useState(own?.retention_class?.id ?? null);
  const [begins, setBegins] = useState(own?.begins ?? "");
  const [wrong, setWrong] = useState<string>();
  const saving = useMutation({
    mutationFn: () =>
      call(editContent, {
        path: { id },
        body: { retention_class: retentionClass, begins: begins === "" ? null : begins },
      }),
    meta: { inPlace: true },
    onSuccess: () => {
      notify("Aufbewahrung aktualisiert");
      onClose();
    },
    onSettled: () => invalidate(editContent),
  });
  const submit = () => {
    if (saving.isPending) return;
    if (begins !== "" && !isDay(begins)) return setWrong(invalid.range);
    saving.mutate();
  };
  return (
    <DialogForm
      of={{ submit, isPending: saving.isPending, failure: saving.error }}
      action="Aufbewahrung speichern"
      onClose={onClose}
    >
      <p className="break-words">„{text}“</p>
      <ClassField
        customer={kept.customer}
        value={retentionClass}
        placeholder={kept.retention_class ? `Wie die Box: ${kept.retention_class.name}` : "Wie die Box"}
        onChange={setClass}
      />
      <Field label="Beginn der Frist" error={wrong} hint="Ohne Tag zählt der Beginn der Box.">
        <DateInput
          value={begins}
          onChange={(day) => {
            setBegins(day);
            setWrong(undefined);
          }}
        />
      </Field>
    </DialogForm>
  );
}
