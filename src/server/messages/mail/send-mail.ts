import { createHash, randomBytes } from "node:crypto";
import { passwordLinkHours } from "#rules/access/mail-topics.ts";
import { showUserName } from "#rules/access/users.ts";
import type { Config, MailSettings } from "#server/config.ts";
import { providerIn } from "#server/database/billing/provider.ts";
import type { Database } from "#server/database/database.ts";
import type { InvoiceFileMail, Mail } from "#server/database/messages/mail-facts.ts";
import { type MailReader, mailReader } from "#server/database/messages/mail-readers.ts";
import { keepPasswordLink } from "#server/database/messages/password-links.ts";
import type { PdfWorkers } from "#server/documents/pdf-workers.ts";
import type { Message, Outcome, Send } from "#server/messages/send-messages.ts";
import { invoiceFiles } from "./invoice-file.ts";
import { fillTemplate, type Sender } from "./mail-template.ts";
import { mailText } from "./mail-texts.ts";
import { mailOutcome } from "./mail-outcome.ts";
import { giveAway, type ReadyMail } from "./mail-transport.ts";

/** The settings that mails name the archive by. */
export type ProviderFacts = Pick<Config, "productTitle" | "providerName" | "provider">;

export const senderLines = ({ productTitle, providerName, provider }: ProviderFacts): Sender => ({
  productTitle,
  providerName,
  lines: [...provider.address, ...[provider.phone, provider.email].filter((line) => line !== undefined)],
});

/** Sends mails: to whoever may still read them at the moment of sending. */
export function mailSender(
  db: Database,
  settings: MailSettings,
  providerFacts: ProviderFacts,
  press: PdfWorkers,
): Send {
  return async (message, signal) => {
    const mail = message.payload as Mail;
    if (mail.mail === "invoiceFile") return sendInvoice({ db, settings, providerFacts, press }, message, mail, signal);
    const reader = await mailReader(db.read, message);
    if (!reader) return { is: "done", note: "Nicht gesendet: Der Empfänger hat keinen Zugang mehr." };
    if (hasLink(mail) && reader.age >= passwordLinkHours)
      return { is: "done", note: "Nicht gesendet: Der Link wäre abgelaufen." };
    const known = { ...providerFacts, provider: await providerIn(db.read, providerFacts.provider) };
    const link = `${settings.publicUrl}${await pathOf(db, mail, reader)}`;
    return sent(readyMail({ message, mail, reader, link, settings, providerFacts: known }), settings);
  };
}

interface InvoiceSender {
  readonly db: Database;
  readonly settings: MailSettings;
  readonly providerFacts: ProviderFacts;
  readonly press: PdfWorkers;
}

/** Sends an invoice with its files to the address that was agreed when it was queued. */
async function sendInvoice(
  { db, settings, providerFacts, press }: InvoiceSender,
  message: Message,
  mail: InvoiceFileMail,
  signal: AbortSignal,
): Promise<Outcome> {
  const found = await invoiceFiles(db.read, press, mail.invoice, signal);
  if (!found) return { is: "failed", reason: "Nicht gesendet: Die Rechnung ist inzwischen storniert." };
  const sender = senderLines({ ...providerFacts, provider: await providerIn(db.read, providerFacts.provider) });
  const { subject } = mailText(mail);
  const content = { subject, paragraphs: found.paragraphs, reader: "", customer: null, sender, choices: null };
  return sent(
    {
      name: nameOf(message),
      to: { name: "", address: mail.address },
      from: { name: providerFacts.providerName, address: settings.from },
      subject,
      ...fillTemplate(content),
      files: found.files,
    },
    settings,
  );
}

async function sent(mail: ReadyMail, settings: MailSettings): Promise<Outcome> {
  try {
    await giveAway(mail, settings);
    return { is: "done" };
  } catch (error) {
    return mailOutcome(error as Error, mail.to.address);
  }
}

/** With the moment: a restored archive gives numbers out again. */
const nameOf = ({ id, created }: Message) => `message-${id}-${Date.parse(created).toString(36)}`;

const hasLink = ({ mail }: Mail) => mail === "invitation" || mail === "passwordLink";

/** Where the button leads. A link for a password is made when it is sent, so that no table ever has it; a copy that is sent has one of its own. */
async function pathOf(db: Database, mail: Mail, { id }: MailReader): Promise<string> {
  const path = mailText(mail).button?.path ?? "";
  if (!hasLink(mail)) return path;
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  await db.write((tx) => keepPasswordLink(tx, id, hash));
  return `${path}#${token}`; // behind the #: no server and no log on the way reads it
}

interface Parts {
  readonly message: Message;
  readonly mail: Mail;
  readonly reader: MailReader;
  readonly link: string;
  readonly settings: MailSettings;
  readonly providerFacts: ProviderFacts;
}

function readyMail({ message, mail, reader, link, settings, providerFacts }: Parts): ReadyMail {
  const words = mailText(mail);
  const name = showUserName(reader);
  const content = {
    ...words,
    reader: name,
    customer: reader.customer,
    link,
    sender: senderLines(providerFacts),
    choices: reader.customer === null ? null : `${settings.publicUrl}/account`,
  };
  return {
    name: nameOf(message),
    to: { name, address: mail.mail === "addressLeft" ? mail.address : reader.email },
    from: { name: providerFacts.providerName, address: settings.from },
    subject: words.subject,
    ...fillTemplate(content),
  };
}
