import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { CustomerDetail } from "#contract/schemas/customers.ts";
import { deleteCustomer } from "#contract/calls/customers.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

/** Deletes a customer without boxes (specification 5). */
export function CustomerDelete({ customer }: { customer: CustomerDetail }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call(deleteCustomer, { path: { id: customer.id } }),
    onSuccess: async () => {
      notify(done.customerDeleted);
      await navigate({ ...paths.customers(), ignoreBlocker: true });
      await invalidate("customers", "users");
    },
    onError: () => invalidate("customers"),
  });
  const ask = async () => {
    const text = `Der Kunde ${showCustomerCode(customer.code)} ${customer.name} wird mit seinen Lieferoptionen gelöscht.`;
    if (await confirm({ title: "Kunde löschen", text, action: "Kunde löschen", danger: true })) remove.mutate();
  };
  return (
    <Button look="danger" pending={remove.isPending} onClick={() => void ask()}>
      Kunde löschen
    </Button>
  );
}
