/** Where a delivery goes. */
export interface DeliveryAddress {
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly contact: string;
  readonly phone: string;
  /** When somebody is there. */
  readonly hours: string;
  /** For the driver. */
  readonly note: string;
}

/** The lines by which it is found, without empty ones. */
export const addressLines = ({ name, street, postcode, city }: DeliveryAddress): string[] =>
  [name, street, `${postcode} ${city}`.trim()].filter((line) => line !== "");

/** An address in one line. */
export const showAddress = (address: DeliveryAddress): string => addressLines(address).join(", ");

/** Returns the facts that the driver has to know besides the address itself. */
export const driverFacts = ({ contact, phone, hours, note }: DeliveryAddress): (readonly [string, string])[] =>
  (
    [
      ["Ansprechpartner", contact],
      ["Telefon", phone],
      ["Öffnungszeiten", hours],
      ["Hinweis", note],
    ] as const
  ).filter(([, text]) => text !== "");
