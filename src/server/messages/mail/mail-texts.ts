import { showBoxes, showContents } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { absenceText } from "#rules/deliveries/tours.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { newAddressHours, passwordLinkHours } from "#rules/access/mail-topics.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDayAndTime } from "#rules/times.ts";
import type { Mail } from "#server/database/messages/mail-facts.ts";

/** Text of a mail, and the target of its one button. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Missing where the reader need not be somebody who signs in. */
  readonly button?: { readonly label: string; readonly path: string };
}

type Named<M, Name> = M extends { readonly mail: infer N } ? (Name extends N ? M : never) : never;
type Texts = { readonly [Name in Mail["mail"]]: (mail: Named<Mail, Name>) => MailText };

const day = (instant: string) => showDate(berlinDay(new Date(instant)));
const order = (code: number) => `Bestellung ${showDeliveryCode(code)}`;
const giveBack = (code: number) => `Rückgabe ${showDeliveryCode(code)}`;
const pickUp = (code: number) => `Abholung ${showDeliveryCode(code)}`;
const copies = (code: number) => `Scan-Bestellung ${showDeliveryCode(code)}`;
const nameOf = (code: number, kind: DeliveryKind | undefined, isReturn = kind === DeliveryKind.return) =>
  kind === DeliveryKind.copy
    ? copies(code)
    : kind === DeliveryKind.pickup
      ? pickUp(code)
      : isReturn
        ? giveBack(code)
        : order(code);
const showDelivery = (delivery: number) => ({ label: "Lieferung ansehen", path: `/deliveries/${delivery}` });
const showDestruction = (label: string, batch: number) => ({ label, path: `/destructions/${batch}` });
const showInvoice = (label: string, invoice: number) => ({ label, path: `/billing/invoices/${invoice}` });
const amount = ({ boxes, contents }: { readonly boxes: number; readonly contents: number }) =>
  [boxes > 0 && showBoxes(boxes), contents > 0 && showContents(contents)].filter(Boolean).join(" und ");
const setPassword = { label: "Passwort festlegen", path: "/password" };
const onceOnly = `Der Link gilt ${passwordLinkHours} Stunden und nur einmal.`;

