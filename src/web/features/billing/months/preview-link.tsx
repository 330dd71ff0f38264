import type { ReactNode } from "react";
import type { InvoiceLine } from "#contract/schemas/billing/billing.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";

type PreviewLinkProps = { customerId: number; month: string; isAlone: boolean; line: InvoiceLine; children: ReactNode };

/** Shows the purpose of a line, with the link to its days or services. With several months, only storage says of which month it is. */
export function PreviewLink({ customerId, month, isAlone, line, children }: PreviewLinkProps) {
  const { item, from } = line;
  const isStorage = item === "storage";
  if (isStorage ? from === null : !isAlone || item === "account_fee" || item === "minimum") return <>{children}</>;
  const search = { month: from?.slice(0, 7) ?? month, item };
  return (
    <TextLink {...paths.bill(customerId, search)} hash={isStorage ? "storage" : "services"} replace>
      {children}
    </TextLink>
  );
}
