import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryClient, invalidate } from "#web/api/queries.ts";
import { useSend } from "#web/forms/use-send.ts";
import { customerChanges, customerForm, differing, seenOf, type TypedCustomer, toFormValues } from "./customer-form.ts";
import { customerQuery } from "./customer-loader.ts";

/** The form of a customer's data: what was seen, what is typed over it, and what somebody else changed meanwhile. */
export function useCustomerData(customer: CustomerDetail) {
  const now = seenOf(customer);
  const [opened, setOpened] = useState({ seen: now, values: toFormValues(now) });
  const form = useSend({
    rules: customerForm,
    start: { mode: "onChange", values: opened.values, resetOptions: {} }, // it opens anew with what it keeps
    ask: async () => changes !== null,
    send: async (_valid, once) => {
      try {
        return await call(editCustomer, { path: { id: customer.id }, body: changes ?? {}, once });
      } catch (error) {
        void invalidate(editCustomer); // somebody else may have changed it
        throw error;
      }
    },
    route: editCustomer,
    done: successTexts.customerUpdated,
    next: (saved) => toFormValues(seenOf(saved)),
    onSent: (saved) => {
      queryClient.setQueryData(customerQuery(customer.id).queryKey, saved);
      const savedValues = seenOf(saved);
      setOpened({ seen: savedValues, values: toFormValues(savedValues) });
    },
  });
  const formValues = { ...opened.values, ...useWatch({ control: form.control }) };
  const typedOver = differing(formValues, toFormValues(opened.seen));
  const changedFields = differing(now, opened.seen);
  const [latest, setLatest] = useState(customer);
  if (latest !== customer) {
    setLatest(customer);
    // Somebody else's change comes in by itself while nothing has been typed.
    if (typedOver.length === 0 && changedFields.length > 0) setOpened({ seen: now, values: toFormValues(now) });
  }
  const changes = customerChanges(formValues, opened.seen);
  const open = (kept: Partial<TypedCustomer>) => {
    const values = { ...toFormValues(now), ...kept };
    setOpened({ seen: now, values });
    form.reset(values);
  };
  const mine = typedOver.filter((field) => !changedFields.includes(field));
  return {
    form,
    changes,
    isTyped: typedOver.length > 0,
    /** What was typed over and has been changed by somebody else since. */
    overtaken: typedOver.filter((field) => changedFields.includes(field)),
    undo: () => open({}),
    /** Shows what is there now, with what was typed over where nobody else changed anything. */
    loadCurrent: () => open(Object.fromEntries(mine.map((field) => [field, formValues[field]]))),
  };
}
