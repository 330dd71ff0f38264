import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import type { CustomerDetail } from "#contract/schemas/customers.ts";
import { editCustomer, getCustomer } from "#contract/calls/customers.ts";
import { done } from "#rules/done-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryClient, queryFor } from "#web/api/queries.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import {
  changesOf,
  customerFields,
  customerForm,
  differing,
  seenOf,
  type TypedCustomer,
  typedOf,
} from "./customer-form.ts";

/** The form of a customer's data: what was seen, what is typed over it, and what somebody else changed meanwhile. */
export function useCustomerData(customer: CustomerDetail) {
  const now = seenOf(customer);
  const [opened, setOpened] = useState({ seen: now, values: typedOf(now) });
  const form = useForm<TypedCustomer, unknown, z.output<typeof customerForm>>({
    resolver: zodResolver(customerForm),
    mode: "onChange",
    values: opened.values,
  });
  const typed = { ...opened.values, ...useWatch({ control: form.control }) };
  const typedOver = differing(typed, typedOf(opened.seen));
  const moved = differing(now, opened.seen);
  const [latest, setLatest] = useState(customer);
  if (latest !== customer) {
    setLatest(customer);
    // Somebody else's change comes in by itself while nothing has been typed.
    if (typedOver.length === 0 && moved.length > 0) setOpened({ seen: now, values: typedOf(now) });
  }
  const changes = changesOf(typed, opened.seen);
  const save = useMutation({
    mutationFn: (body: NonNullable<typeof changes>) => call(editCustomer, { path: { id: customer.id }, body }),
    meta: { inPlace: true },
    onSuccess: async (saved) => {
      notify(done.customerUpdated);
      queryClient.setQueryData(queryFor(getCustomer, { path: { id: customer.id } }).queryKey, saved);
      const seen = seenOf(saved);
      setOpened({ seen, values: typedOf(seen) });
      form.reset(typedOf(seen));
      await invalidate("customers", "boxes", "users");
    },
    onError: async (error) => {
      const fields = error instanceof CallError ? error.fields : {};
      const wrong = customerFields.filter((field) => fields[field] !== undefined);
      for (const field of wrong)
        form.setError(field, { message: fields[field] ?? "" }, { shouldFocus: field === wrong[0] });
      if (wrong.length === 0) notify(error.message, "error");
      await invalidate("customers"); // somebody else may have changed it
    },
  });
  const open = (kept: Partial<TypedCustomer>) => {
    const values = { ...typedOf(now), ...kept };
    setOpened({ seen: now, values });
    form.reset(values);
  };
  const mine = typedOver.filter((field) => !moved.includes(field));
  return {
    form,
    changes,
    isTyped: typedOver.length > 0,
    /** What was typed over and has been changed by somebody else since. */
    overtaken: typedOver.filter((field) => moved.includes(field)),
    isPending: save.isPending,
    submit: form.handleSubmit(() => changes && save.mutate(changes)),
    undo: () => open({}),
    /** Shows what is there now, with what was typed over where nobody else changed anything. */
    loadCurrent: () => open(Object.fromEntries(mine.map((field) => [field, typed[field]]))),
  };
}
