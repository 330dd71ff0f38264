import type { Database } from "#server/database/database.ts";
import { type AuditProof, proveAudit } from "./audit-stream.ts";
import { BlankedEntries } from "./blanked-entries.ts";
import { type RawEntry, readEntries } from "./entry-stream.ts";
import { invoiceFault, type RawInvoice, readInvoices } from "./invoice-stream.ts";
import { MerkleTree, sha256 } from "./merkle.ts";
import type { HistorySeal } from "./seal-days.ts";

/** An entry or a seal that does not prove itself. */
export interface Fault {
  /** Null where a seal is wrong. */
  readonly boxId: number | null;
  readonly what: string;
}

/** Result of a verification: what it has read, and what it found. */
export interface HistoryVerification {
  readonly entries: number;
  readonly boxes: number;
  readonly seals: number;
  readonly invoices: number;
  /** Entries of the audit trail that are sealed, and its days of which entries have expired: that they were written is proven. */
  readonly audited: number;
  readonly expired: number;
  /** Entries whose texts were blanked after their box was destroyed: that they were written is proven, what they said is not kept. */
  readonly blanked: number;
  /** Number of faults, and the first of them. */
  readonly faults: number;
  readonly first: readonly Fault[];
}

/** Selection of boxes to verify: all, and then the seals too; one box; or those of one customer. */
export type VerifiedPart = "all" | { readonly box: number } | { readonly customer: number };

const listLimit = 20;
const zeros = Buffer.alloc(32);
/** The first byte of a leaf; 1 is that of a node above. */
const [boxLeaf, batchLeaf, invoiceLeaf, auditLeaf] = [0, 2, 3, 4];
/** '-infinity' as PostgreSQL sends it. */
const earliest = Buffer.from("8000000000000000", "hex");

interface SealRow {
  readonly number: number;
  readonly until: Buffer;
  readonly boxes: number;
  readonly entries: number;
  /** Null in seals of before batches were sealed. */
  readonly batches: number | null;
  readonly events: number | null;
  /** Null in seals of before invoices were sealed. */
  readonly invoices: number | null;
  /** Null in seals of before the audit trail was sealed. */
  readonly audit_entries: number | null;
  readonly audit_until: Buffer | null;
  readonly root: Buffer;
  readonly previous: Buffer;
  readonly hash: Buffer;
  readonly found: boolean;
}

/** An event of a destruction batch; its own hash is proved by `batchFaults`. */
interface EventRow {
  readonly batch_id: number;
  readonly seq: number;
  /** As `RawEntry.created`. */
  readonly created: Buffer;
  readonly hash: Buffer;
}

const sealsSql = `select number, timestamptz_send(until) as until, boxes, entries, batches, events, invoices, audit_entries,
  timestamptz_send(audit_until) as audit_until, root, previous, hash, found
  from seals order by number`;
const eventsSql = `select batch_id, seq, timestamptz_send(created) as created, hash from destruction_events order by batch_id, seq`;

/**
 * Makes every hash of the history anew, on one snapshot and outside of the database that made them: each entry follows the one before it
 * of its box, each seal the one before and what was written since. Reads and changes nothing; 1,000,000 entries take about 5 s of CPU.
 */
export async function verifyHistory(db: Database, part: VerifiedPart = "all"): Promise<HistoryVerification> {
  const client = await db.pools.reading.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0");
    const { rows } = await client.query<SealRow>(sealsSql);
    const verifier = new Verifier(part === "all" ? rows : []);
    for await (const entries of readEntries(client, condition(part))) for (const entry of entries) verifier.take(entry);
    if (part === "all") {
      verifier.takeEvents((await client.query<EventRow>(eventsSql)).rows);
      for await (const invoices of readInvoices(client)) for (const invoice of invoices) verifier.takeInvoice(invoice);
      verifier.takeAudit(await proveAudit(client));
    }
    return verifier.end();
  } finally {
    await client.query("rollback").catch(() => undefined);
    client.release();
  }
}

