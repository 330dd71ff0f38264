import { inflateSync } from "node:zlib";
import { sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { canonical } from "#rules/destruction/canonical.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Reader } from "#server/database/database.ts";
import { sha256 } from "#server/database/seals/merkle.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Part of a certificate's data that is compared. */
interface ExportedEvent {
  readonly number: string;
  readonly batch: number;
  readonly chain: string;
  readonly boxes: readonly { readonly code: string }[];
  readonly totals: { readonly boxes: number };
}

/**
 * The data that a certificate carries, as they stand in the file. @throws where it carries none that can be read
 *
 * Reads the one attachment of our own files, and not any PDF.
 */
export function attachedData(file: Buffer): Buffer {
  const text = file.toString("latin1");
  const at = text.indexOf("/Type /EmbeddedFile");
  const start = text.indexOf("stream\n", at);
  const head = text.slice(at, start);
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  if (at < 0 || start < 0 || !Number.isInteger(length)) throw new Error("it carries no data");
  const begin = start + "stream\n".length;
  const bytes = file.subarray(begin, begin + length);
  return head.includes("/FlateDecode") ? inflateSync(bytes) : bytes;
}

interface ChainState {
  readonly sha256: Buffer;
  readonly digest: Buffer;
  readonly bytes: Buffer;
}

const chainState = selectList<ChainState>({
  sha256: "d.certificate_sha256",
  digest: "d.certificate_digest",
  bytes: "p.bytes",
});

/** Returns the faults of a certificate, in sentences; empty where it is the one that was given, and what it says is so. */
export async function certificateFaults(db: Reader, file: Buffer): Promise<string[]> {
  const certificateFile = read(file);
  if (typeof certificateFile === "string") return [certificateFile];
  const { data, said } = certificateFile;
  const { rows } = await sql<ChainState>`
    select ${chainState}
    from destruction_batches d join destruction_papers p on p.batch_id = d.id and p.kind = 'certificate'
    where d.certificate_number = ${said.number} and d.id = ${said.batch}::int`.execute(db);
  const [known] = rows;
  if (!known) return [`the archive has given no certificate ${said.number}`];
  const faults = [];
  if (!sha256(data).equals(known.digest))
    faults.push(`its data are not what was certified: ${difference(said, known.bytes)}`);
  if (!sha256(file).equals(known.sha256)) faults.push("the file is not the one that was certified");
  if (!sha256(known.bytes).equals(known.sha256)) faults.push("the archive's own copy is not what was certified");
  return [...faults, ...(await faultsOfBatch(db, said))];
}

function read(file: Buffer): { data: Buffer; said: ExportedEvent } | string {
  try {
    const data = attachedData(file);
    const content = JSON.parse(data.toString("utf8")) as ExportedEvent;
    if (typeof content.number !== "string" || !Number.isInteger(content.batch) || !Array.isArray(content.boxes))
      return "its data are no certificate's";
    return { data, said: content };
  } catch (error) {
    return `its data cannot be read: ${(error as Error).message}`;
  }
}

/** Where two certificates say different things first. */
function difference(said: ExportedEvent, kept: Buffer): string {
  const own = read(kept);
  if (typeof own === "string") return own;
  const fields = Object.keys(own.said) as (keyof ExportedEvent)[];
  const field = fields.find((name) => canonical(own.said[name]) !== canonical(said[name]));
  if (field !== "boxes") return field ?? "how it is written";
  const box = own.said.boxes.find((each, index) => canonical(each) !== canonical(said.boxes[index]));
  return box ? `box ${showBoxCode(box.code)}` : "a box more";
}

interface LineTrail {
  code: string;
  scanned: boolean;
  isRecorded: boolean;
}

const lineTrail = selectList<LineTrail>({
  code: "b.code",
  scanned: sql`l.scanned_at is not null`,
  isRecorded: sql`exists (select from history h
    where h.box_id = b.id and h.kind = ${HistoryKind.shredded} and (h.meta ->> 'batch')::int = l.batch_id)
    and exists (select from history h where h.box_id = b.id and h.kind = ${HistoryKind.destroyed} and (h.meta ->> 'batch')::int = l.batch_id)`,
});

async function faultsOfBatch(db: Reader, { batch, boxes, totals, chain }: ExportedEvent): Promise<string[]> {
  const { rows } = await sql<LineTrail>`
    select ${lineTrail}
    from destruction_lines l join boxes b on b.id = l.box_id where l.batch_id = ${batch}::int order by b.code`.execute(
    db,
  );
  const lines = new Map(rows.map((line) => [line.code, line]));
  const wrong = boxes.flatMap(({ code }) => {
    const line = lines.get(code);
    if (!line?.scanned) return [`box ${showBoxCode(code)} is on no scanned line of ${showBatch(batch)}`];
    return line.isRecorded ? [] : [`the history of box ${showBoxCode(code)} does not record it`];
  });
  if (totals.boxes !== boxes.length) wrong.push(`it sums up ${totals.boxes} boxes and names ${boxes.length}`);
  const { rows: known } = await sql<{ known: boolean }>`
    select exists (select from destruction_events where batch_id = ${batch}::int and hash = decode(${chain}, 'hex')) as known`.execute(
    db,
  );
  if (!known[0]?.known) wrong.push("the event that it names last is none of its batch");
  return [...wrong, ...(await batchFaults(db, batch))];
}

interface EventRow {
  readonly batch_id: number;
  readonly seq: number;
  /** As its hash is made of it. */
  readonly input: Buffer;
  readonly said: Buffer;
  readonly digest: Buffer;
  readonly hash: Buffer;
}

const zeros = Buffer.alloc(32);

const eventRow = selectList<EventRow>({
  ...fromTable("destruction_events", "batch_id", "seq", "digest", "hash"),
  input: sql`'\\x01'::bytea || int8send(batch_id) || int4send(seq) || int2send(kind) || int8send(user_id)
    || timestamptz_send(created)`,
  said: sql`salt || coalesce(int4send(octet_length(convert_to(meta::text, 'UTF8')))
    || convert_to(meta::text, 'UTF8'), '\\xffffffff')
    || coalesce(int4send(octet_length(convert_to(text, 'UTF8'))) || convert_to(text, 'UTF8'), '\\xffffffff')`,
});

/**
 * Returns the faults in the events of batches, of one or of all. Each event must follow the one before, and the decisions must be those that were
 * sealed.
 */
export async function batchFaults(db: Reader, batch?: number): Promise<string[]> {
  const { rows } = await sql<EventRow>`
    select ${eventRow}
    from destruction_events
    where ${batch ?? null}::int is null or batch_id = ${batch ?? null}::int
    order by batch_id, seq`.execute(db);
  const faults: string[] = [];
  let before: { batch: number; seq: number; hash: Buffer } = { batch: 0, seq: 0, hash: zeros };
  for (const { batch_id, seq, input, said, digest, hash } of rows) {
    const begins = batch_id !== before.batch;
    const name = `event ${seq} of ${showBatch(batch_id)}`;
    if (seq !== (begins ? 1 : before.seq + 1)) faults.push(`${name} follows none`);
    else if (!sha256(said).equals(digest)) faults.push(`${name} does not say what was written`);
    else if (!sha256(Buffer.concat([begins ? zeros : before.hash, input, digest])).equals(hash))
      faults.push(`${name} is not what was written`);
    before = { batch: batch_id, seq, hash };
  }
  return [...faults, ...(await changedDecisions(db, batch))];
}

/** Condition on a line `l`: its proposed contents are not those of its digest any more, and were not blanked with its box. */
export const isOtherContents = sql`l.contents_digest is not null and case when l.contents_snapshot is null
  then not exists (select from history h where h.box_id = l.box_id and h.kind = ${sql.lit(HistoryKind.blanked)})
  else contents_digest(l.contents_salt, l.contents_snapshot) is distinct from l.contents_digest end`;

async function changedDecisions(db: Reader, batch: number | undefined): Promise<string[]> {
  const { rows } = await sql<{ batch_id: number }>`
    select batch_id from destruction_events where meta ? 'decisions' and (${batch ?? null}::int is null or batch_id = ${batch ?? null}::int)
      and meta ->> 'decisions' <> encode(destruction_decisions(batch_id), 'hex') order by 1`.execute(db);
  const { rows: lines } = await sql<{ batch_id: number; code: string }>`
    select l.batch_id, b.code from destruction_lines l join boxes b on b.id = l.box_id
    where (${batch ?? null}::int is null or l.batch_id = ${batch ?? null}::int) and ${isOtherContents} order by 1, 2`.execute(
    db,
  );
  return [
    ...rows.map(({ batch_id }) => `the decisions of ${showBatch(batch_id)} are not those that were taken`),
    ...lines.map(
      ({ batch_id, code }) => `box ${showBoxCode(code)} was proposed with other contents in ${showBatch(batch_id)}`,
    ),
  ];
}
