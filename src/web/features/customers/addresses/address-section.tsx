import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide";
import { useState } from "react";
import { deleteAddress, listAddresses } from "#contract/calls/customers/addresses.ts";
import type { CustomerAddress } from "#contract/schemas/customers/addresses.ts";
import { addressLines } from "#rules/deliveries/delivery-address.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryFor } from "#web/api/queries.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

const AskAddress = onDemand(async () => (await import("./address-dialog.tsx")).AddressDialog);

/** Where a customer is delivered to: choosing one edits it. */
export function AddressSection({ customerId }: { customerId: number }) {
  const { data, error, isFetching, refetch } = useQuery(queryFor(listAddresses, { path: { id: customerId } }));
  const [open, setOpen] = useState<CustomerAddress | "new">();
  const removal = useMutation({
    mutationFn: ({ id }: CustomerAddress) => call(deleteAddress, { path: { id } }),
    onSuccess: () => notify("Adresse entfernt"),
    onSettled: () => invalidate(deleteAddress),
  });
  const remove = async (address: CustomerAddress) => {
    const text = `Die Adresse „${address.name}“ wird entfernt. Bestehende Lieferungen behalten sie.`;
    if (await confirm({ title: "Adresse entfernen", text, action: "Entfernen", danger: true })) removal.mutate(address);
  };
  return (
    <Section title="Lieferadressen" total={data?.results.length}>
      <DataTable
        caption="Lieferadressen"
        columns={columnsFor((address) => void remove(address))}
        rows={data?.results}
        rowKey={({ id }) => id}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        link={(address, content) => (
          <button type="button" className="text-link max-w-full truncate text-left" onClick={() => setOpen(address)}>
            {content}
          </button>
        )}
        empty={<EmptyState reason="Geliefert wird an die Anschrift des Kunden." />}
        skeletonRows={1}
      />
      <Button icon={Plus} className="mt-3" onClick={() => setOpen("new")}>
        Adresse anlegen
      </Button>
      {open && (
        <AskAddress
          customerId={customerId}
          address={open === "new" ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

const columnsFor = (remove: (address: CustomerAddress) => void): readonly TableColumn<CustomerAddress>[] => [
  { key: "name", label: "Name", main: true, cell: ({ name }) => name },
  {
    key: "place",
    label: "Anschrift",
    grow: true,
    cell: (address) => addressLines({ ...address, name: "" }).join(", "),
  },
  { key: "contact", label: "Ansprechpartner", phone: "hidden", cell: ({ contact }) => contact },
  { key: "default", label: "Standard", phone: "beside", cell: ({ is_default }) => is_default && "Standard" },
  {
    key: "remove",
    label: "Entfernen",
    bare: true,
    align: "right",
    cell: (address) => (
      <Button aria-label={`„${address.name}“ entfernen`} onClick={() => remove(address)}>
        Entfernen
      </Button>
    ),
  },
];
