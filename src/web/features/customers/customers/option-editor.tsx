import { useEffect, type Ref, useId } from "react";
import { Controller } from "react-hook-form";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { weekdays } from "#rules/deliveries/delivery-date.ts";
import { useOption, useOptionRemoval } from "./use-option.ts";

interface OptionEditorProps {
  readonly customerId: number;
  /** The chosen option; none: a new one is added. */
  readonly option: DeliveryOption | undefined;
  readonly onTyped: (typed: boolean) => void;
  /** Back to the form for a new one. */
  readonly onLeave: () => void;
  readonly onDone: () => void;
}

/** The form of a delivery option (specification 2 and 5). */
export function OptionEditor({ customerId, option, onTyped, onLeave, onDone }: OptionEditorProps) {
  const form = useOption({ customerId, option, onDone });
  const removal = useOptionRemoval(onDone);
  const { isDirty } = form.formState;
  useEffect(() => {
    onTyped(isDirty);
    return () => onTyped(false); // what is typed goes with its form
  }, [isDirty, onTyped]);
  return (
    <>
      <h3 className="mt-4 mb-2">{option ? `Lieferoption „${option.description}“ ändern` : "Neue Lieferoption"}</h3>
      <Form aria-label="Lieferoption" className="max-w-xl" onSubmit={form.submit} onLeave={option && onLeave}>
        <OptionFields of={form} />
        <FormActions>
          <Button
            type="submit"
            look="primary"
            pending={form.isPending}
            disabledReason={option && !isDirty && "Es wurde noch nichts geändert."}
          >
            {option ? "Aktualisieren" : "Hinzufügen"}
          </Button>
          {option && (
            <>
              <Button onClick={onLeave}>Abbrechen</Button>
              <Button
                look="danger"
                className="ml-auto"
                pending={removal.isPending}
                onClick={() => void removal.ask(option)}
              >
                Löschen
              </Button>
            </>
          )}
        </FormActions>
      </Form>
    </>
  );
}

function OptionFields({ of }: { of: ReturnType<typeof useOption> }) {
  return (
    <>
      <FormField of={of} name="description" label="Beschreibung" required />
      <Controller
        name="days"
        control={of.control}
        render={({ field: { name: _, ...field } }) => <OptionDays {...field} error={of.errors.days?.message} />}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField of={of} name="from" label="Von" required hint="Uhrzeit, ab der geliefert wird">
          {(bound) => <NumberInput placeholder="08:00" inputMode="text" {...bound} />}
        </FormField>
        <FormField of={of} name="to" label="Bis" required hint="Uhrzeit, bis zu der geliefert wird">
          {(bound) => <NumberInput placeholder="16:00" inputMode="text" {...bound} />}
        </FormField>
        <FormField of={of} name="prior" label="Vorlauf in Stunden" required hint="Bestellschluss vor „Bis“">
          {(bound) => <NumberInput {...bound} />}
        </FormField>
        <FormField of={of} name="window" label="Lieferfenster in Stunden" required>
          {(bound) => <NumberInput {...bound} />}
        </FormField>
        <FormField of={of} name="price" label="Preis in Euro" required>
          {(bound) => <NumberInput decimal {...bound} />}
        </FormField>
      </div>
      <Checkbox
        label="Eilauftrag"
        hint="Admins bestellen damit auch vor dem nächsten möglichen Tag, schon für heute, und nennen den Grund."
        {...of.register("rush")}
      />
    </>
  );
}

interface OptionDaysProps {
  readonly value: readonly number[];
  readonly onChange: (days: number[]) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** The weekdays of a delivery option, MO to SO (specification 2). */
function OptionDays({ value, onChange, onBlur, error, ref }: OptionDaysProps) {
  const id = useId();
  const toggle = (day: number, on: boolean) => onChange(on ? [...value, day] : value.filter((other) => other !== day));
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 flex flex-wrap gap-x-2">
        <span className="font-semibold">
          Tage<span aria-hidden> *</span>
        </span>
        <span id={id} aria-live="polite" className="text-danger">
          {error}
        </span>
      </legend>
      <div className="flex flex-wrap gap-1">
        {weekdays.map(({ day, short, name }, index) => (
          <label
            key={day}
            title={name}
            className="flex min-h-8 min-w-12 items-center justify-center gap-1.5 rounded-md border border-field bg-surface px-2 has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-aria-invalid:border-danger pointer-coarse:min-h-12"
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="checkbox"
              className="size-4"
              checked={value.includes(day)}
              aria-invalid={Boolean(error)}
              onChange={(event) => toggle(day, event.target.checked)}
              onBlur={onBlur}
            />
            {short}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
