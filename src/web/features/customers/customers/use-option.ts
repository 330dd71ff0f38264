import { useMutation } from "@tanstack/react-query";
import {
  createDeliveryOption,
  deleteDeliveryOption,
  editDeliveryOption,
} from "#contract/calls/deliveries/delivery-options.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import type { Beside } from "#web/forms/messages-beside.ts";
import { reloadAfter, useSeen } from "#web/forms/use-seen.ts";
import { useSend } from "#web/forms/use-send.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { emptyOption, optionChanges, optionForm, optionLoss, optionFormValues } from "./option-form.ts";

interface OptionOf {
  readonly customerId: number;
  readonly option: DeliveryOption | undefined;
  readonly onDone: () => void;
}

const beside: Beside = ({ fields }) => ({ from: fields["fr"], ...fields });

/** The form that adds or changes a delivery option. */
export function useOption({ customerId, option, onDone }: OptionOf) {
  const form = useSend({
    rules: optionForm,
    start: { values: option ? optionFormValues(option) : emptyOption },
    send: (valid, once) =>
      option
        ? call(editDeliveryOption, { path: option, body: optionChanges(valid, seen ?? option), once }).catch(
            reloadAfter(editDeliveryOption),
          )
        : call(createDeliveryOption, { body: { ...valid, customer: customerId }, once }),
    route: option ? editDeliveryOption : createDeliveryOption,
    done: option ? successTexts.optionUpdated : successTexts.optionAdded,
    next: option ? undefined : () => emptyOption,
    onSent: onDone,
    beside,
    focus: option && "description", // the form for a new one stands there unasked
    loss: optionLoss,
  });
  const seen: DeliveryOption | undefined = useSeen(option, form);
  return form;
}

/** Deletes a delivery option. */
export function useOptionRemoval(onDone: () => void) {
  const remove = useMutation({
    mutationFn: ({ id }: DeliveryOption) => call(deleteDeliveryOption, { path: { id } }),
    onSuccess: async () => {
      notify(successTexts.optionDeleted);
      await invalidate(deleteDeliveryOption);
      onDone();
    },
    onError: () => invalidate(deleteDeliveryOption),
  });
  const ask = async (option: DeliveryOption) => {
    const text = `Die Lieferoption „${option.description}“ wird gelöscht. Bestehende Lieferungen behalten Tag und Preis.`;
    if (await confirm({ title: "Lieferoption löschen", text, action: "Löschen", danger: true })) remove.mutate(option);
  };
  return { isPending: remove.isPending, ask };
}
