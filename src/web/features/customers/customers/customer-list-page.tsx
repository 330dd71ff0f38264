import { Link } from "@tanstack/react-router";
import { sheetOfCustomers } from "#contract/calls/customers/customers.ts";
import { customerList } from "#contract/lists/customers.ts";
import type { Customer } from "#contract/schemas/customers/customers.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { AddLink } from "#web/lists/add-link.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import { useListSearch } from "#web/lists/use-list.ts";
import { isFiltered } from "#web/lists/narrowing.ts";
import type { ListColumn } from "#web/lists/list-table.tsx";
import { paths } from "#web/paths.ts";
import { CustomerAddition, customerAddition } from "./customer-addition.tsx";
import { Correction } from "#web/search-results/correction.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { customerListSource } from "./customer-list-loader.ts";

const show = (count: number) => count.toLocaleString("de-DE");

const columns: ListColumn<Customer, typeof customerList>[] = [
  { key: "code", cell: (customer) => showCustomerCode(customer.code) },
  { key: "name", grow: true, cell: (customer) => customer.name },
  { key: "count_boxes", align: "right", cell: (customer) => show(customer.count_boxes) },
  { key: "count_boxcontents", align: "right", cell: (customer) => show(customer.count_boxcontents) },
  { key: "count_boximages", align: "right", phone: "hidden", cell: (customer) => show(customer.count_boximages) },
  {
    key: "count_deliveryoptions",
    label: "Lieferoptionen",
    align: "right",
    phone: "hidden",
    cell: (customer) => show(customer.count_deliveryoptions),
  },
];

export default function CustomerListPage() {
  const search = useListSearch(customerList);
  const addition = customerAddition.use();
  return (
    <ListPage
      title="Kunden"
      {...customerListSource}
      sheet={sheetOfCustomers}
      to={paths.customers}
      above={<CustomerAddition />}
      marked={({ id }) => id === addition?.id}
      actions={<AddLink to="/customers/new">Kunde hinzufügen</AddLink>}
      columns={columns}
      link={(customer, content) => <Link {...paths.customer(customer.id)}>{content}</Link>}
      empty={
        isFiltered(customerList, search) ? (
          <ListEmpty
            {...paths.customers()}
            look="button"
            drawing={<Drawing of="lens" />}
            reason="Kein Kunde passt zu den Filtern."
            meant={
              <Correction
                text={search.name ?? ""}
                narrowing={{ kinds: "customer" }}
                link={(name) => <TextLink {...paths.customers({ ...search, page: undefined, name })}>{name}</TextLink>}
              />
            }
          >
            Alle Kunden zeigen
          </ListEmpty>
        ) : (
          <ListEmpty
            to="/customers/new"
            look="button"
            drawing={<Drawing of="person" />}
            reason="Es gibt noch keinen Kunden."
          >
            Ersten Kunden hinzufügen
          </ListEmpty>
        )
      }
    />
  );
}
