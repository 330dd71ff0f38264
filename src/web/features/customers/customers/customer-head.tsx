import { FileArchive, PackageOpen, PackagePlus, TableProperties, Truck } from "lucide";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteCustomer } from "#contract/calls/customers/customers.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { useOrder } from "#web/basket/order-button.tsx";
import { useDeletion } from "#web/detail-page/delete-button.tsx";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { customerNext } from "./customer-next.ts";

const ExportDialog = onDemand(async () => (await import("#web/exports/export-dialog.tsx")).ExportDialog);

export const aboveCustomer = <TextLink {...paths.customers()}>Kunden</TextLink>;
export const customerTitle = ({ code, name }: CustomerDetail) => `${showCustomerCode(code)} ${name}`;

/** A customer's head: the next step of setting them up, then the order by telephone; without a box there is nothing to print. `isSetup`: the tab on which they are set up is open. */
export function CustomerHead({ customer, isSetup }: { customer: CustomerDetail; isSetup: boolean }) {
  const navigate = useNavigate();
  const [isExporting, setExporting] = useState(false);
  const { order, pending } = useOrder(); // of whoever telephones
  const deletion = useDeletion({
    route: deleteCustomer,
    id: customer.id,
    label: "Kunde löschen",
    loss: `Der Kunde ${customerTitle(customer)} wird mit seinen Lieferoptionen gelöscht.`,
    notice: successTexts.customerDeleted,
    next: paths.customers(),
  });
  const addBoxes = {
    text: "Boxen hinzufügen",
    icon: PackagePlus,
    act: () => void navigate({ to: "/stock/boxes/new" }),
  };
  const hasBoxes = customer.count_boxes > 0;
  const mayOrder = hasBoxes && customer.deliveryoptions.length > 0;
  return (
    <>
      <DetailHead
        above={aboveCustomer}
        title={customerTitle(customer)}
        next={customerNext(customer)}
        primary={
          mayOrder
            ? { text: "Lieferung hinzufügen", icon: Truck, act: () => order(customer, []), pending }
            : !isSetup && { text: "Einrichten", link: paths.customer(customer.id, { tab: "setup" }) }
        }
        more={[
          addBoxes,
          hasBoxes && {
            text: "Archivlisten",
            icon: FileArchive,
            act: () => void navigate(paths.archiveLists({ customer: customer.id })),
          },
          hasBoxes && {
            text: "Boxenübersicht",
            icon: TableProperties,
            act: () => void navigate(paths.boxesOverviewPrint({ customer: customer.id })),
          },
          hasBoxes && { text: "Alles exportieren", icon: PackageOpen, act: () => setExporting(true) },
        ]}
        dangers={[!hasBoxes && { text: "Kunde löschen", ...deletion }]} // specification 5
      />
      {isExporting && <ExportDialog customer={customer} onClose={() => setExporting(false)} />}
    </>
  );
}
