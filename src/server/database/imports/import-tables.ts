import type { ColumnType, Generated } from "kysely";
import type { ImportField } from "#rules/exchange/imports/columns.ts";
import type { Encoding } from "#rules/exchange/imports/layout.ts";
import type { ImportState } from "#rules/exchange/imports/import-state.ts";

/** A name in a list that no area has, and the area that is probably meant. */
interface UnknownArea {
  readonly name: string;
  readonly suggestion: { readonly id: number; readonly name: string } | null;
}

/** A correction of a cell, with the text of the file and who made it when. */
interface KeptCorrection {
  readonly row: number;
  readonly column: number;
  readonly from: string;
  readonly text: string;
  readonly user: number;
  readonly created: string;
}

/** The tables of box lists that were sent in, as `tables.ts`. */
export interface ImportTables {
  imports: {
    id: Generated<number>;
    customer_id: number;
    user_id: number;
    by_customer: boolean;
    name: string;
    file: Buffer | null;
    file_sha256: Buffer;
    heads: string[];
    mapping: (ImportField | null)[];
    amounts: Generated<boolean[]>;
    samples: ColumnType<readonly (readonly string[])[], string | undefined, string>;
    corrections: ColumnType<readonly KeptCorrection[], string | undefined, string>;
    left_out: Generated<number>;
    sheet: string | null;
    sheets: Generated<string[]>;
    head_row: number | null;
    separator: string | null;
    encoding: Encoding | null;
    hidden: Generated<number>;
    areas: ColumnType<Readonly<Record<string, number>>, string | undefined, string>;
    unknown_areas: ColumnType<readonly UnknownArea[], string | undefined, string>;
    year_end: Generated<boolean>;
    years: Generated<number>;
    warnings: Generated<number>;
    plan: string[] | null;
    state: Generated<ImportState>;
    run: Generated<number>;
    total: number;
    rows: Generated<number>;
    errors: Generated<number>;
    made: Generated<number>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    preview: ColumnType<unknown, string | undefined, string>;
    checked: string | null;
    committed: string | null;
    committed_by: number | null;
    undone: string | null;
    undone_by: number | null;
    created: Generated<string>;
  };
  import_rows: {
    import_id: number;
    row: number;
    values: unknown;
    errors: ColumnType<unknown, string | undefined, string>;
    warnings: ColumnType<unknown, string | undefined, string>;
    left_out: Generated<boolean>;
    box_id: number | null;
    made_box: boolean | null;
    content_ids: number[] | null;
    history_from: number | null;
    history_to: number | null;
    before: unknown;
  };
}
