import { auditKindText, type AuditKind } from "./audit.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showMoment } from "./moments.ts";
import { showUserName } from "#rules/access/users.ts";

/** A person whom an entry names. */
export interface AuditPerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

/** An entry as it is read: who, when, from where, what, and about what; an `id` is null where the thing is gone. */
export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly kind: number;
  /** The entry as a sentence. */
  readonly text: string;
  readonly user: AuditPerson | null;
  /** Text typed at a failed sign-in. */
  readonly name: string | null;
  /** Null for what did not come over the network. */
  readonly address: string | null;
  readonly customer: { readonly id: number | null; readonly code: number } | null;
  readonly box: { readonly id: number | null; readonly code: string } | null;
  readonly delivery: { readonly id: number; readonly code: number } | null;
  readonly subject: AuditPerson | null;
}

/** Names the author of an entry: by name, by the typed text, or as whoever sat at the machine itself. */
export function auditAuthor({ user, name, address }: Pick<AuditEntry, "user" | "name" | "address">): string {
  if (user) return showUserName(user);
  if (name !== null) return `„${name}“`;
  return address === null ? "Server" : "unbekannt";
}

type Column = readonly [head: string, cell: (entry: AuditEntry) => string];

/** The columns of a table of entries, for spreadsheets and the command line. */
export const auditSheetColumns: readonly Column[] = [
  ["Zeit", ({ at }) => showMoment(new Date(at))],
  ["Person", auditAuthor],
  ["E-Mail", ({ user }) => user?.email ?? ""],
  ["Adresse", ({ address }) => address ?? ""],
  ["Art", ({ kind }) => auditKindText[kind as AuditKind] ?? String(kind)],
  ["Vorgang", ({ text }) => text],
  ["Kunde", ({ customer }) => (customer ? showCustomerCode(customer.code) : "")],
  ["Box", ({ box }) => (box ? showBoxCode(box.code) : "")],
  ["Lieferung", ({ delivery }) => (delivery ? showDeliveryCode(delivery.code) : "")],
  ["User", ({ subject }) => (subject ? `${showUserName(subject)} (${subject.email})` : "")],
];
