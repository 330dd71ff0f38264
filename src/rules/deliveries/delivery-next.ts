import { showThings } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showHours } from "./delivery-hours.ts";
import { DeliveryKind, DeliveryState } from "./delivery-state.ts";

/** Facts about a delivery that decide what comes next for it. */
export interface DeliveryStanding {
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  /** Lines that are still to be fetched, or to come back. */
  readonly open: number;
  /** When it is due, and when the hours of its option end. */
  readonly time?: string | null;
  readonly until?: string | undefined;
  /** New boxes of a pick-up, which have no label yet. */
  readonly newBoxes?: number;
  /** Boxes that came with it and have no place yet. */
  readonly toStore?: number;
}

type Sentence = string | ((open: number) => string);

const showLines = (open: number) => showThings(open, "Zeile", "Zeilen");

const orders: Record<"staff" | "customer", Record<DeliveryState, Sentence>> = {
  staff: {
    [DeliveryState.open]: (open) => `Als Nächstes starten und ${showLines(open)} kommissionieren.`,
    [DeliveryState.processing]: (open) =>
      open === 0
        ? "Alles ist kommissioniert; als Nächstes übergeben und abschließen."
        : `Noch ${showLines(open)} kommissionieren, dann übergeben und abschließen.`,
    [DeliveryState.completed]: "Die Lieferung ist übergeben; der Lieferschein bleibt abrufbar.",
    [DeliveryState.canceled]: "Die Lieferung ist storniert; nichts wird geliefert.",
  },
  customer: {
    [DeliveryState.open]: "Das Archiv stellt die Lieferung zusammen; bis dahin können Sie stornieren.",
    [DeliveryState.processing]: "Das Archiv stellt die Lieferung gerade zusammen.",
    [DeliveryState.completed]: "Die Lieferung ist übergeben.",
    [DeliveryState.canceled]: "Die Lieferung ist storniert; nichts wird geliefert.",
  },
};

const comingIn = (open: number) => `Noch ${showLines(open)} offen; was ankommt, wird in seiner Zeile bestätigt.`;
const comingBack: Sentence = comingIn;
const returns: Record<DeliveryState, Sentence> = {
  [DeliveryState.open]: comingBack,
  [DeliveryState.processing]: comingBack,
  [DeliveryState.completed]: "Die Rückgabe ist vollständig.",
  [DeliveryState.canceled]: "Die Rückgabe ist storniert.",
};
const announced: Sentence = (open) => `Das Archiv erwartet noch ${showThings(open, "Teil", "Teile")} von Ihnen.`;
const ownReturns = { ...returns, [DeliveryState.open]: announced, [DeliveryState.processing]: announced };

const pickups: Record<"staff" | "customer", Record<DeliveryState, Sentence>> = {
  staff: {
    [DeliveryState.open]: (open) =>
      open === 0 ? "Als Nächstes die leeren Boxen bringen, dann abschließen." : comingIn(open),
    [DeliveryState.processing]: (open) => (open === 0 ? "Alles ist da; als Nächstes abschließen." : comingIn(open)),
    [DeliveryState.completed]: "Die Abholung ist abgeschlossen; der Abholschein bleibt abrufbar.",
    [DeliveryState.canceled]: "Die Abholung ist storniert; nichts wird geholt.",
  },
  customer: {
    [DeliveryState.open]: "Das Archiv kommt zum Termin; bis es losfährt, können Sie stornieren.",
    [DeliveryState.processing]: "Das Archiv ist unterwegs oder nimmt gerade an, was Sie mitgegeben haben.",
    [DeliveryState.completed]: "Die Abholung ist abgeschlossen.",
    [DeliveryState.canceled]: "Die Abholung ist storniert; nichts wird geholt.",
  },
};

const copies: Record<"staff" | "customer", Record<DeliveryState, Sentence>> = {
  staff: {
    [DeliveryState.open]: (open) => `Als Nächstes ${showLines(open)} kommissionieren und ins Büro bringen.`,
    [DeliveryState.processing]: (open) =>
      `Noch ${showLines(open)} offen: scannen, das PDF hier ablegen und wieder einlagern.`,
    [DeliveryState.completed]: "Alles ist gescannt und wieder an seinem Platz.",
    [DeliveryState.canceled]: "Der Scanauftrag ist storniert; nichts wird gescannt.",
  },
  customer: {
    [DeliveryState.open]: "Das Archiv holt und scannt, was Sie bestellt haben; bis dahin können Sie stornieren.",
    [DeliveryState.processing]: "Das Archiv scannt gerade. Was fertig ist, können Sie hier schon ansehen.",
    [DeliveryState.completed]: "Alles ist gescannt. Die PDFs stehen hier bis zu ihrem letzten Tag.",
    [DeliveryState.canceled]: "Der Scanauftrag ist storniert; nichts wird gescannt.",
  },
};

/** Tells the customer of an open pick-up when somebody comes, and what is to be done before. */
function nextOfPickup({ time, until, newBoxes = 0 }: DeliveryStanding): string | undefined {
  if (!time) return undefined;
  const day = showDate(berlinDay(new Date(time))).slice(0, 6); // without the year
  const when = `Wir kommen am ${day}, ${showHours(time, until)}`;
  return newBoxes > 0 ? `Bitte aufkleben. ${when}.` : `${when}; bis wir losfahren, können Sie stornieren.`;
}

/** Says what comes next for a delivery, in one sentence for its reader. */
export function nextOfDelivery(delivery: DeliveryStanding, isStaff: boolean): string {
  const { kind, state, open, toStore = 0 } = delivery;
  const own = !isStaff && kind === DeliveryKind.pickup && state === DeliveryState.open && nextOfPickup(delivery);
  if (own) return own;
  const reader = isStaff ? "staff" : "customer";
  const sentences = { 0: orders[reader], 1: isStaff ? returns : ownReturns, 2: pickups[reader], 3: copies[reader] }[
    kind
  ];
  const sentence = sentences[state];
  const text = typeof sentence === "string" ? sentence : sentence(open);
  if (!isStaff || toStore === 0) return text;
  return `${text} Und jetzt: ${toStore === 1 ? "die Box" : "die Boxen"} einlagern.`;
}
