import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { createArea } from "#contract/calls/areas.ts";
import { done } from "#rules/done-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button, buttonClass } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { areaForm } from "./area-form.ts";

export default function AreaCreatePage() {
  const navigate = useNavigate();
  const form = useForm<z.infer<typeof areaForm>>({
    resolver: zodResolver(areaForm),
    defaultValues: { name: "" },
  });
  const create = useMutation({
    mutationFn: (body: z.infer<typeof areaForm>) => call(createArea, { body }),
    meta: { inPlace: true },
    onSuccess: async () => {
      notify(done.areaAdded);
      await invalidate("areas");
      await navigate({ ...paths.areas(), ignoreBlocker: true });
    },
    onError: (error) => {
      const message = error instanceof CallError ? error.fields["name"] : undefined;
      if (message) form.setError("name", { message }, { shouldFocus: true });
      else notify(error.message, "error");
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => create.mutate(values));
  useLeaveQuestion(isDirty, "Der Bereich wird nicht hinzugefügt.");
  return (
    <>
      <PageHead
        above={
          <Link {...paths.areas()} className="text-link">
            Bereiche
          </Link>
        }
        title="Bereich hinzufügen"
      />
      <Form onSubmit={submit} onLeave={() => void navigate(paths.areas())}>
        <Field label="Name" required error={errors.name?.message} hint="So wie er vor Ort heißt, zum Beispiel Halle 2">
          <TextInput autoComplete="off" {...form.register("name")} />
        </Field>
        <FormActions>
          <Button type="submit" look="primary" pending={create.isPending}>
            Bereich hinzufügen
          </Button>
          <Link {...paths.areas()} className={buttonClass()}>
            Abbrechen
          </Link>
        </FormActions>
      </Form>
    </>
  );
}
