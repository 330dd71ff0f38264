import { useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { createDeliveryOption, deleteDeliveryOption, editDeliveryOption } from "#contract/calls/delivery-options.ts";
import type { DeliveryOption } from "#contract/schemas/delivery-options.ts";
import { done } from "#rules/done-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import {
  emptyOption,
  type OptionField,
  optionChanges,
  type optionForm,
  sentOf,
  type TypedOption,
} from "./option-form.ts";

type ValidOption = z.output<typeof optionForm>;
interface OptionChange {
  readonly customerId: number;
  readonly option: DeliveryOption | undefined;
  readonly form: UseFormReturn<TypedOption, unknown, ValidOption>;
  readonly onDone: () => void;
}

/** Adds, changes and deletes a delivery option. */
export function useOptionChange({ customerId, option, form, onDone }: OptionChange) {
  const finish = async (notice: string) => {
    notify(notice);
    form.reset(option ? form.getValues() : emptyOption, { keepDirtyValues: false });
    await invalidate("customers");
    onDone();
  };
  const save = useMutation({
    mutationFn: (valid: ValidOption) =>
      option
        ? call(editDeliveryOption, { path: { id: option.id }, body: optionChanges(valid, option) })
        : call(createDeliveryOption, { body: { ...sentOf(valid), customer: customerId } }),
    meta: { inPlace: true },
    onSuccess: () => finish(option ? done.optionUpdated : done.optionAdded),
    onError: (error) => {
      const said = error instanceof CallError ? error.fields : {};
      const fields: Readonly<Record<string, string>> = { ...(said["fr"] && { from: said["fr"] }), ...said };
      const wrong = (Object.keys(emptyOption) as OptionField[]).filter((field) => fields[field] !== undefined);
      for (const field of wrong)
        form.setError(field, { message: fields[field] ?? "" }, { shouldFocus: field === wrong[0] });
      if (wrong.length === 0) notify(error.message, "error");
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: DeliveryOption) => call(deleteDeliveryOption, { path: { id } }),
    onSuccess: () => finish(done.optionDeleted),
    onError: () => invalidate("customers"),
  });
  const askToRemove = async () => {
    if (!option) return;
    const text = `Die Lieferoption „${option.description}“ wird gelöscht. Bestehende Lieferungen behalten Tag und Preis.`;
    if (await confirm({ title: "Lieferoption löschen", text, action: "Löschen", danger: true })) remove.mutate(option);
  };
  return { save, remove, askToRemove };
}
