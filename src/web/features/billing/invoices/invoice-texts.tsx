import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { showDate } from "#rules/dates.ts";
import { showDay } from "#web/ui/berlin-time.ts";
import { Badge } from "#web/ui/page/badge.tsx";

export const billedPeriod = ({ period_from, period_to }: Pick<Invoice, "period_from" | "period_to">): string =>
  `${showDate(period_from)} bis ${showDate(period_to)}`;

/** The same where there is little room: the year is said once where it is one. */
export function shortPeriod({ period_from, period_to }: Pick<Invoice, "period_from" | "period_to">): string {
  const [from, to] = [showDate(period_from), showDate(period_to)];
  return period_from.slice(0, 4) === period_to.slice(0, 4) ? `${from.slice(0, 6)}–${to}` : `${from}–${to}`;
}

/** Says how an invoice went out, as staff see it. */
export function sendingText({ sent, mail }: Partial<Pick<Invoice, "sent" | "mail">>): string {
  if (mail?.state === "waiting") return "wird gesendet";
  if (mail?.state === "failed" && !sent) return `nicht angekommen: ${mail.failure ?? ""}`;
  return sent ? showDay(sent) : "";
}

/** ms after which a list looks again how mails stand that are on their way; false where none is. */
export const sendingPause = (invoices: readonly Invoice[] = []): number | false =>
  invoices.some(({ mail }) => mail?.state === "waiting") && 2_000;

type InvoiceStateProps = { of: Invoice; isShort?: boolean };

/** Shows the outcome of an invoice; a cancellation says what it takes back. In a list the number of the other invoice is left out. */
export function InvoiceState({
  of: { kind, corrects, cancelled_by, paid_on, gross },
  isShort = false,
}: InvoiceStateProps) {
  if (kind === 381) return <Badge tone="grey">{isShort ? "Storno" : `storniert ${corrects?.number ?? ""}`}</Badge>;
  if (cancelled_by)
    return <Badge tone="grey">{isShort ? "storniert" : `storniert durch ${cancelled_by.number}`}</Badge>;
  if (paid_on)
    return <Badge tone="green">{`${gross.startsWith("-") ? "ausgezahlt" : "bezahlt"} am ${showDate(paid_on)}`}</Badge>;
  return <Badge tone="amber">offen</Badge>;
}
