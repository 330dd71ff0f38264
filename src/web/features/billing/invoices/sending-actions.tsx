import { Archive, Check, Mail, Printer } from "lucide";
import { noteSent, printInvoices, sendInvoices, zipInvoices } from "#contract/calls/billing/invoices.ts";
import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { showThings } from "#rules/amounts.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { useSettings } from "#web/api/settings.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

export type Sendable = Pick<Invoice, "id" | "number"> & Partial<Pick<Invoice, "mail" | "cancelled_by" | "sent">>;

const invoicesOf = (count: number) => showThings(count, "Rechnung", "Rechnungen");
const idsOf = (invoices: readonly Sendable[]) => invoices.map(({ id }) => id);
const numbersOf = (invoices: readonly Sendable[]) => {
  const [shown, more] = [invoices.slice(0, 10), invoices.length - 10];
  return `${shown.map(({ number }) => number).join(", ")}${more > 0 ? ` und ${more} weitere` : ""}`;
};
/** Says whether an invoice can go by mail now. */
export const isMailable = ({ mail, cancelled_by }: Sendable) =>
  !!mail?.agreed && mail.state !== "waiting" && !cancelled_by;

/** Says whether an invoice has gone out, or is about to. */
export const isUnderWay = ({ mail, sent }: Sendable) => !!sent || mail?.state === "waiting";

/**
 * The ways in which invoices go out: by mail to whoever agreed to that, the others on paper; and the note that they went. What has gone out is left alone,
 * unless nothing else is chosen.
 */
export function SendingActions({ invoices: all }: { invoices: readonly Sendable[] }) {
  const due = all.filter((one) => !isUnderWay(one));
  const invoices = due.length > 0 ? due : all;
  const { sends_mails } = useSettings();
  const [print, zip] = [useDownload(printInvoices), useDownload(zipInvoices)];
  const mailed = sends_mails ? invoices.filter(isMailable) : [];
  const onPaper = mailed.length > 0 ? invoices.filter((one) => !mailed.includes(one)) : invoices;
  const { send, note, isPending } = useInvoiceSending();
  const rest = mailed.length > 0 ? `${onPaper.length.toLocaleString("de-DE")} ohne E-Mail` : invoicesOf(onPaper.length);
  const query = (of: readonly Sendable[]) => ({ query: { ids: idsOf(of).join(",") } });
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Button
          icon={Mail}
          look={mailed.length > 0 ? "primary" : undefined}
          pending={isPending("send")}
          disabledReason={noMailText(sends_mails, mailed.length)}
          onClick={() => void send(mailed, onPaper)}
        >
          {mailed.length === 0 ? "Per E-Mail senden" : `${invoicesOf(mailed.length)} per E-Mail senden`}
        </Button>
        {onPaper.length > 0 && (
          <>
            <Button
              icon={Printer}
              look={mailed.length > 0 ? undefined : "primary"}
              pending={print.running}
              onClick={() => void print.start(query(onPaper))}
            >
              {`${rest} drucken`}
            </Button>
            <Button icon={Check} pending={isPending("note")} onClick={() => note(onPaper)}>
              {`${rest} als versandt vermerken`}
            </Button>
          </>
        )}
        <Button icon={Archive} pending={zip.running} onClick={() => void zip.start(query(all))}>
          Alle als ZIP
        </Button>
      </div>
      <DownloadStatus of={print} label="PDF wird erstellt ..." />
      <DownloadStatus of={zip} label="ZIP wird erstellt ..." />
    </>
  );
}

const noMailText = (sendsMails: boolean, count: number) => {
  if (!sendsMails) return "Auf diesem Server ist kein E-Mail-Versand eingerichtet.";
  return count === 0 && "Für keine ist eine E-Mail-Adresse vereinbart, oder sie sind unterwegs.";
};

/** Sends invoices by mail, after a yes, and notes that others were sent. */
export function useInvoiceSending() {
  const { start, ask, isPending } = useActions<"send" | "note">([sendInvoices, noteSent]);
  const send = (mailed: readonly Sendable[], others: readonly Sendable[]) => {
    const sentBefore = mailed.filter(({ sent }) => sent);
    const warnings = [
      others.length > 0 && `Nicht per E-Mail: ${numbersOf(others)}.`,
      sentBefore.length > 0 && `Noch einmal: ${numbersOf(sentBefore)}.`,
    ].filter((warning) => warning !== false);
    const question = {
      title: "Rechnungen per E-Mail senden",
      text: `${invoicesOf(mailed.length)} ${mailed.length === 1 ? "geht" : "gehen"} mit PDF an die vereinbarten Adressen.`,
      warning: warnings.length > 0 ? warnings.join(" ") : undefined,
      action: `${invoicesOf(mailed.length)} senden`,
    };
    return ask("send", question, async () => {
      const body = { invoices: idsOf(mailed), again: sentBefore.length > 0 };
      const { queued, left } = await call(sendInvoices, { body });
      for (const { number, reason } of left.slice(0, 3)) notify(`${number} nicht gesendet: ${reason}`, "warning");
      return queued > 0 ? `${invoicesOf(queued)} unterwegs` : undefined;
    });
  };
  const note = (invoices: readonly Sendable[]) =>
    start("note", async () => {
      const { changed } = await call(noteSent, { body: { invoices: idsOf(invoices), is_sent: true } });
      return `${invoicesOf(changed)} als versandt vermerkt`;
    });
  return { send, note, isPending };
}
