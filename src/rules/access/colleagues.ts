import { customerRights } from "./customer-rights.ts";

type Rights = Readonly<Record<(typeof customerRights)[number], boolean>>;

/** The caller, with their rights at one customer. */
export interface Inviter {
  /** The code of the customer. */
  readonly code: number;
  readonly rights: Rights;
  /** True where the inviter has the right, and staff did not forbid it to the customer. True also for staff who manage users. */
  readonly mayInvite: boolean;
  /** Domain of the inviter's own address; null for staff, who are bound to none. */
  readonly domain: string | null;
}

/** The part of an address behind its last `@`. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1);

/** A colleague as far as it decides whether somebody may end their access. */
export type Colleague = Rights & { readonly id: number; readonly email: string };

/**
 * Says whether the inviter could have invited this colleague: of the same domain, with no right that the inviter lacks. Nobody ends their own access.
 */
export const couldInvite = ({ mayInvite, domain, rights }: Inviter, userId: number, colleague: Colleague): boolean =>
  mayInvite &&
  colleague.id !== userId &&
  (domain === null || domainOf(colleague.email) === domain) &&
  customerRights.every((right) => rights[right] || !colleague[right]);

/** Number of invitations for one customer within 24 hours, whoever sends them. Each is a mail from the provider to an address that the user typed. */
export const invitationsPerDay = 20;

/**
 * Says whether a text can stand in a mail as a person's name. It must be on one line, with nothing that a mail program turns into a link, such as
 * `archiv.example` or `https://…`. Initials are no link: `J.R. Ewing`.
 */
export const isPersonName = (text: string): boolean =>
  !/[\t\n\v\f\r\u2028\u2029:/\\@]|www\.|[\p{L}\p{N}-][.。．｡][\p{L}\p{N}]{2}/iu.test(text);
