import { createTransport } from "nodemailer";
import { isMailbox } from "#rules/access/mailbox.ts";
import type { MailSettings } from "#server/config.ts";
import { outsideTransaction } from "#server/database/outside-transaction.ts";

/** ms that each step of a mail server's answer may take. */
const stepLimit = 10_000;

/** One person's mailbox. */
interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A mail as it is given away. */
export interface ReadyMail {
  /** Part of the Message-ID before the @. It is the same each time that the mail is sent, so that receivers deduplicate copies. */
  readonly name: string;
  readonly to: Mailbox;
  readonly from: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files?: readonly MailFile[];
}

/** A file that goes with a mail. */
export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

type Line = Pick<MailSettings, "smtpUrl" | "allowsPlain">;

/** A connection of its own: a pool would wait for ever behind a line that broke. */
function transportTo({ smtpUrl, allowsPlain = false }: Line) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isLoopback = /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname);
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    ...(port !== "" && { port: Number(port) }),
    secure: protocol === "smtps:",
    // mails have links that sign somebody in: they go through an encrypted line, but on this machine or where the configuration says so; a password always
    requireTLS: !isLoopback && (username !== "" || !allowsPlain),
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: stepLimit,
    greetingTimeout: stepLimit,
    socketTimeout: stepLimit,
    dnsTimeout: stepLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Error for an address that would be taken for more than one mailbox. */
export class WrongMailbox extends Error {}

/** Gives a mail to the mail server. @throws WrongMailbox, or what the server or the line said */
export async function giveAway(mail: ReadyMail, settings: MailSettings): Promise<void> {
  const { replyTo, from } = settings;
  outsideTransaction();
  if (!isMailbox(mail.to.address)) throw new WrongMailbox("Die E-Mail-Adresse ist keine einzelne gültige Adresse.");
  const transport = transportTo(settings);
  try {
    await transport.sendMail({
      to: asHeader(mail.to),
      from: asHeader(mail.from),
      ...(replyTo !== undefined && { replyTo }),
      subject: inOneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      ...(mail.files && { attachments: [...mail.files] }),
      messageId: `<${mail.name}@${from.slice(from.lastIndexOf("@") + 1)}>`,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    });
  } finally {
    transport.close();
  }
}

/** Asks the mail server whether it would take a mail of this sender. @throws what it or the line said */
export async function expectMailServer(line: Line): Promise<void> {
  const transport = transportTo(line);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const longestName = 100; // characters, so that no header grows without end

/** A name is no part of a header's syntax, whatever stands in it. */
const inOneLine = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
const asHeader = ({ name, address }: Mailbox) => ({ name: inOneLine(name).slice(0, longestName), address });
