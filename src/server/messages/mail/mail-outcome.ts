import type { Outcome } from "#server/messages/send-messages.ts";
import { WrongMailbox } from "./mail-transport.ts";

/** Error of nodemailer about a mail that did not go: the mail server's answer, and the command that it answers. */
interface MailError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** "Authentication required" is an answer to us and not to the receiver. */
const authentication = 530;
const [tooMuchStored, tooLarge] = [552, "5.3.4"];

/**
 * Decides what becomes of a mail that did not go. A 5yz to the receiver or to the mail is final (RFC 5321 4.2.1). The exception is a full mailbox
 * (552, 5.2.2), which its owner empties. All else is tried again: 4yz, a line that broke, and replies that came before anything of the mail.
 */
export function mailOutcome(error: MailError, address: string): Outcome {
  const reason = error.response ?? error.message;
  if (error instanceof WrongMailbox || isUnspeakable(error)) return { is: "failed", reason, address };
  const { command, responseCode = 0 } = error;
  const isOfMail = command === "RCPT TO" || command === "DATA";
  if (!isOfMail || responseCode < 500 || responseCode === authentication || isFull(responseCode, reason))
    return { is: "again", reason };
  return { is: "failed", reason, ...(command === "RCPT TO" && { address }) };
}

/** Letters beyond ASCII before the @, which the mail server does not know how to send (RFC 6531). */
const isUnspeakable = ({ code, responseCode }: MailError) => code === "EENVELOPE" && responseCode === undefined;

const isFull = (code: number, reason: string) =>
  /\b5\.2\.2\b/.test(reason) || (code === tooMuchStored && !reason.includes(tooLarge));
