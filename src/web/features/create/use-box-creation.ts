import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { createBoxes } from "#contract/calls/boxes.ts";
import { done } from "#rules/done-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { dropDraft, keepDraft, readDraft } from "./box-create-draft.ts";
import { boxCreateDefaults, boxCreateForm, type BoxCreateInput, type BoxCreateValues } from "./box-create-form.ts";

const fieldNames = ["owner", "start", "amount", "size"] as const;

/** The form for new boxes: its fields, what sends it, what leaves it, and the failure that belongs to no field. */
export function useBoxCreation() {
  const navigate = useNavigate();
  const form = useForm<BoxCreateInput, unknown, BoxCreateValues>({
    resolver: zodResolver(boxCreateForm),
    defaultValues: readDraft() ?? boxCreateDefaults,
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [form]);
  const create = useMutation({
    mutationFn: (body: BoxCreateValues) => call(createBoxes, { body }),
    meta: { inPlace: true },
    onSuccess: async () => {
      dropDraft();
      notify(done.boxesAdded);
      await navigate(paths.boxes());
      await invalidate("boxes", "customers");
    },
    onError: (error) => {
      for (const [index, name] of refusedFields(error).entries()) {
        form.setError(
          name,
          { message: (error as CallError).fields[name] ?? error.message },
          { shouldFocus: index === 0 },
        );
      }
    },
  });
  const leave = () => {
    dropDraft();
    void navigate(paths.boxes());
  };
  const failure = create.error && refusedFields(create.error).length === 0 ? create.error : null;
  return {
    form,
    submit: form.handleSubmit((values) => create.mutate(values)),
    leave,
    failure,
    isPending: create.isPending,
  };
}

function refusedFields(error: Error) {
  return fieldNames.filter((name) => error instanceof CallError && error.fields[name] !== undefined);
}
