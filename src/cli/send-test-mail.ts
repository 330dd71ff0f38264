import { randomUUID } from "node:crypto";
import { isMailbox } from "#rules/access/mailbox.ts";
import { readConfig } from "#server/config.ts";
import { fillTemplate } from "#server/messages/mail/mail-template.ts";
import { giveAway } from "#server/messages/mail/mail-transport.ts";
import { senderLines } from "#server/messages/mail/send-mail.ts";
import { type BareCommand, CommandError, WrongUsage } from "./command.ts";

export const sendTestMail: BareCommand = {
  summary: "Send a mail to an address, at once and by itself, to try SMTP_URL, MAIL_FROM and PUBLIC_URL.",
  usage: "ADDRESS",
  options: {},
  async run(args) {
    const address = args.only("an address");
    if (!isMailbox(address)) throw new WrongUsage(`${JSON.stringify(address)} is not the address of one mailbox.`);
    const config = readConfig(process.env);
    if (!config.mail) throw new CommandError("No mails are sent: SMTP_URL is not set.");
    const subject = "Testnachricht";
    const words = {
      subject,
      paragraphs: ["Diese Nachricht zeigt, dass der Versand von E-Mails eingerichtet ist."],
      button: { label: "Zur Anmeldung", path: "/login" },
      link: `${config.mail.publicUrl}/login`,
      reader: "",
      customer: null,
      sender: senderLines(config),
      choices: null,
    };
    const from = { name: config.providerName, address: config.mail.from };
    const mail = { name: `test-${randomUUID()}`, to: { name: "", address }, from, subject, ...fillTemplate(words) };
    try {
      await giveAway(mail, config.mail);
    } catch (error) {
      throw new CommandError(`The mail server did not take it: ${(error as Error).message}`, { cause: error });
    }
    console.log(`The mail server took a mail from ${config.mail.from} to ${address}.`);
    return 0;
  },
};
