import { sql } from "kysely";
import { countryLineOf } from "#server/database/sql/country-line.ts";
import type { importErrors, importErrorsCsv, listImports } from "#contract/calls/exchange/imports.ts";
import type { Import, ImportDetail } from "#contract/schemas/exchange/imports.ts";
import type { Query } from "#contract/route.ts";
import { cellOfError, columnOfField } from "#rules/exchange/imports/corrections.ts";
import { correctionList } from "#server/database/imports/corrections.ts";
import type { RowError, RowValues } from "#rules/exchange/imports/cell-values.ts";
import { importErrorSentence } from "#rules/exchange/imports/rows-together.ts";
import { labelOf } from "#rules/exchange/imports/columns.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import { ownRows, type Scope, visibleTo } from "#server/database/scope.ts";
import type { ImportedBox } from "#rules/exchange/imports/import-state.ts";
import type { ShownName } from "#server/database/imports/imported-fields.ts";
import { json, selectList } from "#server/database/sql/json.ts";
import { notFound } from "#server/http/errors.ts";

/** Returns the query for the imports that the caller sees: a customer's user sees none of staff's, which may name places. */
const imports = (db: Reader, scope: Scope) =>
  db
    .selectFrom("imports")
    .innerJoin("customers", "customers.id", "imports.customer_id")
    .innerJoin("users", "users.id", "imports.user_id")
    .where(visibleTo(scope, "imports.customer_id"))
    .$if(!scope.isStaff, (query) =>
      query
        .where("imports.by_customer", "=", true)
        .where(
          sql<boolean>`imports.id = any(array(select i.id from ${ownRows("imports", sql`id`, scope.customerIds, sql`i`)}))`,
        ),
    );

const columns = [
  "imports.id",
  "imports.customer_id",
  "customers.code",
  "customers.name as customer_name",
  "imports.name",
  "imports.state",
  "imports.created",
  "users.first_name",
  "users.last_name",
  "total",
  "rows",
  "checked",
  "errors",
  "left_out",
  "made",
  "changed",
  "unchanged",
  "committed",
  "undone",
] as const;

type Row = Omit<Import, "customer" | "user"> & {
  customer_id: number;
  code: number;
  customer_name: string;
  first_name: string;
  last_name: string;
};

function importOf({ customer_id, code, customer_name, first_name, last_name, ...row }: Row): Import {
  return { ...row, customer: { id: customer_id, code, name: customer_name }, user: { first_name, last_name } };
}

/** Imports, the latest first. */
export async function importsOf(
  db: Reader,
  scope: Scope,
  { customer, limit = pageSize, offset = 0 }: Query<typeof listImports>,
) {
  const importQuery = imports(db, scope).$if(customer !== undefined, (query) =>
    query.where("imports.customer_id", "=", customer ?? 0),
  );
  const [rows, { count }, customers] = await Promise.all([
    importQuery
      .select(columns)
      .orderBy("imports.created", "desc")
      .orderBy("imports.id")
      .limit(limit)
      .offset(offset)
      .execute(),
    importQuery.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    importable(db, scope),
  ]);
  return { ...toPage(rows.map(importOf), count, { limit, offset }), customers };
}

/** The customers for whom a customer's user may import. */
const importable = (db: Reader, scope: Scope) =>
  db
    .selectFrom("customer_users")
    .innerJoin("customers", "customers.id", "customer_users.customer_id")
    .select(["customers.id", "code", "name"])
    .where("user_id", "=", scope.userId)
    .where("may_store", "=", true)
    .where(visibleTo(scope, "customers.id"))
    .orderBy("code")
    .execute();

/** Between which codes the boxes lie that an import made or changed; null unless it is taken over. */
const codesOfImport = sql<ImportDetail["codes"]>`(
  select ${json<NonNullable<ImportDetail["codes"]>>({ first: sql`min(b.code)`, last: sql`max(b.code)` })} from import_rows r join boxes b on b.id = r.box_id
  where r.import_id = imports.id and imports.state = 1 having count(*) > 0)`;

/** The first boxes as the plan shows them. A name that the contract does not have does not compile, for the reply would drop it. */
type PlannedPreview = Record<ShownName, unknown>[];