function condition(part: VerifiedPart): string {
  if (part === "all") return "true";
  if ("box" in part) return `box_id = ${part.box}`;
  return `box_id in (select id from boxes where customer_id = ${part.customer}
    union all select box_id from deleted_boxes where customer_id = ${part.customer})`;
}

const wronglyBlanked = "was blanked, and not as the texts of a destroyed box are";

/** Says whether an entry's content is that of its digest, or was blanked. */
const isSaid = ({ said, digest, blanked }: RawEntry) =>
  said === null ? blanked !== null : blanked === null && sha256(said).equals(digest);

/** Takes the entries one after another. */
class Verifier {
  readonly #seals: readonly SealRow[];
  readonly #untils: readonly bigint[];
  readonly #trees: readonly MerkleTree[];
  readonly #entriesOf: number[];
  readonly #batchesOf: number[];
  readonly #eventsOf: number[];
  readonly #invoicesOf: number[];
  readonly #auditDaysOf: number[];
  readonly #auditedOf: number[];
  readonly #firstOverBatches: number;
  readonly #firstOverInvoices: number;
  readonly #input = Buffer.alloc(95);
  readonly #scannedInput = Buffer.alloc(119);
  readonly #leaf = Buffer.alloc(45);
  readonly #last = { boxId: -1n, seq: 0, hash: Buffer.alloc(32) };
  /** The entries of the box that is being read, and the seal that each was made before. */
  #box: { readonly seq: number; readonly hash: Buffer; readonly seal: number }[] = [];
  readonly #blanked = new BlankedEntries();
  readonly #first: Fault[] = [];
  #faults = 0;
  #entries = 0;
  #boxes = 0;
  #invoices = 0;
  #audited = 0;
  #expired = 0;

  constructor(seals: readonly SealRow[]) {
    this.#seals = seals;
    this.#untils = seals.map(({ until }) => until.readBigInt64BE());
    this.#trees = seals.map(() => new MerkleTree());
    this.#entriesOf = seals.map(() => 0);
    this.#batchesOf = seals.map(() => 0);
    this.#eventsOf = seals.map(() => 0);
    this.#invoicesOf = seals.map(() => 0);
    this.#auditDaysOf = seals.map(() => 0);
    this.#auditedOf = seals.map(() => 0);
    const firstOver = (what: "batches" | "invoices") => {
      const first = seals.findIndex((seal) => seal[what] !== null);
      return first < 0 ? seals.length : first;
    };
    this.#firstOverBatches = firstOver("batches");
    this.#firstOverInvoices = firstOver("invoices");
  }

