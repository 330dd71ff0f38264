import { customerRights } from "./customer-rights.ts";

type Rights = Readonly<Record<(typeof customerRights)[number], boolean>>;

/** The caller, with their rights at one customer. */
export interface Inviter {
  /** The code of the customer. */
  readonly code: number;
  readonly rights: Rights;
  /** Whether they have the right, and staff did not forbid it to the customer; of staff who manages users. */
  readonly mayInvite: boolean;
  /** Of their own address; null for staff, who are bound to none. */
  readonly domain: string | null;
}

/** The part of an address behind its last `@`. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1);

/** A colleague as far as it decides whether somebody may end their access. */
export type Colleague = Rights & { readonly id: number; readonly email: string };

/** Whether they could have invited this colleague: of their domain, with no right that they lack; nobody ends their own access. */
export const couldInvite = ({ mayInvite, domain, rights }: Inviter, userId: number, colleague: Colleague): boolean =>
  mayInvite &&
  colleague.id !== userId &&
  (domain === null || domainOf(colleague.email) === domain) &&
  customerRights.every((right) => rights[right] || !colleague[right]);

/** How many invitations go out for one customer within 24 hours, whoever sends them: each is a mail of ours to an address that they typed. */
export const invitationsPerDay = 20;

/**
 * Whether a text can stand in a mail as somebody's name: on one line, with nothing that a mail program makes a link of, such as `archiv.example` or
 * `https://…`. Initials are none: `J.R. Ewing`.
 */
export const isPersonName = (text: string): boolean =>
  !/[\t\n\v\f\r\u2028\u2029:/\\@]|www\.|[\p{L}\p{N}-][.。．｡][\p{L}\p{N}]{2}/iu.test(text);
