import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";

/** Names the next step before a customer's boxes can be kept, seen and brought; after that, explains how a delivery comes about. */
export function customerNext({ count_boxes, deliveryoptions, users }: CustomerDetail): string {
  if (deliveryoptions.length === 0)
    return "Es fehlt eine Lieferoption: Ohne sie kann für den Kunden keine Lieferung angelegt werden.";
  if (count_boxes === 0) return "Es fehlen Boxen: Fügen Sie welche hinzu, oder importieren Sie eine Liste.";
  if (users?.length === 0) return "Bisher sieht niemand beim Kunden die Boxen: Wählen Sie einen User mit Zugriff.";
  return "Alles ist eingerichtet. Bestellt der Kunde am Telefon, fügen Sie hier die Lieferung hinzu.";
}

/** Says whether a customer has all that is needed before their boxes can be kept, seen and brought. */
export const isSetUp = ({ count_boxes, deliveryoptions, users }: CustomerDetail): boolean =>
  count_boxes > 0 && deliveryoptions.length > 0 && users?.length !== 0;
