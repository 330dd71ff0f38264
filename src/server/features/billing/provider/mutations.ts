import type { editProvider as contract } from "#contract/calls/billing/provider.ts";
import type { Body } from "#contract/route.ts";
import type { ProviderField } from "#contract/fields/provider.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { changedFields } from "#rules/access/audit/changed-fields.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";

const labels: Readonly<Record<ProviderField | "zero_invoices", string>> = {
  street: "Straße",
  postcode: "Postleitzahl",
  city: "Ort",
  contact_phone: "Telefon",
  contact_email: "E-Mail",
  contact: "Ansprechpartner",
  vat_id: "USt-IdNr.",
  tax_number: "Steuernummer",
  register: "Register",
  iban: "IBAN",
  bic: "BIC",
  creditor_id: "Gläubiger-ID",
  exemption_reason: "Grund der Steuerbefreiung",
  zero_invoices: "Rechnungen über 0,00 €",
};

/**
 * Changes what was typed in of the provider, of the fields that were sent. @throws a 400 for a field that somebody else has changed
 * since the caller saw it (`before`)
 */
export async function editProvider(
  tx: Transaction,
  actor: Actor,
  { before = {}, ...fields }: Body<typeof contract>,
): Promise<void> {
  const set = pickSent(fields);
  if (Object.keys(set).length === 0) return;
  await tx
    .insertInto("provider")
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const now = await tx.selectFrom("provider").selectAll().forUpdate().executeTakeFirstOrThrow();
  refuseOverwriting(now, set, before);
  await tx.updateTable("provider").set(set).execute();
  const about = changedFields(labels, now, set);
  if (about !== "") await record(tx, actor, { kind: AuditKind.providerChanged, meta: { about } });
}
