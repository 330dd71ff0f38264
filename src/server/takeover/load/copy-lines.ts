import type { BulkLoad } from "#server/database/sql/load-much.ts";

const escaped: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A value in COPY's text format. */
type CopyValue = string | number | boolean | null | undefined;

const field = (value: CopyValue) =>
  value === null || value === undefined
    ? "\\N"
    : String(value).replaceAll(/[\\\t\n\r]/g, (sign) => escaped[sign] ?? sign);

/** Rows for several tables, which are written when enough of them have come together. */
export class CopyLines<Table extends string> {
  readonly #loading: BulkLoad;
  readonly #columns: Readonly<Record<Table, string>>;
  readonly #lines: Map<Table, string[]>;

  /** `columns` names the columns of each table, in the order in which the tables are written. */
  constructor(loading: BulkLoad, columns: Readonly<Record<Table, string>>) {
    this.#loading = loading;
    this.#columns = columns;
    this.#lines = new Map((Object.keys(columns) as Table[]).map((table) => [table, []]));
  }

  add(table: Table, ...values: readonly CopyValue[]): void {
    this.#lines.get(table)?.push(`${values.map(field).join("\t")}\n`);
  }

  async write(): Promise<void> {
    for (const [table, lines] of this.#lines) {
      await this.#loading.copy(table, this.#columns[table], [Buffer.from(lines.join(""))]);
      lines.length = 0;
    }
  }
}
