import { customerRights } from "./customer-rights.ts";

type Rights = Readonly<Record<(typeof customerRights)[number], boolean>>;

/** Who asks, at one customer. */
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
