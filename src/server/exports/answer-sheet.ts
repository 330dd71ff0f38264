import type { Query, Reply, Route, Shapes } from "#contract/route.ts";
import { pageEntry } from "#contract/schema-walk.ts";
import { fullRoute } from "#contract/all.ts";
import { AuditKind, type NewAuditEntry } from "#rules/access/audit/audit.ts";
import { csvLine, csvStart } from "#rules/lists/csv.ts";
import { columnsFor, csvLines, type Sheet, type SheetColumn } from "#rules/lists/sheet.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Config } from "#server/config.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { Spool, spoolFile, zipOf } from "#server/documents/sheets/spool.ts";
import { xlsxFiles } from "#server/documents/sheets/xlsx.ts";
import { routeHandler, type RouteHandler, type Call } from "#server/http/answers.ts";
import { callerLine } from "#server/http/waiting/caller-line.ts";
import { shapeFor, shapesOf } from "#server/http/call/ready-answer.ts";
import { refuse } from "#server/http/errors.ts";

type ListRoute = Route<Shapes & { readonly reply: object }>;
type RowOf<L extends Route> = Reply<L> extends { results: (infer Row)[] } ? Row : never;
type SheetRoute = Route<Shapes & { readonly reply: `${string}/${string}` }>;
interface SheetRequest {
  readonly format: "xlsx" | "csv";
  readonly plain: boolean;
}

/** A spreadsheet: its caller, its rows and the moment that they are read at. */
interface SheetPlan<R extends Route> {
  readonly db: Reader;
  readonly scope: Scope;
  /** The number in the path. */
  readonly id: number;
  readonly query: Query<R>;
  readonly now: Date;
  readonly config: Pick<Config, "provider">;
}

interface SheetAnswer<R extends SheetRoute, L extends ListRoute> {
  /** The list that it is of, whose reply says what its callers may see. */
  readonly of: L;
  readonly sheet: Sheet<RowOf<L>>;
  /** Every row that the filters let through, in order, piece by piece. */
  readonly rows: (wanted: SheetPlan<R>) => AsyncIterable<readonly RowOf<L>[]>;
  /** Returns whose things are asked for, where they are one customer's. */
  readonly about?: (query: Query<R>) => Pick<NewAuditEntry, "customer" | "box">;
}

/** The list is counted, and gone through from its beginning, for each piece: few large ones. */
const rowsAtOnce = 5000;

/**
 * The pieces of a list that is read page by page, each while the one before is written; in a snapshot no entry is left out and none comes
 * twice.
 */
export async function* everyPage<Row>(
  list: (piece: { limit: number; offset: number }) => Promise<{ count: number; results: readonly Row[] }>,
): AsyncGenerator<readonly Row[]> {
  const ask = (offset: number) => {
    const piece = list({ limit: rowsAtOnce, offset });
    piece.catch(() => undefined); // heard where it is awaited
    return piece;
  };
  let next = ask(0);
  try {
    for (let offset = rowsAtOnce; ; offset += rowsAtOnce) {
      const { count, results } = await next;
      refuseMoreThan(count);
      if (offset < count) next = ask(offset);
      if (results.length > 0) yield results;
      if (offset >= count) return;
    }
  } finally {
    await next.catch(() => undefined); // nothing of it is read any more, and nothing of it outlives the snapshot
  }
}

/** @throws a 400 where a list is longer than a spreadsheet may be */
export function refuseMoreThan(rows: number): void {
  if (rows > maxSheetRows) throw refuse(refused.sheetTooLong(maxSheetRows));
}

/**
 * Answers a list as a file: what the list's own query finds, as its reply's contract lets this caller see it, in one snapshot (decision 75).
 */
export function answerSheet<R extends SheetRoute, L extends ListRoute>(
  route: R,
  made: SheetAnswer<R, L>,
): RouteHandler {
  const { reply } = fullRoute(made.of);
  const shapes = shapesOf({ reply: typeof reply === "object" && reply !== null ? pageEntry(reply) : null });
  return routeHandler(route, (async (call: Call<SheetRoute>) => {
    const { db, scope, id, exports, config, now, gone, record } = call;
    const query = call.query as Query<R> & SheetRequest;
    const shape = shapeFor(shapes, scope);
    const columns = columnsFor(made.sheet, scope.isStaff);
    let amount = 0;
    const countReads = async function* (reader: Reader) {
      for await (const rows of made.rows({ db: reader, scope, id, query, now: now(), config })) {
        gone.throwIfAborted();
        refuseMoreThan((amount += rows.length));
        yield shape(rows) as RowOf<L>[];
      }
    };
    const bytes = await exports(callerLine(scope), () =>
      spoolFile(config.dataDir, async (spool) => {
        const file = await db.snapshot((reader) =>
          fileOf(spool, { ...query, columns, name: made.sheet.name }, countReads(reader)),
        );
        const meta = { export: made.sheet.key, amount };
        await record({ kind: AuditKind.exportMade, ...made.about?.(query), meta });
        return file(now().toISOString());
      }),
    );
    return { type: sheetTypes[query.format], name: `${config.filePrefix}-${made.sheet.name}.${query.format}`, bytes };
  }) as never);
}

interface ReadSheet<Row> {
  readonly customer: number | undefined;
  readonly rows: readonly Row[];
  readonly format: SheetRequest["format"];
  readonly plain?: boolean;
}

/** Answers rows that are read already as a file; `customer` where they are one customer's. */
export async function sheetOf<Row>(
  { exports, scope, config, now, record }: Pick<Call<SheetRoute>, "exports" | "scope" | "config" | "now" | "record">,
  { key, name, columns }: Sheet<Row>,
  { customer, rows, format, plain = false }: ReadSheet<Row>,
) {
  const bytes = await exports(callerLine(scope), () =>
    spoolFile(config.dataDir, async (spool) => {
      const file = await fileOf(spool, { format, plain, name, columns }, [rows]);
      await record({ kind: AuditKind.exportMade, customer, meta: { export: key, amount: rows.length } });
      return file(now().toISOString());
    }),
  );
  return { type: sheetTypes[format], name: `${config.filePrefix}-${name}.${format}`, bytes };
}

const sheetTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

type Pieces<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

interface SheetResult<Row> extends SheetRequest {
  readonly name: string;
  readonly columns: readonly SheetColumn<Row>[];
}

/** Puts a file aside; what it answers hands it out. */
async function fileOf<Row>(spool: Spool, made: SheetResult<Row>, rows: Pieces<Row>) {
  const { format, plain, name, columns } = made;
  if (format === "csv") {
    const file = await spool.addPlain(csvOf(columns, rows, plain));
    return () => file;
  }
  const files: Awaited<ReturnType<Spool["add"]>>[] = [];
  for (const [path, pieces] of xlsxFiles(name, columns, rows)) files.push(await spool.add(path, pieces));
  return (created: string) => zipOf(files, created);
}

async function* csvOf<Row>(
  columns: readonly SheetColumn<Row>[],
  pieces: Pieces<Row>,
  plain: boolean,
): AsyncGenerator<string> {
  yield csvStart + csvLine(columns.map(({ head }) => head));
  for await (const rows of pieces) yield csvLines(columns, rows, plain);
}
