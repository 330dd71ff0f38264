import { sql } from "kysely";
import type { setTerms as contract } from "#contract/calls/billing/terms.ts";
import type { Body } from "#contract/route.ts";
import { setTerms as setTermsShapes } from "#contract/schemas/billing/terms.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { intervalText, storageWhenText } from "#rules/billing/billing-plan.ts";
import { debitAccountProblem, mandateProblem } from "#rules/billing/direct-debit/mandate.ts";
import { addressProblem } from "#rules/billing/e-invoice/content-problems.ts";
import { leitwegProblem } from "#rules/billing/identifiers/leitweg-id.ts";
import { vatIdProblem } from "#rules/billing/identifiers/vat-id.ts";
import { firstAgreed, isFromBeginning } from "#rules/billing/agreed-from.ts";
import { showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { showMonth } from "#rules/months.ts";
import { showDecimal, showPrice } from "#rules/billing/amount-texts.ts";
import { minimumScopeText, storageModeText } from "#rules/billing/items.ts";
import { showThings } from "#rules/amounts.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { chargeAnew } from "#server/database/billing/charge-anew.ts";
import { openMonthSums } from "#server/database/billing/open-month-sums.ts";
import { readerIn, type Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";
import { selectList } from "#server/database/sql/json.ts";

/** Terms that are agreed with a customer, with the price list by name. */
type AgreedTerms = Readonly<Omit<Body<typeof contract>, "price_list" | "valid_from" | "confirmed" | "before">> & {
  readonly price_list: string | null;
};

/** The same with the number of its list. */
type HeldTerms = AgreedTerms & { readonly price_list_id: number | null };

type Texts = {
  readonly [Name in keyof AgreedTerms]: readonly [label: string, show: (value: AgreedTerms[Name]) => string];
};

const yesOrNo = (is: boolean) => (is ? "ja" : "nein");
const orNone = (text: string) => text || "keine";
const formText = { zugferd: "ZUGFeRD", xrechnung: "XRechnung", paper: "Papier" } as const;
const schemeText = { EM: "E-Mail", "0204": "Leitweg-ID", 9930: "USt-IdNr." } as const;

/** Each of the terms has a text: one that has none does not compile. */
const texts: Texts = {
  price_list: ["Preisliste", (name) => name ?? "Meterpreis"],
  storage_mode: ["Lagerung", (mode) => storageModeText[mode]],
  storage_when: ["Lagerung berechnet", (when) => storageWhenText[when]],
  interval: ["Abrechnung", (each) => intervalText[each]],
  also_while_out: ["auch außer Haus", yesOrNo],
  minimum: ["mindestens", (euro) => (euro === null ? "nichts" : showPrice(euro))],
  minimum_scope: ["Mindestbetrag", (scope) => minimumScopeText[scope]],
  invoice_form: ["Rechnung als", (form) => formText[form]],
  vat_id: ["USt-IdNr.", orNone],
  leitweg_id: ["Leitweg-ID", orNone],
  e_address: ["elektronische Adresse", orNone],
  e_scheme: ["Art der Adresse", (scheme) => schemeText[scheme]],
  order_reference: ["Bestellnummer", orNone],
  contract_reference: ["Vertragsnummer", orNone],
  payment_days: ["Zahlungsziel", (days) => showThings(days, "Tag", "Tage")],
  discount_days: ["Skontofrist", (days) => (days === null ? "keine" : showThings(days, "Tag", "Tage"))],
  discount_percent: ["Skonto", (percent) => (percent === null ? "keins" : `${showDecimal(percent, 0)} %`)],
  address_extra: ["Adresszusatz", (line) => line || "keiner"],
  exemption_reason: ["Grund der Steuerbefreiung", (reason) => reason || "wie das Archiv"],
  sepa_mandate: ["Mandat", orNone],
  mandate_date: ["Mandat vom", (day) => (day === null ? "keins" : showDate(day))],
  iban: ["IBAN", (iban) => (iban === "" ? "keine" : `… ${iban.slice(-4)}`)],
};

const said = (name: keyof AgreedTerms, terms: AgreedTerms): string =>
  (texts[name][1] as (value: unknown) => string)(terms[name]);

/** Describes in words which of the terms differ from those before; empty where none does. 50 and 50.00 are the same. */
const changedTerms = (before: AgreedTerms, after: AgreedTerms): string =>
  (Object.keys(texts) as (keyof AgreedTerms)[])
    .filter((name) => said(name, before) !== said(name, after))
    .map((name) => `${texts[name][0]} ${said(name, before)} → ${said(name, after)}`)
    .join(", ");

interface Agreeing {
  readonly actor: Actor;
  /** Caller to whom the months that would change are reported; where a program seeds an archive nobody is asked. */
  readonly scope?: Scope;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/**
 * Agrees with a customer on prices, from the first of a month on (decision 161); what was done from then on and is not billed is charged by them.
 * @throws a 404 for a customer; a 400 for a price list that is not there, for a day of a month that is billed or from which on something else is agreed, and
 * where months that are over cost something else then and nobody confirmed that
 */
export async function setTerms(
  tx: Transaction,
  { actor, scope, today }: Agreeing,
  id: number,
  { price_list, iban: typedIban, valid_from, confirmed = false, before: seen, ...typed }: Body<typeof contract>,
): Promise<void> {
  const customer = tx.selectFrom("customers").select("code").where("id", "=", id).forNoKeyUpdate();
  const { code } = (await customer.executeTakeFirst()) ?? {};
  if (code === undefined) throw notFound();
  const terms = { ...typed, iban: typedIban.replaceAll(/\s/g, "").toUpperCase() };
  refuseWrongIds(terms);
  refuseWrongMandate(terms, today);
  refuseWrongDiscount(terms);
  const list = await namedList(tx, price_list);
  const minimum = Number(terms.minimum) > 0 ? terms.minimum : null; // of nothing there is none
  const before = await agreedTerms(tx, id);
  refuseStaleTerms(before, { ...terms, minimum, price_list }, seen);
  const values = { ...terms, minimum, price_list_id: price_list };
  const after = { ...terms, minimum, price_list: list };
  const about = changedTerms(before, after);
  const write = () =>
    tx
      .insertInto("customer_terms")
      .values({ customer_id: id, ...values })
      .onConflict((conflict) => conflict.column("customer_id").doUpdateSet(values))
      .execute();
  const isOfMoney = dated.some((name) => said(name, before) !== said(name, after));
  if (isOfMoney || valid_from) {
    const since = await agreedSince(tx, id, valid_from ?? null, today);
    const open = scope && !confirmed ? { scope, customer: id, from: since, today } : null;
    const was = open && (await openMonthSums(readerIn(tx), open));
    await sql`select set_config('magazin.agreed_from', ${since}, true)`.execute(tx);
    await write();
    await sql`select set_config('magazin.agreed_from', '', true)`.execute(tx);
    await chargeAnew(tx, sql`select ${id}::bigint`, since);
    if (open && was) refuseUnasked(was, await openMonthSums(readerIn(tx), open));
    const from = isFromBeginning(since) ? "" : `, ab ${showDate(since)}`;
    await record(tx, actor, {
      kind: AuditKind.termsAgreed,
      customer: code,
      meta: { about: `${about || "Erneut vereinbart"}${from}` },
    });
  } else {
    await write();
    if (about !== "") await record(tx, actor, { kind: AuditKind.termsAgreed, customer: code, meta: { about } });
  }
}

/** @throws a 400 beside each field that somebody else has changed since it was `seen`; the list is named by its number */
function refuseStaleTerms(now: HeldTerms, wanted: object, seen: object | undefined): void {
  const names = Object.keys(texts) as (keyof AgreedTerms)[];
  const show = Object.fromEntries(names.map((name) => [name, () => said(name, now)]));
  refuseOverwriting({ ...now, price_list: now.price_list_id }, wanted, seen, show);
}

/** Terms that hold from the first of a month on; the rest holds at once. */
const dated = [
  "price_list",
  "storage_mode",
  "also_while_out",
  "minimum",
  "minimum_scope",
  "storage_when",
  "interval",
] as const;

interface AgreementDays {
  usual: string;
  billed: string | null;
  last: string;
}

/** From when on it holds. @throws a 400 for a day that is no first of a month, of a month that is billed, or before something else that is agreed already */
async function agreedSince(tx: Transaction, id: number, wanted: string | null, today: string): Promise<string> {
  const running = `${today.slice(0, 7)}-01`;
  const { rows } = await sql<AgreementDays>`
    select ${selectList<AgreementDays>({
      usual: sql`agreed_from(${id}::bigint, ${running}::date)`,
      billed: sql`(select (max(month) + interval '1 month' - interval '1 day')::date from billed_months
        where customer_id = ${id}::bigint)`,
      last: sql`(select max(valid_from) from agreements where customer_id = ${id}::bigint)`,
    })}`.execute(tx);
  const { usual = running, billed = null, last = running } = rows[0] ?? {};
  if (wanted === null) return usual;
  if (!wanted.endsWith("-01")) throw badInput({ valid_from: [refused.notFirstOfMonth] });
  if (billed !== null && wanted <= billed) throw badInput({ valid_from: [refused.priceOfBilled(showDate(billed))] });
  if (wanted < last && last > running) throw badInput({ valid_from: [refused.agreedLater(showDate(last))] });
  return wanted < firstAgreed ? firstAgreed : wanted;
}

/** @throws a 400 with both sums of each month that is over, not billed, and costs something else than before */
function refuseUnasked(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): void {
  const changed = [...is].flatMap(([month, sum]) => {
    const before = was.get(month) ?? "0.00";
    return sum === before ? [] : [`${showMonth(month)} ${showMoney(sum)} statt ${showMoney(before)}`];
  });
  if (changed.length > 0) throw refuse(refused.openMonthsChange(changed));
}

/** Returns the terms that are agreed with a customer up to now; for a customer who has agreed on nothing, those that hold then. */
async function agreedTerms(tx: Transaction, id: number): Promise<HeldTerms> {
  const terms = await tx
    .selectFrom("customer_terms")
    .leftJoin("price_lists", "price_lists.id", "price_list_id")
    .selectAll("customer_terms")
    .select("price_lists.name as price_list")
    .where("customer_id", "=", id)
    .executeTakeFirst();
  return terms ?? { ...setTermsShapes.body.parse({ price_list: null }), price_list: null, price_list_id: null };
}

/** @throws a 400 by field for an id that is none, before it stands on an invoice */
function refuseWrongIds({ vat_id, leitweg_id, e_address, e_scheme }: Omit<Body<typeof contract>, "price_list">): void {
  const problems = {
    vat_id: vat_id === "" ? null : vatIdProblem(vat_id),
    leitweg_id: leitweg_id === "" ? null : leitwegProblem(leitweg_id),
    e_address: e_address === "" ? null : addressProblem({ e_address, e_scheme }),
  };
  const found = Object.entries(problems).flatMap(([field, problem]) =>
    problem ? [[field, [problem]] as [string, Reason[]]] : [],
  );
  if (found.length > 0) throw badInput(Object.fromEntries(found));
}

type Mandate = Pick<Body<typeof contract>, "sepa_mandate" | "mandate_date" | "iban">;

/** @throws a 400 for a mandate that is not whole, or by which no bank collects */
function refuseWrongMandate({ sepa_mandate, mandate_date, iban }: Mandate, today: string): void {
  const parts = [sepa_mandate !== "", mandate_date !== null, iban !== ""];
  if (!parts.includes(true)) return;
  if (parts.includes(false)) throw refuse(refused.mandateIncomplete);
  const [mandate, account] = [mandateProblem(sepa_mandate), debitAccountProblem(iban)];
  if (mandate) throw badInput({ sepa_mandate: [mandate] });
  if (mandate_date !== null && mandate_date > today) throw badInput({ mandate_date: [refused.mandateInFuture] });
  if (account) throw badInput({ iban: [account] });
}

type Discount = Pick<Body<typeof contract>, "discount_days" | "discount_percent" | "payment_days" | "sepa_mandate">;

/** @throws a 400 for a cash discount that is not whole, for longer than there is to pay, or of what is debited */
function refuseWrongDiscount({ discount_days, discount_percent, payment_days, sepa_mandate }: Discount): void {
  if (discount_days === null && discount_percent === null) return;
  if (discount_days === null || discount_percent === null) throw refuse(refused.discountIncomplete);
  if (discount_days > payment_days) throw badInput({ discount_days: [refused.discountTooLong] });
  if (sepa_mandate !== "") throw badInput({ discount_days: [refused.discountOfDebit] });
}

/** The name of a price list; null where none is named. @throws a 400 for one that is not there */
async function namedList(tx: Transaction, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const list = await tx.selectFrom("price_lists").select("name").where("id", "=", id).forShare().executeTakeFirst();
  if (!list) throw badInput({ price_list: [refused.unknownPriceList] });
  return list.name;
}
