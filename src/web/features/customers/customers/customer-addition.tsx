import { useEffect } from "react";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { createStore } from "#web/ui/store.ts";

/** The customer that was just added, until the list is left. */
export const customerAddition = createStore<Pick<CustomerDetail, "id" | "code" | "name"> | null>(null);

/** The new customer above the list, which may show another page, with the way to it. */
export function CustomerAddition() {
  const customer = customerAddition.use();
  useEffect(() => () => customerAddition.set(null), []);
  if (!customer) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-accent-soft px-3 py-2">
      <span className="min-w-0 break-words">
        Neu: {showCustomer(customer)}. Und jetzt: Lieferoption, erster User und erste Boxen.
      </span>
      <span className="flex flex-wrap gap-2">
        <ButtonLink look="primary" {...paths.customer(customer.id, { tab: "setup" })}>
          Einrichten
        </ButtonLink>
        <ButtonLink {...paths.customer(customer.id)}>Öffnen</ButtonLink>
      </span>
    </div>
  );
}
