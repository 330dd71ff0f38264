import { FileCode, FileDown, FileX, Mail, Send } from "lucide";
import { useState } from "react";
import { boxMovements, cancelInvoice, invoicePdf, invoiceXml, noteInvoice } from "#contract/calls/billing/invoices.ts";
import type { InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import { invoiceKindText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { showMoney } from "#rules/money.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { useSettings } from "#web/api/settings.ts";
import { useSession } from "#web/api/session.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { currentDebit, debitWarning } from "./debit-texts.ts";
import { isMailable, useInvoiceSending } from "./sending-actions.tsx";
import { InvoiceState } from "./invoice-texts.tsx";

const PaidDialog = onDemand(async () => (await import("./paid-dialog.tsx")).PaidDialog);

/** Shows the kind and state of an invoice, its files, and everything that is noted beside it or takes it back. */
export function InvoiceHead({ invoice }: { invoice: InvoiceDetail }) {
  const [isPaying, setPaying] = useState(false);
  const isStaff = useSession().user?.is_staff ?? false;
  const actions = useInvoiceActions(invoice, () => setPaying(true));
  const [pdf, xml, moves] = [useDownload(invoicePdf), useDownload(invoiceXml), useDownload(boxMovements)];
  const { id, kind, number, form, customer, cancelled_by } = invoice;
  const stillCollected = cancelled_by && debitWarning(invoice);
  const path = { id };
  return (
    <>
      <DetailHead
        above={<TextLink {...paths.invoices()}>Rechnungen</TextLink>}
        title={number}
        badge={<InvoiceState of={invoice} />}
        next={`${invoiceKindText[kind]} an ${customer.name}`}
        {...(isStaff && actions)}
      />
      {stillCollected && (
        <p role="note" className="mb-3 max-w-prose rounded-md bg-tone-soft px-3 py-2 break-words text-tone tone-amber">
          {stillCollected}
        </p>
      )}
      <div data-screen-only className="mb-3 flex flex-wrap gap-2">
        <Button icon={FileDown} pending={pdf.running} onClick={() => void pdf.start({ path })}>
          PDF
        </Button>
        {form !== "paper" && (
          <Button icon={FileCode} pending={xml.running} onClick={() => void xml.start({ path })}>
            XML
          </Button>
        )}
        <Button icon={FileDown} pending={moves.running} onClick={() => void moves.start({ path })}>
          Boxenbewegungen
        </Button>
      </div>
      <DownloadStatus of={pdf} label="PDF wird erstellt ..." />
      <DownloadStatus of={xml} label="XML wird geladen ..." />
      <DownloadStatus of={moves} label="PDF wird erstellt ..." />
      {isPaying && <PaidDialog invoice={invoice} onClose={() => setPaying(false)} />}
    </>
  );
}

function useInvoiceActions(invoice: InvoiceDetail, pay: () => void) {
  const { id, kind, number, gross, cancelled_by, sent, paid_on } = invoice;
  const [once] = useState(newAttempt);
  const { isPending, start, ask } = useActions<"sent" | "unpaid" | "cancel">([cancelInvoice, noteInvoice]);
  const mail = useInvoiceSending();
  const { sends_mails } = useSettings();
  const path = { id };
  const isSent = !!sent;
  const note = (name: "sent" | "unpaid", body: { is_sent: boolean } | { paid_on: null }, notice: string) =>
    start(name, async () => {
      await call(noteInvoice, { path, body });
      return notice;
    });
  const cancel = () =>
    void ask(
      "cancel",
      {
        title: "Rechnung stornieren",
        text: `Über ${showMoney(gross)} wird eine Stornorechnung ausgestellt. Der Monat lässt sich danach neu abrechnen; rückgängig machen lässt sich das nicht.`,
        warning: debitWarning(invoice),
        action: "Rechnung stornieren",
        danger: true,
        typeToConfirm: number,
      },
      async () => {
        const made = await call(cancelInvoice, {
          path,
          body: { number, debit_file: currentDebit(invoice)?.file },
          once,
        });
        return `Storniert durch ${made.number}`;
      },
    );
  const owed = kind === 380 && cancelled_by === null;
  return {
    primary: owed && paid_on === null && { text: gross.startsWith("-") ? "Ausgezahlt am …" : "Bezahlt am …", act: pay },
    more: [
      sends_mails &&
        isMailable(invoice) && {
          text: "Per E-Mail senden",
          icon: Mail,
          act: () => void mail.send([invoice], []),
          pending: mail.isPending("send"),
        },
      {
        text: isSent ? "Nicht versandt" : "Versandt",
        icon: Send,
        act: () => note("sent", { is_sent: !isSent }, isSent ? "Als nicht versandt vermerkt" : "Als versandt vermerkt"),
        pending: isPending("sent"),
      },
      owed &&
        paid_on !== null && {
          text: "Nicht bezahlt",
          act: () => note("unpaid", { paid_on: null }, "Als offen vermerkt"),
          pending: isPending("unpaid"),
        },
    ],
    dangers: [owed && { text: "Stornieren", icon: FileX, act: cancel, pending: isPending("cancel") }],
  };
}