/** Subject, sentences and link of each mail. They have numbers and days, and no text of a box or a content. */
const texts: Texts = {
  orderReceived: ({ code, delivery, time, ...lines }) => ({
    subject: `${order(code)} ist eingegangen`,
    paragraphs: [
      `Ihre ${order(code)} über ${amount(lines)} ist bei uns eingegangen.`,
      ...(time === null ? [] : [`Wir liefern am ${day(time)}.`]),
    ],
    button: showDelivery(delivery),
  }),
  orderOnWay: ({ code, delivery }) => ({
    subject: `${order(code)} ist in Bearbeitung`,
    paragraphs: [`Ihre ${order(code)} wird zusammengestellt und geht dann auf den Weg zu Ihnen.`],
    button: showDelivery(delivery),
  }),
  vanUnderway: ({ code, delivery, kind }) => ({
    subject: `${nameOf(code, kind)}: wir sind unterwegs`,
    paragraphs: [`Unser Wagen ist heute mit Ihrer ${nameOf(code, kind)} unterwegs zu Ihnen.`],
    button: showDelivery(delivery),
  }),
  notMet: ({ code, delivery, kind, absence }) => ({
    subject: `${nameOf(code, kind)} konnte nicht übergeben werden`,
    paragraphs: [
      `Wir waren heute wegen Ihrer ${nameOf(code, kind)} bei Ihnen und konnten sie nicht übergeben: ${absenceText[absence]}.`,
      "Wir melden uns mit einem neuen Termin. Sie erreichen uns auch gern vorher.",
    ],
    button: showDelivery(delivery),
  }),
  orderHandedOver: ({ code, delivery }) => ({
    subject: `${order(code)} ist übergeben`,
    paragraphs: [`Ihre ${order(code)} ist übergeben. Den Lieferschein finden Sie als PDF bei der Lieferung.`],
    button: showDelivery(delivery),
  }),
  orderMoved: ({ code, delivery, from, to, isReturn, kind }) => ({
    subject: `${nameOf(code, kind, isReturn)}: neuer Termin ${day(to)}`,
    paragraphs: [
      `Der Termin Ihrer ${nameOf(code, kind, isReturn)} wurde geändert.`,
      from === null
        ? `Neuer Termin: ${showDayAndTime(to)}.`
        : `Statt ${showDayAndTime(from)} nun ${showDayAndTime(to)}.`,
    ],
    button: showDelivery(delivery),
  }),
  orderCancelled: ({ code, delivery, kind }) => ({
    subject: `${nameOf(code, kind)} ist storniert`,
    paragraphs: [`Wir mussten Ihre ${nameOf(code, kind)} stornieren. Bei Fragen melden Sie sich bitte bei uns.`],
    button: showDelivery(delivery),
  }),
  copiesOrdered: ({ code, delivery, time, ...lines }) => ({
    subject: `${copies(code)} ist eingegangen`,
    paragraphs: [
      `Ihre ${copies(code)} über ${amount(lines)} ist bei uns eingegangen.`,
      ...(time === null ? [] : [`Wir scannen bis zum ${day(time)} und sagen Ihnen Bescheid.`]),
    ],
    button: showDelivery(delivery),
  }),
  copiesReady: ({ code, delivery, until }) => ({
    subject: `${copies(code)}: Ihre Scans sind da`,
    paragraphs: [
      `Was Sie mit ${copies(code)} bestellt haben, ist gescannt und liegt für Sie bereit.`,
      `Bis ${showDate(until)} können Sie die PDFs öffnen und sichern, danach löschen wir sie.`,
    ],
    button: { label: "Scans ansehen", path: `/deliveries/${delivery}` },
  }),
  returnAnnounced: ({ code, delivery, time, ...lines }) => ({
    subject: `${giveBack(code)} ist angekündigt`,
    paragraphs: [
      `Die ${giveBack(code)} über ${amount(lines)} ist angekündigt.`,
      ...(time === null ? [] : [`Tag der Rückgabe: ${day(time)}.`]),
    ],
    button: showDelivery(delivery),
  }),
  returnReceived: ({ code, delivery }) => ({
    subject: `${giveBack(code)} ist bei uns`,
    paragraphs: [`Ihre ${giveBack(code)} ist vollständig bei uns eingetroffen.`],
    button: showDelivery(delivery),
  }),
  pickupReceived: ({ code, delivery, time, boxes, contents, empty }) => ({
    subject: `${pickUp(code)} ist eingegangen`,
    paragraphs: [
      boxes + contents === 0
        ? `Ihre ${pickUp(code)} ist bei uns eingegangen.`
        : `Ihre ${pickUp(code)} über ${amount({ boxes, contents })} ist bei uns eingegangen.`,
      ...(empty === 0 ? [] : [`Wir bringen ${showBoxes(empty)} ohne Inhalt mit.`]),
      ...(time === null ? [] : [`Wir kommen am ${day(time)}.`]),
    ],
    button: showDelivery(delivery),
  }),
  pickupDone: ({ code, delivery }) => ({
    subject: `${pickUp(code)} ist abgeschlossen`,
    paragraphs: [`Ihre ${pickUp(code)} ist abgeschlossen. Was gekommen ist und was nicht, steht bei der Abholung.`],
    button: showDelivery(delivery),
  }),
  destructionProposed: ({ batch, boxes }) => ({
    subject: `Vernichtung ${showBatch(batch)} wartet auf Ihre Freigabe`,
    paragraphs: [
      `Wir haben Ihnen ${showBoxes(boxes)} zur Vernichtung vorgelegt (Vorgang ${showBatch(batch)}).`,
      "Ohne Ihre Freigabe wird keine davon vernichtet. Bitte entscheiden Sie über jede Box.",
    ],
    button: showDestruction("Vernichtung prüfen", batch),
  }),
  destructionEnds: ({ batch, until }) => ({
    subject: `Vernichtung ${showBatch(batch)}: die Wartezeit endet`,
    paragraphs: [
      `Die Wartezeit der freigegebenen Vernichtung ${showBatch(batch)} endet am ${showDayAndTime(until)}.`,
      "Danach können die Boxen vernichtet werden. Bis dahin können Sie den Vorgang abbrechen.",
    ],
    button: showDestruction("Vernichtung ansehen", batch),
  }),
  certificate: ({ batch, number }) => ({
    subject: `Bescheinigung ${number} ist da`,
    paragraphs: [`Die Vernichtung ${showBatch(batch)} ist abgeschlossen. Ihre Bescheinigung ${number} liegt bereit.`],
    button: showDestruction("Bescheinigung öffnen", batch),
  }),
  boxBack: ({ box, code, until }) => ({
    subject: `Box ${showBoxCode(code)} ist wieder da`,
    paragraphs: [
      `Worauf Sie gewartet haben, ist wieder im Archiv: Box ${showBoxCode(code)}, oder der Inhalt daraus.`,
      `Bis ${showDate(until)} ist es für Sie reserviert. Bestellen können Sie auf der Seite der Box.`,
    ],
    button: { label: "Box öffnen", path: `/stock/boxes/${box}` },
  }),
  boxesOverdue: ({ boxes, day: due }) => ({
    subject: `${showBoxes(boxes)} überfällig seit ${showDate(due)}`,
    paragraphs: [
      `Am ${showDate(due)} sollten ${showBoxes(boxes)} von Ihnen zurück sein und sind es noch nicht.`,
      "Bestellen Sie am besten gleich eine Abholung. Brauchen Sie sie länger, sagen Sie uns bitte Bescheid.",
    ],
    button: { label: "Boxen ansehen", path: "/stock/boxes?due=overdue" },
  }),
  boxLost: ({ box, code }) => ({
    subject: `Box ${showBoxCode(code)} ist nicht auffindbar`,
    paragraphs: [
      `Ihre Box ${showBoxCode(code)} konnten wir trotz gründlicher Suche nicht finden. Das tut uns leid.`,
      "Sie erhalten dazu ein Schreiben von uns. Bei Fragen melden Sie sich bitte.",
    ],
    button: { label: "Box ansehen", path: `/stock/boxes/${box}` },
  }),
  holdSet: ({ boxes }) => ({
    subject: "Eine Sperre wurde gesetzt",
    paragraphs: [
      boxes === null
        ? "Für Ihren gesamten Bestand wurde eine Sperre gesetzt."
        : `Für ${showBoxes(boxes)} wurde eine Sperre gesetzt.`,
      "Was gesperrt ist, wird nicht vernichtet, bis die Sperre aufgehoben ist.",
    ],
    button: { label: "Sperren ansehen", path: "/retention/holds" },
  }),
  importDone: ({ id }) => ({
    subject: "Eine Liste wurde übernommen",
    paragraphs: ["Eine Liste von Boxen wurde in Ihren Bestand übernommen. Was daraus wurde, steht beim Import."],
    button: { label: "Import ansehen", path: `/imports/${id}` },
  }),
  invoiceIssued: ({ invoice, number }) => ({
    subject: `Rechnung ${number} liegt bereit`,
    paragraphs: [`Wir haben Ihnen eine Rechnung ausgestellt: ${number}. Sie liegt für Sie bereit.`],
    button: showInvoice("Rechnung öffnen", invoice),
  }),
  invoiceFile: ({ number }) => ({
    subject: `Rechnung ${number}`,
    paragraphs: [],
  }),
  invoiceCancelled: ({ invoice, number, corrects }) => ({
    subject: `Stornorechnung ${number} liegt bereit`,
    paragraphs: [`Wir haben unsere Rechnung ${corrects} storniert. Die Stornorechnung ${number} liegt für Sie bereit.`],
    button: showInvoice("Stornorechnung öffnen", invoice),
  }),
  invitation: () => ({
    subject: "Ihr Zugang",
    paragraphs: ["Für Sie wurde ein Zugang eingerichtet. Legen Sie Ihr Passwort fest, um sich anzumelden.", onceOnly],
    button: setPassword,
  }),
  passwordLink: () => ({
    subject: "Neues Passwort",
    paragraphs: [
      "Für Ihren Zugang wurde ein neues Passwort angefordert.",
      `${onceOnly} Wenn Sie nichts angefordert haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
    ],
    button: setPassword,
  }),
  addressLeft: () => ({
    subject: "Ihre E-Mail-Adresse wurde geändert",
    paragraphs: [
      "An Ihrem Zugang steht seit eben eine andere E-Mail-Adresse; an diese hier schreiben wir nicht mehr.",
      `Wussten Sie davon nicht? Dann sagen Sie uns bitte gleich Bescheid: In den nächsten ${newAddressHours} Stunden kann niemand über die neue Adresse ein Passwort festlegen.`,
    ],
    button: { label: "Zur Anmeldung", path: "/login" },
  }),
  addressChanged: ({ links }) => ({
    subject: "Ihre neue E-Mail-Adresse",
    paragraphs: [
      "An Ihrem Zugang steht jetzt diese E-Mail-Adresse. Ihr Passwort bleibt, wie es ist.",
      `Ein Link für ein neues Passwort geht frühestens am ${showDayAndTime(links)} an diese Adresse.`,
    ],
    button: { label: "Zur Anmeldung", path: "/login" },
  }),
  newDevice: ({ at }) => ({
    subject: "Anmeldung von einem neuen Gerät",
    paragraphs: [
      `Am ${showDayAndTime(at)} hat sich jemand mit Ihrem Passwort mit einem Gerät oder Browser angemeldet, mit dem Sie sich noch nie angemeldet haben.`,
      "Waren das nicht Sie? Dann beenden Sie die Sitzung und ändern Sie Ihr Passwort.",
    ],
    button: { label: "Sitzungen ansehen", path: "/account" },
  }),
};

export function mailText(mail: Mail): MailText {
  return (texts[mail.mail] as (mail: Mail) => MailText)(mail);
}
