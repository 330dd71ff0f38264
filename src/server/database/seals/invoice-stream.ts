import type { ClientBase } from "pg";
import { sha256 } from "./merkle.ts";

/** Facts that were kept of an invoice when it was issued, beside the invoice as it is now. */
export interface RawInvoice {
  readonly id: number;
  readonly number: string;
  /** When it was issued, `YYYY-MM-DD` in Berlin. */
  readonly day: string;
  /** Kept facts, the instant in µs since 2000; null for an invoice that nobody has issued. */
  readonly kept: { readonly issued: Buffer; readonly hash: Buffer } | null;
  /** Its hash as it is now; null where the invoice is gone. */
  readonly hash: Buffer | null;
  /** True where the invoice's XML is the one whose hash goes into the invoice's own hash. */
  readonly hasItsXml: boolean;
}

interface Row {
  readonly id: number;
  readonly number: string;
  readonly day: string;
  readonly kept_issued: Buffer | null;
  readonly kept_hash: Buffer | null;
  readonly plain: Buffer | null;
  readonly snapshot: Buffer | null;
  readonly xml: Buffer | null;
  readonly xml_sha256: Buffer | null;
}

/** SQL for the invoices; the parts of a hash stand in the order of `invoice_hash` in migration 0092. */
const invoicesSql = `select coalesce(i.id, h.invoice_id) as id, coalesce(h.number, i.number) as number,
  berlin_day(coalesce(h.issued, i.issued))::text as day, timestamptz_send(h.issued) as kept_issued, h.hash as kept_hash,
  '\\x01' || int4send(i.id) || int2send(i.kind) || int8send(i.customer_id) || date_send(i.period_from) || date_send(i.period_to)
    || int4send(coalesce(i.corrects_id, 0)) || int8send((i.net * 100)::bigint) || int8send((i.vat * 100)::bigint) || int8send((i.gross * 100)::bigint)
    || timestamptz_send(i.issued) || int8send(i.issued_by) || date_send(i.due) || coalesce(i.xml_sha256, decode(repeat('00', 32), 'hex'))
    || int4send(octet_length(convert_to(i.number, 'UTF8'))) || convert_to(i.number, 'UTF8') as plain,
  convert_to(i.snapshot::text, 'UTF8') as snapshot, convert_to(i.xml, 'UTF8') as xml, i.xml_sha256
  from invoices i full join invoice_hashes h on h.invoice_id = i.id order by 1`;

const atOnce = 200; // a few MB

/** Reads invoices in the order of their ids, those that are gone too. To be asked within a transaction. */
export async function* readInvoices(client: ClientBase): AsyncGenerator<RawInvoice[]> {
  await client.query(`declare verified_invoices no scroll cursor for ${invoicesSql}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${atOnce} from verified_invoices`);
    if (rows.length === 0) break;
    yield rows.map(rawInvoice);
  }
  await client.query("close verified_invoices");
}

function rawInvoice({ id, number, day, kept_issued, kept_hash, plain, snapshot, xml, xml_sha256 }: Row): RawInvoice {
  return {
    id,
    number,
    day,
    kept: kept_issued && kept_hash && { issued: kept_issued, hash: kept_hash },
    hash: plain && snapshot && sha256(Buffer.concat([plain, snapshot])),
    hasItsXml: xml === null ? xml_sha256 === null : xml_sha256 !== null && sha256(xml).equals(xml_sha256),
  };
}

/** Returns the fault of an invoice, in words that follow its name; null where there is none. */
export function invoiceFault({ kept, hash, hasItsXml }: RawInvoice): string | null {
  if (!kept) return "is there, and was never issued";
  if (!hash) return "is missing";
  if (!hash.equals(kept.hash)) return "is not what was issued";
  return hasItsXml ? null : "has another XML than the one that was issued";
}
