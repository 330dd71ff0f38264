import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listAddresses } from "#contract/calls/customers/addresses.ts";
import { setDeliveryAddress } from "#contract/calls/deliveries/deliveries.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { showAddress } from "#rules/deliveries/delivery-address.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryFor } from "#web/api/queries.ts";
import { showInDelivery } from "#web/delivery-lines/delivery-changes.ts";
import { AddressField } from "#web/forms/address-field.tsx";
import { reloadAfter } from "#web/forms/use-seen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

/** Sends an open delivery to another address, where its customer has one. */
export function AddressChange({ delivery, label }: { delivery: DeliveryDetail; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(queryFor(listAddresses, { path: { id: delivery.customer.id } }));
  const now = delivery.address && showAddress(delivery.address);
  const others = (data?.results ?? []).filter((address) => showAddress(address) !== now);
  if (others.length === 0) return null;
  return (
    <>
      <Button className="mt-1" onClick={() => setOpen(true)}>
        Adresse ändern
      </Button>
      {isOpen && (
        <AddressDialog delivery={delivery} label={label} first={others[0]?.id ?? 0} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type AddressDialogProps = { delivery: DeliveryDetail; label: string; first: number; onClose: () => void };

function AddressDialog({ delivery: { id, customer, address: seen }, label, first, onClose }: AddressDialogProps) {
  const [address, setAddress] = useState(first);
  const [before] = useState({ address: seen });
  const saving = useMutation({
    mutationFn: () =>
      call(setDeliveryAddress, { path: { id }, body: { address, before } }).catch(reloadAfter(setDeliveryAddress)),
    meta: { inPlace: true },
    onSuccess: (updated) => {
      showInDelivery(id, () => updated);
      notify(successTexts.deliveryUpdated);
      onClose();
      return invalidate(setDeliveryAddress);
    },
  });
  const submit = () => {
    if (!saving.isPending) saving.mutate();
  };
  return (
    <FormDialog
      of={{ submit, isPending: saving.isPending, failure: saving.error }}
      title={`${label} ändern`}
      action="Adresse speichern"
      onClose={onClose}
    >
      <AddressField label={label} customer={customer.id} value={address} error={undefined} onChange={setAddress} />
    </FormDialog>
  );
}
