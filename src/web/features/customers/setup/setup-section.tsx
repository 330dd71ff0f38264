import { CircleCheck } from "lucide";
import type { ReactNode } from "react";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { FirstUserSection } from "#web/features/access/users/first-user-section.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { FirstBoxes } from "./first-boxes.tsx";
import { FirstOption } from "./first-option.tsx";

/** Leads through what a new customer needs, each in its own step that can be left out. */
export function SetupSection({ customer, isDone }: { customer: CustomerDetail; isDone: boolean }) {
  const { deliveryoptions, users, count_boxes } = customer;
  return (
    <ol className="mt-4 grid max-w-xl gap-6">
      <Step title="Lieferoption" isDone={deliveryoptions.length > 0}>
        <FirstOption customer={customer} />
      </Step>
      <Step title="Erster User" isDone={users !== undefined && users.length > 0}>
        <FirstUserSection customer={customer} />
      </Step>
      <Step title="Erste Boxen" isDone={count_boxes > 0}>
        <FirstBoxes customer={customer} />
      </Step>
      {isDone && (
        <li>
          <p className="mb-3">Alles ist eingerichtet.</p>
          <ButtonLink look="primary" {...paths.customer(customer.id)}>
            Zu den Daten des Kunden
          </ButtonLink>
        </li>
      )}
    </ol>
  );
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-1 size-4 shrink-0">
        {isDone && (
          <Icon of={CircleCheck} size={18} role="img" aria-label="Erledigt" className="tone-green text-tone" />
        )}
      </span>
      <section className="min-w-0 flex-1" aria-label={title}>
        <h2 className="mb-2">{title}</h2>
        {children}
      </section>
    </li>
  );
}
