import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { createCustomer } from "#contract/calls/customers.ts";
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
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { AddressFields } from "./address-fields.tsx";
import { emptyCustomer, filledOf, newCustomerForm } from "./customer-form.ts";

type Typed = z.input<typeof newCustomerForm>;
type Valid = z.output<typeof newCustomerForm>;

export default function CustomerCreatePage() {
  const navigate = useNavigate();
  const form = useForm<Typed, unknown, Valid>({
    resolver: zodResolver(newCustomerForm),
    defaultValues: emptyCustomer,
  });
  const create = useMutation({
    mutationFn: (values: Valid) => call(createCustomer, { body: filledOf(values) }),
    meta: { inPlace: true },
    onSuccess: async () => {
      notify(done.customerAdded);
      await invalidate("customers");
      await navigate({ ...paths.customers(), ignoreBlocker: true });
    },
    onError: (error) => {
      const fields = error instanceof CallError ? error.fields : {};
      const wrong = (Object.keys(emptyCustomer) as (keyof Typed)[]).filter((field) => fields[field] !== undefined);
      for (const field of wrong)
        form.setError(field, { message: fields[field] ?? "" }, { shouldFocus: field === wrong[0] });
      if (wrong.length === 0) notify(error.message, "error");
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => create.mutate(values));
  useLeaveQuestion(isDirty, "Der Kunde wird nicht hinzugefügt.");
  return (
    <>
      <PageHead
        above={
          <Link {...paths.customers()} className="text-link">
            Kunden
          </Link>
        }
        title="Kunde hinzufügen"
      />
      <Form onSubmit={submit} onLeave={() => void navigate(paths.customers())}>
        <Field label="Name" required error={errors.name?.message}>
          <TextInput autoComplete="off" {...form.register("name")} />
        </Field>
        <Field label="Code" error={errors.code?.message} hint="0 bis 9999; leer: die nächste freie Nummer">
          <NumberInput className="max-w-32" {...form.register("code")} />
        </Field>
        <Field label="Notizen" error={errors.notes?.message}>
          <Textarea {...form.register("notes")} />
        </Field>
        <AddressFields errors={errors} register={form.register} />
        <FormActions>
          <Button type="submit" look="primary" pending={create.isPending}>
            Kunde hinzufügen
          </Button>
          <Link {...paths.customers()} className={buttonClass()}>
            Abbrechen
          </Link>
        </FormActions>
      </Form>
    </>
  );
}
