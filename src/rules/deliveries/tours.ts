import { berlinTime } from "#rules/times.ts";
import { type DeliveryAddress, showAddress } from "./delivery-address.ts";

/** Progress of a tour. */
export const TourState = { planned: 0, underway: 1, over: 2 } as const;
export type TourState = (typeof TourState)[keyof typeof TourState];

export const tourStateText: Record<TourState, string> = { 0: "Geplant", 1: "Unterwegs", 2: "Beendet" };

/** Why a delivery was not handed over where the van stood. */
export const absences = ["nobody", "closed", "refused", "unknown"] as const;
export type Absence = (typeof absences)[number];

/** Text for each kind of absence, which the customer reads, too. */
export const absenceText: Record<Absence, string> = {
  nobody: "niemand angetroffen",
  closed: "geschlossen",
  refused: "Annahme verweigert",
  unknown: "Adresse nicht gefunden",
};

/** Stops of one tour. */
export const maxStops = 200;

interface Sorted {
  readonly time: string | null;
  readonly window: { readonly to: string } | null;
  readonly address: { readonly postcode: string } | null;
}

/** Stops by the hour at which they are due, then by the end of their window, then by postcode; what has none of these comes last. */
export function sortStops<Stop extends Sorted>(stops: readonly Stop[]): Stop[] {
  const keyOf = ({ time, window, address }: Sorted) => [
    time === null ? "~" : berlinTime(new Date(time)),
    window?.to ?? "~",
    address?.postcode || "~",
  ];
  return stops
    .map((stop) => ({ stop, key: keyOf(stop) }))
    .sort((one, other) => {
      const at = one.key.findIndex((part, index) => part !== other.key[index]);
      return at < 0 ? 0 : (one.key[at] ?? "") < (other.key[at] ?? "") ? -1 : 1;
    })
    .map(({ stop }) => stop);
}

/** The things with the one at `from` put at `to`; as they are where that is none of their places. */
export function moveTo<T>(things: readonly T[], from: number, to: number): T[] {
  if (from === to || from < 0 || to < 0 || from >= things.length || to >= things.length) return [...things];
  const rest = things.filter((_, index) => index !== from);
  return [...rest.slice(0, to), things[from] as T, ...rest.slice(to)];
}

/** A link by which a phone shows the address on its own map; nothing is asked of a map service here. */
export const geoLink = (address: DeliveryAddress): string =>
  `geo:0,0?q=${encodeURIComponent(showAddress({ ...address, name: "" }))}`;

/** A link by which a phone dials: the first number of the text; null where there is none. */
export function telLink(phone: string): string | null {
  const [number = ""] = /\+?\d[\d\s/().-]*/.exec(phone.replaceAll("(0)", "")) ?? [];
  const digits = number.replaceAll(/[^\d+]/g, "");
  return digits.length < 3 ? null : `tel:${digits}`;
}