  take(entry: RawEntry): void {
    const boxId = entry.boxId.readBigInt64BE();
    const seq = entry.seq.readInt32BE();
    const last = this.#last;
    const begins = boxId !== last.boxId;
    if (begins) this.#endBox();
    this.#entries++;
    if (begins) this.#boxes++;
    if (seq !== (begins ? 1 : last.seq + 1)) this.#fault(boxId, `entry ${begins ? 1 : last.seq + 1} is missing`);
    else if (!isSaid(entry)) this.#fault(boxId, `entry ${seq} does not say what was written`);
    else if (!this.#follows(entry, begins)) this.#fault(boxId, `entry ${seq} is not what was written`);
    if (this.#blanked.isWrong(seq, entry)) this.#fault(boxId, `entry ${seq} ${wronglyBlanked}`);
    Object.assign(last, { boxId, seq });
    entry.hash.copy(last.hash); // so that the entries after a wrong one are judged by themselves
    if (this.#seals.length > 0)
      this.#box.push({ seq, hash: Buffer.from(entry.hash), seal: this.#sealOf(entry.created.readBigInt64BE()) });
  }

  /** Says whether an entry's hash is right; for its parts see `entry_hash` in migration 0017, and `scanned_entry_hash` in 0019. */
  #follows({ boxId, seq, kind, userId, created, device, happened, digest, hash }: RawEntry, begins: boolean): boolean {
    const isScanned = device !== null || happened !== null;
    const input = isScanned ? this.#scannedInput : this.#input;
    (begins ? zeros : this.#last.hash).copy(input, 0);
    input[32] = isScanned ? 2 : 1;
    boxId.copy(input, 33);
    seq.copy(input, 41);
    kind.copy(input, 45);
    if (userId) userId.copy(input, 47);
    else input.fill(0, 47, 55);
    created.copy(input, 55);
    if (isScanned) {
      (device ?? zeros).copy(input, 63, 0, 16);
      (happened ?? earliest).copy(input, 79);
    }
    digest.copy(input, isScanned ? 87 : 63);
    return sha256(input).equals(hash);
  }

  /** The first seal that ends after an instant; as many as there are seals where none does. */
  #sealOf(created: bigint): number {
    let [low, high] = [0, this.#untils.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#untils[middle] ?? 0n) <= created) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The heads of a box go into their seals; an entry before a sealed one is sealed with it (migration 0017, `make_seal`). */
  #endBox(): void {
    for (const seq of this.#blanked.endBox()) this.#fault(this.#last.boxId, `entry ${seq} ${wronglyBlanked}`);
    let sealCount = this.#seals.length;
    const heads: [seal: number, seq: number, hash: Buffer][] = [];
    for (const { seq, hash, seal } of this.#box.toReversed()) {
      if (seal < sealCount) heads.push([seal, seq, hash]);
      sealCount = Math.min(sealCount, seal);
      if (sealCount < this.#seals.length) this.#entriesOf[sealCount] = (this.#entriesOf[sealCount] ?? 0) + 1;
    }
    for (const [seal, seq, hash] of heads) this.#trees[seal]?.add(this.#leafOf(boxLeaf, this.#last.boxId, seq, hash));
    this.#box = [];
  }

  /** After all entries: the heads of batches stand behind those of boxes (migration 0026, `make_seal`). */
  takeEvents(events: readonly EventRow[]): void {
    this.#endBox();
    events.forEach(({ batch_id: batch, seq, created, hash }, index) => {
      const seal = this.#sealOfBatch(created);
      this.#eventsOf[seal] = (this.#eventsOf[seal] ?? 0) + 1;
      const next = events[index + 1];
      if (next?.batch_id === batch && this.#sealOfBatch(next.created) === seal) return;
      this.#batchesOf[seal] = (this.#batchesOf[seal] ?? 0) + 1;
      this.#trees[seal]?.add(this.#leafOf(batchLeaf, BigInt(batch), seq, hash));
    });
  }

  /** Returns the seal over an entry of a batch. Everything before the first seal over batches is in that seal. */
  #sealOfBatch(created: Buffer): number {
    return Math.max(this.#sealOf(created.readBigInt64BE()), this.#firstOverBatches);
  }

  /** After all events, in the order of their ids: what was issued stands behind the heads of batches (migration 0093, `make_seal`). */
  takeInvoice(invoice: RawInvoice): void {
    const { id, number, day, kept } = invoice;
    this.#invoices++;
    const what = invoiceFault(invoice);
    if (what) this.#fault(null, `invoice ${number} of ${day} ${what}`);
    if (!kept) return;
    const seal = Math.max(this.#sealOf(kept.issued.readBigInt64BE()), this.#firstOverInvoices);
    this.#invoicesOf[seal] = (this.#invoicesOf[seal] ?? 0) + 1;
    this.#trees[seal]?.add(this.#leafOf(invoiceLeaf, BigInt(id), 1, kept.hash));
  }

  /** After all invoices: the days of the audit trail stand behind them (migration 0125, `make_seal`). */
  takeAudit({ entries, expired, days, faults }: AuditProof): void {
    this.#audited = entries;
    this.#expired = expired;
    for (const what of faults) this.#fault(null, what);
    for (const day of days) {
      const seal = day.seal - 1;
      this.#auditDaysOf[seal] = (this.#auditDaysOf[seal] ?? 0) + 1;
      this.#auditedOf[seal] = (this.#auditedOf[seal] ?? 0) + day.entries;
      this.#trees[seal]?.add(this.#leafOf(auditLeaf, BigInt(day.number), day.entries, day.digest));
    }
  }

  #leafOf(kind: number, id: bigint, seq: number, hash: Buffer): Buffer {
    const leaf = this.#leaf;
    leaf[0] = kind;
    leaf.writeBigInt64BE(id, 1);
    leaf.writeInt32BE(seq, 9);
    hash.copy(leaf, 13);
    return sha256(leaf);
  }

  #fault(boxId: bigint | null, what: string): void {
    this.#faults++;
    if (this.#first.length < listLimit) this.#first.push({ boxId: boxId === null ? null : Number(boxId), what });
  }

  end(): HistoryVerification {
    this.#endBox();
    this.#seals.forEach((seal, index) => {
      const what = this.#faultOf(seal, index);
      if (what) this.#fault(null, `seal ${seal.number} ${what}`);
    });
    const [entries, boxes, seals] = [this.#entries, this.#boxes, this.#seals.length];
    const [invoices, audited, expired, blanked] = [this.#invoices, this.#audited, this.#expired, this.#blanked.count];
    return { entries, boxes, seals, invoices, audited, expired, blanked, faults: this.#faults, first: this.#first };
  }

  #faultOf(seal: SealRow, index: number): string | null {
    const before = this.#seals[index - 1];
    if (seal.number !== index + 1 || !seal.previous.equals(before?.hash ?? zeros))
      return "does not follow the one before it";
    const [batches, events] = [this.#batchesOf[index] ?? 0, this.#eventsOf[index] ?? 0];
    if (batches !== (seal.batches ?? 0) || events !== (seal.events ?? 0))
      return `is over ${seal.events} events of ${seal.batches} batches, there are ${events} of ${batches}`;
    const invoices = this.#invoicesOf[index] ?? 0;
    if (invoices !== (seal.invoices ?? 0)) return `is over ${seal.invoices} invoices, there are ${invoices}`;
    const audited = this.#auditedOf[index] ?? 0;
    if (audited !== (seal.audit_entries ?? 0))
      return `is over ${seal.audit_entries} entries of the audit trail, there are ${audited}`;
    const others = batches + invoices + (this.#auditDaysOf[index] ?? 0);
    const [boxes, entries] = [(this.#trees[index]?.count ?? 0) - others, this.#entriesOf[index] ?? 0];
    if (boxes !== seal.boxes || entries !== seal.entries)
      return `is over ${seal.entries} entries of ${seal.boxes} boxes, there are ${entries} of ${boxes}`;
    if (!this.#trees[index]?.root().equals(seal.root)) return "is not over these entries";
    return sealHash(seal).equals(seal.hash) ? null : "does not prove itself";
  }
}

/**
 * Calculates a seal's hash; for its parts see `seal_hash` in migration 0017. For a seal over batches see 0026, over invoices 0093 and over the audit
 * trail 0125.
 */
function sealHash({ previous, number, until, found, root, ...seal }: SealRow): Buffer {
  const { boxes, entries, batches, events, invoices } = seal;
  const { audit_entries, audit_until } = seal;
  const counts = [boxes, entries, batches, events, invoices, audit_entries].filter((amount) => amount !== null);
  const version = audit_entries !== null ? 4 : invoices !== null ? 3 : batches !== null ? 2 : 1;
  const head = [previous, Buffer.of(version), int4(number), until];
  return sha256(
    Buffer.concat([...head, ...counts.map(int4), audit_until ?? Buffer.alloc(0), Buffer.of(found ? 1 : 0), root]),
  );
}

function int4(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Says in sentences which of the seals that somebody kept outside are not those of the database any more. */
export function compareSeals(
  kept: readonly Pick<HistorySeal, "number" | "hash">[],
  now: readonly HistorySeal[],
): string[] {
  const there = new Map(now.map((seal) => [seal.number, seal]));
  return kept.flatMap((seal) => {
    const other = there.get(seal.number);
    if (!other) return [`seal ${seal.number} is not there any more`];
    return other.hash === seal.hash ? [] : [`seal ${seal.number} is another one than the one kept`];
  });
}
