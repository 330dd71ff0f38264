import { createHash, randomBytes } from "node:crypto";
import { passwordLinkHours } from "#rules/access/mail-topics.ts";
import { showUserName } from "#rules/access/users.ts";
import type { Config, MailSettings } from "#server/config.ts";
import { providerIn } from "#server/database/billing/provider.ts";
import type { Database } from "#server/database/database.ts";
import type { Mail } from "#server/database/messages/mail-facts.ts";
import { type MailReader, mailReader } from "#server/database/messages/mail-readers.ts";
import { keepPasswordLink } from "#server/database/messages/password-links.ts";
import type { Message, Outcome, Send } from "#server/messages/send-messages.ts";
import { fillTemplate, type Sender } from "./mail-template.ts";
import { mailText } from "./mail-texts.ts";
import { giveAway, WrongMailbox } from "./mail-transport.ts";

/** Who the mails of this archive come from. */
export type MailHouse = Pick<Config, "productTitle" | "providerName" | "provider">;

export const senderLines = ({ productTitle, providerName, provider }: MailHouse): Sender => ({
  productTitle,
  providerName,
  lines: [...provider.address, ...[provider.phone, provider.email].filter((line) => line !== undefined)],
});

/** Sends mails: to whoever may still read them at the moment of sending. */
export function mailSender(db: Database, settings: MailSettings, house: MailHouse): Send {
  return async (message) => {
    const mail = message.payload as Mail;
    const reader = await mailReader(db.read, message);
    if (!reader) return { is: "done", note: "Nicht gesendet: Der Empfänger hat keinen Zugang mehr." };
    if (hasLink(mail) && reader.age >= passwordLinkHours)
      return { is: "done", note: "Nicht gesendet: Der Link wäre abgelaufen." };
    const known = { ...house, provider: await providerIn(db.read, house.provider) };
    const link = `${settings.publicUrl}${await pathOf(db, mail, reader)}`;
    try {
      await giveAway(readyMail({ message, mail, reader, link, settings, house: known }), settings);
      return { is: "done" };
    } catch (error) {
      return outcomeOf(error as Error);
    }
  };
}

const outcomeOf = (error: Error): Outcome => ({
  is: error instanceof WrongMailbox ? "failed" : "again",
  reason: error.message,
});

const hasLink = ({ mail }: Mail) => mail === "invitation" || mail === "passwordLink";

/** Where the button leads. A link for a password is made when it is sent, so that no table ever has it; a copy that is sent has one of its own. */
async function pathOf(db: Database, mail: Mail, { id }: MailReader): Promise<string> {
  const { path } = mailText(mail).button;
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
  readonly house: MailHouse;
}

function readyMail({ message, mail, reader, link, settings, house }: Parts) {
  const words = mailText(mail);
  const name = showUserName(reader);
  const content = {
    ...words,
    reader: name,
    customer: reader.customer,
    link,
    sender: senderLines(house),
    choices: reader.customer === null ? null : `${settings.publicUrl}/account`,
  };
  return {
    // with the moment: a restored archive gives numbers out again
    name: `message-${message.id}-${Date.parse(message.created).toString(36)}`,
    to: { name, address: mail.mail === "addressLeft" ? mail.address : reader.email },
    from: { name: house.providerName, address: settings.from },
    subject: words.subject,
    ...fillTemplate(content),
  };
}
