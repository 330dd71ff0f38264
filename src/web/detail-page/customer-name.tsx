import { showCustomer } from "#rules/stock/box-code.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";

type CustomerNameProps = { customer: { id: number; code: number; name: string }; isStaff: boolean };

/** Shows the owner of a thing; only staff can open customers. */
export function CustomerName({ customer, isStaff }: CustomerNameProps) {
  const name = showCustomer(customer);
  return isStaff ? <TextLink {...paths.customer(customer.id)}>{name}</TextLink> : name;
}
