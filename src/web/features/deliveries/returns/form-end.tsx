import { useNavigate } from "@tanstack/react-router";
import { textLength } from "#contract/limits.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { FormActions } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import type { Pickup } from "./use-pickup.ts";
import type { Returning } from "./use-return.ts";

/** End of the form of a pick-up or a return: the comment, the failure of the call, and the buttons. */
export function FormEnd({ form, submit }: { form: Pickup | Returning; submit: string }) {
  const navigate = useNavigate();
  return (
    <>
      <Field label="Bemerkung" error={form.wrong.comment}>
        <Textarea
          maxLength={textLength}
          value={form.draft.comment}
          onChange={(event) => form.change({ comment: event.target.value })}
        />
      </Field>
      {form.failure && <ErrorState error={form.failure} />}
      <FormActions>
        <Button type="submit" look="primary" pending={form.isPending}>
          {submit}
        </Button>
        <Button onClick={() => void navigate(paths.deliveries())}>Abbrechen</Button>
      </FormActions>
    </>
  );
}
