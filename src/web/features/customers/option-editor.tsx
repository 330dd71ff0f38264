import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { DeliveryOption } from "#contract/schemas/delivery-options.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { OptionDays } from "./option-days.tsx";
import { emptyOption, optionForm, type TypedOption, typedOf } from "./option-form.ts";
import { useOptionChange } from "./use-option-change.ts";

interface OptionEditorProps {
  readonly customerId: number;
  /** The chosen option; none: a new one is added. */
  readonly option: DeliveryOption | undefined;
  readonly onTyped: (typed: boolean) => void;
  /** Back to the form for a new option. */
  readonly onLeave: () => void;
  readonly onDone: () => void;
}

/** The form of a delivery option (specification 2 and 5). */
export function OptionEditor({ customerId, option, onTyped, onLeave, onDone }: OptionEditorProps) {
  const form = useForm<TypedOption, unknown, z.output<typeof optionForm>>({
    resolver: zodResolver(optionForm),
    values: option ? typedOf(option) : emptyOption,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const { save, remove, askToRemove } = useOptionChange({ customerId, option, form, onDone });
  useLeaveQuestion(isDirty, "Die Eingaben zur Lieferoption werden nicht gespeichert.");
  useEffect(() => onTyped(isDirty), [isDirty, onTyped]);
  const { setFocus } = form;
  const id = option?.id;
  useEffect(() => {
    if (id !== undefined) setFocus("description");
  }, [id, setFocus]);
  return (
    <>
      <h3 className="mt-4 mb-2">{option ? `Lieferoption „${option.description}“ ändern` : "Neue Lieferoption"}</h3>
      <Form
        aria-label="Lieferoption"
        className="max-w-xl"
        onSubmit={form.handleSubmit((valid) => save.mutate(valid))}
        onLeave={option && onLeave}
      >
        <Field label="Beschreibung" required error={errors.description?.message}>
          <TextInput autoComplete="off" {...form.register("description")} />
        </Field>
        <Controller
          name="days"
          control={form.control}
          render={({ field: { name: _, ...field } }) => <OptionDays {...field} error={errors.days?.message} />}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Von" required error={errors.from?.message} hint="Uhrzeit, ab der geliefert wird">
            <NumberInput placeholder="08:00" inputMode="text" {...form.register("from")} />
          </Field>
          <Field label="Bis" required error={errors.to?.message} hint="Uhrzeit, bis zu der geliefert wird">
            <NumberInput placeholder="16:00" inputMode="text" {...form.register("to")} />
          </Field>
          <Field label="Vorlauf in Stunden" required error={errors.prior?.message} hint="Bestellschluss vor „Bis“">
            <NumberInput {...form.register("prior")} />
          </Field>
          <Field label="Lieferfenster in Stunden" required error={errors.window?.message}>
            <NumberInput {...form.register("window")} />
          </Field>
          <Field label="Preis in Euro" required error={errors.price?.message}>
            <NumberInput decimal {...form.register("price")} />
          </Field>
        </div>
        <FormActions>
          <Button
            type="submit"
            look="primary"
            pending={save.isPending}
            disabledReason={option && !isDirty && "Es wurde noch nichts geändert."}
          >
            {option ? "Aktualisieren" : "Hinzufügen"}
          </Button>
          {option && (
            <>
              <Button onClick={onLeave}>Abbrechen</Button>
              <Button look="danger" className="ml-auto" pending={remove.isPending} onClick={() => void askToRemove()}>
                Löschen
              </Button>
            </>
          )}
        </FormActions>
      </Form>
    </>
  );
}
