import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { listAreas } from "#contract/calls/areas.ts";
import { createRow } from "#contract/calls/rows.ts";
import { done } from "#rules/done-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button, buttonClass } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Combobox } from "#web/ui/form/combobox.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { rowForm } from "./row-form.ts";

type Typed = z.input<typeof rowForm>;
type Valid = z.output<typeof rowForm>;

const route = getRouteApi("/stock/rows/new");

export default function RowCreatePage() {
  const navigate = useNavigate();
  const preset = route.useSearch({ select: ({ area }) => area });
  const areas = useQuery(queryFor(listAreas, { query: { query: "{id,name}" } }));
  const form = useForm<Typed, unknown, Valid>({
    resolver: zodResolver(rowForm),
    defaultValues: { areaId: preset ?? null, number: "", reverse: false },
  });
  const create = useMutation({
    mutationFn: (body: Valid) => call(createRow, { body }),
    meta: { inPlace: true },
    onSuccess: async () => {
      notify(done.rowAdded);
      await invalidate("rows", "areas");
      await navigate({ ...paths.rows(), ignoreBlocker: true });
    },
    onError: (error) => {
      const { fields, code } = error instanceof CallError ? error : { fields: {}, code: null };
      const { number, areaId }: CallError["fields"] = fields;
      // A taken number is named with the area by the server; people look for it beside the number.
      const wrongNumber = number ?? (code === "exists" ? areaId : undefined);
      if (wrongNumber) form.setError("number", { message: wrongNumber }, { shouldFocus: true });
      else if (areaId) form.setError("areaId", { message: areaId }, { shouldFocus: true });
      else notify(error.message, "error");
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus(preset ? "number" : "areaId"), [setFocus, preset]);
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => create.mutate(values));
  useLeaveQuestion(isDirty, "Die Reihe wird nicht hinzugefügt.");
  const options = areas.data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <>
      <PageHead
        above={
          <Link {...paths.rows()} className="text-link">
            Reihen
          </Link>
        }
        title="Reihe hinzufügen"
      />
      <Form onSubmit={submit} onLeave={() => void navigate(paths.rows())}>
        <Field label="Bereich" required error={errors.areaId?.message}>
          <Controller
            name="areaId"
            control={form.control}
            render={({ field }) => <Combobox options={options} {...field} />}
          />
        </Field>
        {areas.error && <ErrorState error={areas.error} onRetry={areas.refetch} pending={areas.isFetching} />}
        <Field label="Nummer" required error={errors.number?.message} hint="So wie sie an der Reihe steht">
          <NumberInput className="max-w-32" {...form.register("number")} />
        </Field>
        <Checkbox
          label="Umgekehrt"
          hint="Die Reihe wird vom letzten Teil zum ersten gelaufen."
          {...form.register("reverse")}
        />
        <FormActions>
          <Button type="submit" look="primary" pending={create.isPending}>
            Reihe hinzufügen
          </Button>
          <Link {...paths.rows()} className={buttonClass()}>
            Abbrechen
          </Link>
        </FormActions>
      </Form>
    </>
  );
}
