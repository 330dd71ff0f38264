import { createHmac } from "node:crypto";
import { same } from "#server/http/csrf.ts";

/** Lets whoever has it fetch one package for a while, without a sign-in: the camera of a phone is signed in nowhere. */
export interface Ticket {
  readonly version: string;
  /** The package that was added to it, if any. */
  readonly file: string | null;
  /** Address that the package opens. */
  readonly address: string;
  /** When it ends, in ms of the clock. */
  readonly until: number;
}

export const ticketMinutes = 10;
/** Purpose of the tickets' secret, among the secrets of the archive. */
export const ticketPurpose = "tickets for packages";

/** 128 bits: nobody guesses them, and a QR code has to be read from a screen. */
const sealOf = (secret: Buffer, text: string) =>
  createHmac("sha256", secret).update(text).digest().subarray(0, 16).toString("base64url");

/** A ticket as it stands in an address: every server of the archive knows its own. */
export function writeTicket(secret: Buffer, { version, file, address, until }: Ticket): string {
  const text = Buffer.from(JSON.stringify([version, file, address, until])).toString("base64url");
  return `${text}.${sealOf(secret, text)}`;
}

/** Returns the content of a ticket; null for one that is not the archive's own. The caller has to check whether the ticket has ended. */
export function readTicket(secret: Buffer, ticket: string): Ticket | null {
  const [text = "", seal = ""] = ticket.split(".");
  if (!same(seal, sealOf(secret, text))) return null;
  const claims = JSON.parse(Buffer.from(text, "base64url").toString()) as [string, string | null, string, number];
  const [version, file, address, until] = claims;
  return { version, file, address, until };
}
