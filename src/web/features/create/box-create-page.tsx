import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { maxBoxesAtOnce } from "#contract/limits.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { BoxCreateStart } from "./box-create-start.tsx";
import { CustomerField } from "./owner-field.tsx";
import { useBoxCreation } from "./use-box-creation.ts";

export default function BoxCreatePage() {
  const { form, submit, leave, failure, isPending } = useBoxCreation();
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("owner"), [setFocus]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const inForm = event.target instanceof Element && event.target.closest("form") !== null;
      // An open list of customers takes Esc for itself.
      if (event.key === "Escape" && inForm && !event.defaultPrevented) leave();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
  return (
    <>
      <PageHead
        above={
          <Link {...paths.boxes()} className="text-link">
            Boxen
          </Link>
        }
        title="Boxen hinzufügen"
      />
      <form noValidate className="grid max-w-md gap-4" onSubmit={(event) => void submit(event)}>
        <CustomerField control={form.control} error={errors.owner?.message} />
        <BoxCreateStart form={form} />
        <Field
          label="Anzahl"
          required
          error={errors.amount?.message}
          hint={`Höchstens ${maxBoxesAtOnce.toLocaleString("de-DE")} auf einmal`}
        >
          <NumberInput {...form.register("amount")} />
        </Field>
        <Field label="Größe in mm" required error={errors.size?.message} hint="Breite einer Box im Regal">
          <NumberInput {...form.register("size")} />
        </Field>
        {failure && <ErrorState error={failure} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" pending={isPending}>
            Boxen hinzufügen
          </Button>
          <Button onClick={leave}>Abbrechen</Button>
        </div>
      </form>
    </>
  );
}
