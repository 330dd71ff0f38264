import { showCount } from "#rules/amounts.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import type { Connection, Database } from "#server/database/database.ts";
import { whatIsFilled, whatIsFilledNow } from "#server/database/sql/filled-archive.ts";
import { inviteTaken } from "#server/database/messages/notify-by-mail.ts";
import { type BulkLoad, loadMuch } from "#server/database/sql/load-much.ts";
import type { PictureStore } from "#server/storage/pictures.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { refuseContradictions } from "./contradictions.ts";
import { LoadRefused, sayRefusal } from "./load-refused.ts";
import { loadBoxes } from "./taken-boxes.ts";
import { loadDeliveries } from "./taken-deliveries.ts";
import { beginHistory } from "./taken-history.ts";
import { TakenPictures } from "./taken-pictures.ts";
import { loadTakenStock } from "./taken-stock.ts";
import { TakenSums } from "./taken-sums.ts";
import { loadUsers, type ShiftedUser, type TakenPassword } from "./taken-users.ts";

/** Where a plan is loaded into. */
export interface EmptyArchive {
  readonly db: Database;
  readonly connection: Connection;
  readonly pictures: PictureStore;
}

export interface LoadOptions {
  /** The first day of which storage counts, `YYYY-MM-DD`; null: the day of loading. */
  readonly billFrom: string | null;
  /** By e-mail; who has none cannot sign in until a new one is set. */
  readonly passwords: ReadonlyMap<string, TakenPassword>;
  /** True where users without a password are sent a link by mail. */
  readonly invites: boolean;
  /** The digest of the folder as it is after everything was read. */
  readonly proveFolder: () => Promise<string>;
  readonly say: (text: string) => void;
}

export interface LoadResult {
  readonly sums: TakenSums;
  readonly shifted: readonly ShiftedUser[];
  /** Number of users who cannot sign in until they are given a password, or set one by the link that is mailed. */
  readonly without: number;
}

/**
 * Loads a planned archive into an empty one, in one transaction whose last step compares the sums: ended anywhere before, it has done nothing, and
 * files of pictures are swept away as those of broken-off uploads are.
 * @throws LoadRefused with a sentence where it does not
 */
export async function loadTakeover(
  archive: EmptyArchive,
  plan: TakeoverPlan,
  options: LoadOptions,
): Promise<LoadResult> {
  const { db, connection } = archive;
  if (plan.open > 0)
    throw new LoadRefused(
      `${showCount(plan.open)} Fragen sind offen. \`takeover check\` schreibt sie in questions.csv.`,
    );
  refuseFilled(await whatIsFilled(db.read));
  const pictures = new TakenPictures(db);
  try {
    await pictures.putAll(
      plan,
      archive.pictures,
      everyHundredth((done, of) => options.say(`Bilder ${showCount(done)} von ${showCount(of)}`)),
    );
    await pictures.renew();
    return await loadMuch(connection, { anew: true, say: () => undefined }, (loading) =>
      loadAll(loading, plan, pictures, options),
    );
  } catch (error) {
    await pictures.release().catch(() => undefined); // or they end by their age
    throw sayRefusal(error);
  }
}

function everyHundredth(report: (done: number, of: number) => void) {
  return (done: number, of: number) => {
    if (done === of || done % 100 === 0) report(done, of);
  };
}

function refuseFilled(rows: readonly { readonly what: string }[]): void {
  if (rows.length === 0) return;
  throw new LoadRefused(
    `Im Archiv gibt es schon ${rows.map(({ what }) => what).join(", ")}. Übernommen wird nur in ein leeres Archiv.`,
  );
}

async function loadAll(
  loading: BulkLoad,
  plan: TakeoverPlan,
  pictures: TakenPictures,
  options: LoadOptions,
): Promise<LoadResult> {
  const { billFrom, passwords, say } = options;
  refuseFilled(await whatIsFilledNow(loading));
  const sums = new TakenSums();
  const [clock] = await loading.query<{ now: string }>("select now()");
  await loadTakenStock(loading, plan, sums, clock?.now ?? "");
  const { ids, shifted, without } = await loadUsers(loading, plan, passwords, sums);
  if (options.invites) await inviteTaken(loading, without);
  await loading.query("alter table boxes disable trigger boxes_stored_in"); // these boxes took their places in the past
  await loadBoxes(loading, plan, {
    pictures,
    users: ids,
    sums,
    report: (done) => say(`Boxen ${showCount(done)} von ${showCount(pictures.boxes)}`),
  });
  await loading.query("alter table boxes enable trigger boxes_stored_in");
  sums.addDistinct(pictures.amount);
  await loading.query("analyze areas, rows, customers, users, boxes, contents, images, taken_entries");
  await loading.query(
    "insert into takeovers (address, completed, digest, last_entry) select $1, $2, $3, coalesce(max(id), 0) from taken_entries",
    [plan.address, plan.completed, plan.digest],
  );
  say("Lieferungen");
  await loadDeliveries(loading, plan, sums);
  say("Verlauf und Lagerzeiten");
  await beginHistory(loading, plan, billFrom);
  await releasePictures(loading, pictures);
  await recordTakeover(loading, plan, sums);
  await refuseContradictions(loading);
  say("Summen");
  await sums.compare(loading);
  if ((await options.proveFolder()) !== plan.digest)
    throw new LoadRefused("Der Ordner hat sich geändert, während er gelesen wurde. Nichts wurde geladen.");
  await countOn(loading);
  say("Indizes");
  return { sums, shifted, without: without.length };
}

/** Numbers that go on behind those that came. Not undone with a transaction, so last. */
async function countOn({ query }: BulkLoad): Promise<void> {
  const counters = [
    ...["areas", "rows", "customers", "users", "delivery_options", "boxes", "contents", "images", "deliveries"].map(
      (table) => [table, "id"],
    ),
    ["deliveries", "code"],
  ];
  for (const [table, column] of counters)
    await query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), last) from (select max(${column}) as last from ${table}) m where last is not null`,
    );
}

/** From here on images have the files: no sweep has taken one meanwhile. */
async function releasePictures({ query }: BulkLoad, { claims }: TakenPictures): Promise<void> {
  const released = await query("delete from picture_claims where id = any($1::bigint[]) returning id", [claims]);
  if (released.length !== claims.length)
    throw new LoadRefused("Bilder lagen zu lange, bis sie gebraucht wurden. Nichts wurde geladen; noch einmal, bitte.");
}

async function recordTakeover({ query }: BulkLoad, plan: TakeoverPlan, sums: TakenSums): Promise<void> {
  const about = `${plan.address}, Stand ${plan.completed}, Prüfsumme ${plan.digest}: ${sums.text()}`;
  await query("insert into audit (kind, meta) values ($1, jsonb_build_object('about', $2::text))", [
    AuditKind.archiveTakenOver,
    about,
  ]);
}
