import { Truck, Undo2 } from "lucide";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sheetOfDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { deliveryList } from "#contract/lists/deliveries.ts";
import { useSession } from "#web/api/session.ts";
import { justOrdered } from "#web/basket/just-ordered.ts";
import { AddLink } from "#web/lists/add-link.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import { useListSearch } from "#web/lists/use-list.ts";
import { isFiltered } from "#web/lists/narrowing.ts";
import { paths } from "#web/paths.ts";
import { Correction } from "#web/search-results/correction.tsx";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { deliveryColumns } from "./delivery-list-columns.tsx";
import { deliveryListSource } from "./delivery-list-loader.ts";

export default function DeliveryListPage() {
  const search = useListSearch(deliveryList);
  const [fresh] = useState(justOrdered.get);
  useEffect(() => justOrdered.set(null), []); // once: the next visit shows a list like any other
  return (
    <ListPage
      title="Lieferungen"
      {...deliveryListSource}
      sheet={sheetOfDeliveries}
      to={paths.deliveries}
      actions={<Actions />}
      columns={deliveryColumns}
      marked={({ id }) => id === fresh}
      link={(delivery, text) => <Link {...paths.delivery(delivery.id)}>{text}</Link>}
      empty={
        isFiltered(deliveryList, search) ? (
          <ListEmpty
            {...paths.deliveries({ orderBy: search.orderBy })}
            look="button"
            drawing={<Drawing of="lens" />}
            reason="Zu diesen Filtern gibt es keine Lieferung."
            meant={
              <Correction
                text={search.content ?? ""}
                link={(content) => (
                  <TextLink {...paths.deliveries({ ...search, page: undefined, content })}>{content}</TextLink>
                )}
              />
            }
          >
            Filter zurücksetzen
          </ListEmpty>
        ) : (
          <ListEmpty
            {...paths.newDelivery()}
            look="button"
            drawing={<Drawing of="van" />}
            reason="Es gibt noch keine Lieferung."
          >
            Erste Lieferung hinzufügen
          </ListEmpty>
        )
      }
    />
  );
}

function Actions() {
  const isStaff = useSession().user?.is_staff ?? false;
  return (
    <>
      {isStaff && (
        <ButtonLink to="/deliveries/return" icon={Undo2}>
          <span className="max-sm:sr-only">Rückgabe ankündigen</span>
        </ButtonLink>
      )}
      <ButtonLink to="/deliveries/pickup" icon={Truck}>
        <span className="max-sm:sr-only">Abholung bestellen</span>
      </ButtonLink>
      <AddLink {...paths.newDelivery()}>Lieferung hinzufügen</AddLink>
    </>
  );
}
