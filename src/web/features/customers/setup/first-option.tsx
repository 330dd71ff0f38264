import { useState } from "react";
import { copyDeliveryOptions } from "#contract/calls/deliveries/delivery-options.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { showThings } from "#rules/amounts.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { CustomerField, useCustomer } from "#web/forms/customer-field.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";

/** Takes the delivery options of another customer over, or leads to where one is typed in. */
export function FirstOption({ customer }: { customer: CustomerDetail }) {
  const [from, setFrom] = useState<number | null>(null);
  const [once] = useState(newAttempt);
  const { customers, customer: other } = useCustomer(from ?? undefined);
  const { start, isPending } = useActions<"copy">([copyDeliveryOptions]);
  const { deliveryoptions } = customer;
  if (deliveryoptions.length > 0) return <p>{deliveryoptions.map(({ description }) => description).join(", ")}</p>;
  const copy = async (id: number) => {
    const options = await call(copyDeliveryOptions, { body: { customer: customer.id, from: id }, once });
    once("");
    return `${showThings(options.length, "Lieferoption", "Lieferoptionen")} hinzugefügt`;
  };
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        Wann und zu welchem Preis geliefert wird. Am schnellsten wie bei einem anderen Kunden:
      </p>
      <CustomerField customers={customers} customer={other} value={from} onChange={setFrom} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          pending={isPending("copy")}
          disabledReason={from === null && "Bitte zuerst einen Kunden wählen."}
          onClick={() => from !== null && start("copy", () => copy(from))}
        >
          Lieferoptionen übernehmen
        </Button>
        <ButtonLink {...paths.customer(customer.id)}>Selbst eintragen</ButtonLink>
      </div>
    </div>
  );
}
