import { showCustomer } from "#rules/stock/box-code.ts";
import { useSession } from "#web/api/session.ts";
import { ExportButton } from "#web/exports/export-button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** Everything of the customers that somebody may manage; nothing where there is none. */
export function ExportSection() {
  const managedCustomers = useSession().user?.customers.filter(({ may_manage }) => may_manage) ?? [];
  if (managedCustomers.length === 0) return null;
  return (
    <Section title="Export">
      <p className="mb-2 text-muted">Alles, was das Archiv von Ihnen führt, als eine Datei.</p>
      <ul className="grid gap-2">
        {managedCustomers.map((customer) => (
          <li key={customer.id}>
            <ExportButton customer={customer}>{`${showCustomer(customer)} exportieren`}</ExportButton>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <TextLink to="/webhooks" className="underline">
          Webhooks
        </TextLink>{" "}
        sagen Ihren Programmen, was sich ändert.
      </p>
    </Section>
  );
}