/** An import with its columns and its first boxes; a 404 where the caller sees no such import. */
export async function importById(db: Reader, scope: Scope, id: number): Promise<ImportDetail> {
  const row = await imports(db, scope)
    .select([
      ...columns,
      "heads",
      "amounts",
      "mapping",
      "sheet",
      "sheets",
      "head_row",
      "separator",
      "encoding",
      "hidden",
    ])
    .select(["year_end", "years", "warnings", "preview", "areas", "unknown_areas", "samples"])
    .select(
      sql<string | null>`(select max(i.committed) from imports i where i.customer_id = imports.customer_id
        and i.file_sha256 = imports.file_sha256 and i.state = 1 and i.id <> imports.id)`.as("again"),
    )
    .select(codesOfImport.as("codes"))
    .select(sql<ImportDetail["corrections"]>`${correctionList}`.as("corrections"))
    .where("imports.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { preview, again, codes, heads, amounts, mapping, sheet, sheets, year_end, years, warnings, ...more } = row;
  const { head_row, separator, encoding, hidden, samples, corrections, areas, unknown_areas: unknown, ...rest } = more;
  const columnsThen = {
    heads,
    amounts,
    samples: samples.map((some) => [...some]),
    mapping,
    sheet,
    sheets,
    year_end,
    years,
    warnings,
  };
  const unknown_areas = unknown.map((one) => ({ ...one, area: areas[one.name] ?? null }));
  const layout = { head_row, separator, encoding, hidden, corrections, unknown_areas };
  return {
    ...importOf(rest),
    ...columnsThen,
    ...layout,
    preview: preview as PlannedPreview as ImportDetail["preview"],
    codes,
    again,
  };
}

interface ErrorRow {
  readonly row: number;
  readonly error: RowError;
  readonly values: RowValues;
}

type RowFilter = NonNullable<Query<typeof importErrors>["show"]>;

const errorRow = selectList<ErrorRow>({ row: "row", error: "error", values: "values" });

/** Returns what is wrong in a list, or probably unintended, by row; `piece` where only a part is wanted. */
function errorsIn(db: Reader, id: number, show: RowFilter, piece?: { limit: number; offset: number }) {
  const severityColumn = sql.ref(show);
  return sql<ErrorRow>`
    select ${errorRow}
    from import_rows
    cross join lateral jsonb_array_elements(${severityColumn}) with ordinality e (error, n)
    where import_id = ${id}::int and ${severityColumn} <> '[]' order by row, n
    ${piece ? sql`limit ${piece.limit}::int offset ${piece.offset}::int` : sql``}`.execute(db);
}

/** Returns the rows that are left out because another one of their box is wrong. */
const otherRows = (db: Reader, id: number) =>
  sql<ErrorRow>`
  select ${selectList<ErrorRow>({ row: "row", error: sql`${JSON.stringify(otherRowWrong)}::jsonb`, values: "values" })}
  from import_rows where import_id = ${id}::int and left_out and errors = '[]' order by row`.execute(db);

const otherRowWrong: RowError = { field: null, message: "Eine andere Zeile derselben Box hat einen Fehler." };

const shownError = ({ heads, mapping }: Pick<ImportDetail, "heads" | "mapping">, { row, error, values }: ErrorRow) => {
  const { field, message } = error;
  const head = field === null ? null : heads[error.column ?? columnOfField(mapping, field)] || labelOf(field);
  const cell = cellOfError(error, values, mapping);
  return { row, column: head, message, sentence: importErrorSentence(row, error, head ?? undefined), cell };
};

/** A page of what is wrong in a list, or of what it is warned of. */
export async function errorsOf(db: Reader, scope: Scope, id: number, query: Query<typeof importErrors>) {
  const { limit = pageSize, offset = 0, show = "errors" } = query;
  const currentImport = await importById(db, scope, id);
  const { rows } = await errorsIn(db, id, show, { limit, offset });
  return toPage(
    rows.map((row) => shownError(currentImport, row)),
    currentImport[show],
    { limit, offset },
  );
}

/** Everything that is wrong in a list, or that it is warned of. */
export async function allErrors(
  db: Reader,
  scope: Scope,
  id: number,
  { show = "errors" }: Query<typeof importErrorsCsv>,
) {
  const currentImport = await importById(db, scope, id);
  const { rows } = await errorsIn(db, id, show);
  const others = show === "errors" ? (await otherRows(db, id)).rows : [];
  const all = [...rows, ...others].sort((one, other) => one.row - other.row);
  return { customer: currentImport.customer.code, rows: all.map((row) => shownError(currentImport, row)) };
}

const receiptBox = json<ImportedBox>({
  row: "r.row",
  code: sql`coalesce(b.code, d.code)`,
  made: "r.made_box",
  contents: sql`coalesce(cardinality(r.content_ids), 0)`,
});

const receiptBoxes = (id: number) => sql`
  select coalesce(json_agg(${receiptBox} order by r.row), '[]')::text from import_rows r left join boxes b on b.id = r.box_id
  left join deleted_boxes d on d.box_id = r.box_id where r.import_id = ${id}::int and r.box_id is not null`;

/** An import that did something, or a 404. */
async function committedImport(db: Reader, scope: Scope, id: number) {
  const currentImport = await importById(db, scope, id);
  if (currentImport.committed === null) throw notFound();
  return currentImport;
}

/** Returns what an import did to which box. */
export async function importedBoxes(db: Reader, scope: Scope, id: number) {
  const { customer } = await committedImport(db, scope, id);
  const { rows } = await sql<{ boxes: string }>`select (${receiptBoxes(id)}) as boxes`.execute(db);
  return { customer: customer.code, rows: JSON.parse(rows[0]?.boxes ?? "[]") as ImportedBox[] };
}

interface ReceiptRow {
  boxes: string;
  sha256: string;
  address: string[];
}

/** The same as a receipt, as JSON text for the press. */
export async function receiptOf(db: Reader, scope: Scope, id: number) {
  const currentImport = await committedImport(db, scope, id);
  const { rows } = await sql<ReceiptRow>`
    select ${selectList<ReceiptRow>({
      boxes: sql`(${receiptBoxes(id)})`,
      sha256: sql`encode(i.file_sha256, 'hex')`,
      address: sql`array_remove(array[c.address_name, c.address_street, trim(c.address_postcode || ' '
        || c.address_city), ${countryLineOf("c.address_country")}], '')`,
    })}
    from imports i join customers c on c.id = i.customer_id where i.id = ${id}::int`.execute(db);
  const { boxes = "[]", sha256 = "", address = [] } = rows[0] ?? {};
  const { name, made, changed, unchanged, left_out, committed, undone, customer } = currentImport;
  const head = {
    customer: { ...customer, address },
    file: { name, sha256 },
    made,
    changed,
    unchanged,
    left_out,
    committed,
    undone,
  };
  return { customer: customer.code, data: `${JSON.stringify(head).slice(0, -1)},"boxes":${boxes}}` };
}
