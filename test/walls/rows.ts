/** A forbidden line, where somebody may write it, and what is said then. */
export interface Row {
  readonly forbidden: string;
  /** The file that it is written into, at its end; a new one where there is none. */
  readonly file: string;
  readonly line: string;
  /** Text that stands there instead of the text of `line`; without it the line is added. */
  readonly insteadOf?: string;
  /** Number of files that are beside each other then, that one among them. */
  readonly among?: number;
  /** Where it is noticed, when not in that file. */
  readonly at?: string;
  /** A piece of the sentence. */
  readonly says: string;
}

/** Code that does not compile. */
export const types: readonly Row[] = [
  {
    forbidden: "an address that is none",
    file: "src/web/features/stock/areas/area-address.tsx",
    line: `import { TextLink } from "#web/ui/button/links.tsx";\nexport const Areas = () => <TextLink to="/stock/aeras">Bereiche</TextLink>;`,
    says: `Type '"/stock/aeras"' is not assignable to type '"." | ".." | "/"`,
  },
  {
    forbidden: "a screen without a title",
    file: "src/web/shell/untitled.ts",
    line: `import type { Screen } from "#web/routes.ts";\nexport const untitled = { path: "/x", access: "user", page: () => import("./later-parts.tsx").then(({ UserMenu }) => ({ default: () => UserMenu.name })) } satisfies Screen;`,
    says: "Property 'title' is missing",
  },
  {
    forbidden: "an address without its id",
    file: "src/web/features/stock/areas/area-without-id.tsx",
    line: `import { TextLink } from "#web/ui/button/links.tsx";\nexport const Area = () => <TextLink to="/stock/areas/$id">Bereich</TextLink>;`,
    says: "Property 'params' is missing",
  },
  {
    forbidden: "a read that writes",
    file: "src/server/features/stock/areas/queries.ts",
    line: `export const rename = (db: Reader, _scope: Scope) => db.updateTable("areas").set({ name: "" }).execute();`,
    says: "Property 'updateTable' does not exist on type 'Reader'",
  },
  {
    forbidden: "a delete through a reader",
    file: "src/server/features/stock/rows/queries.ts",
    line: `export const drop = (db: Reader, _scope: Scope) => db.deleteFrom("rows").execute();`,
    says: "Property 'deleteFrom' does not exist on type 'Reader'",
  },
  {
    forbidden: "an insert through a reader",
    file: "src/server/features/search/views/queries.ts",
    line: `export const note = (db: Reader, _scope: Scope) => db.insertInto("areas").values({ name: "" }).execute();`,
    says: "Property 'insertInto' does not exist on type 'Reader'",
  },
  {
    forbidden: "a value that is pasted into SQL",
    file: "src/server/features/paper/labels/queries.ts",
    line: "export const named = (db: Reader, _scope: Scope, name: string) => db.list('named', `select id from areas where name = '${name}'`);",
    says: "Argument of type 'string' is not assignable to parameter of type 'Sql<",
  },
  {
    forbidden: "a value that is pasted into a copy",
    file: "src/server/features/exchange/exports/queries.ts",
    line: "export const copied = (db: Snapshot, _scope: Scope, name: string) => db.copy(`select id from areas where name = '${name}'`);",
    says: "Argument of type 'string' is not assignable to parameter of type 'Sql'",
  },
  {
    forbidden: "a text as a piece of SQL",
    file: "src/server/database/list-data.ts",
    line: "export const named = (name: string) => metres(`size + ${name}`);",
    says: "Argument of type 'string' is not assignable to parameter of type 'Sql'",
  },
  {
    forbidden: "a handler that chooses who reads",
    file: "src/server/features/stock/hall-map/routes.ts",
    line: `routeHandler(areas.mapOfArea, ({ db }) => db.standbys?.readerFor(0n, 1) as never);`,
    says: "Property 'standbys' does not exist on type 'Reads'",
  },
  {
    forbidden: "a mutation outside of a transaction",
    file: "src/server/features/stock/areas/routes.ts",
    line: `routeHandler(areas.deleteArea, ({ db, id }) => deleteArea(db.read, id));`,
    says: "is not assignable to parameter of type 'Transaction",
  },
  {
    forbidden: "a query without a scope",
    file: "src/server/features/stock/rows/routes.ts",
    line: `routeHandler(rows.getRow, ({ db, id, origin }) => findRow(db.read, id, origin));`,
    says: "Expected 4 arguments, but got 3",
  },
  {
    forbidden: "a scope that no token stands behind",
    file: "src/server/features/customers/customers/routes.ts",
    line: `export const staff: Parameters<typeof customerById>[1] = { userId: 1, isStaff: true, managesUsers: true, confirmed: true, confirmedToday: true, initPassword: false, lacksFactor: false, customerIds: [], department: null, token: null };`,
    says: "Property '[fromToken]' is missing",
  },
  {
    forbidden: "a document's column whose SQL is forgotten",
    file: "src/server/documents/lists/archive-list.ts",
    insteadOf: "readonly destroyYear: number | null;",
    line: "readonly destroyYear: number | null; readonly shelf: string;",
    at: "src/server/features/paper/lists/queries.ts",
    says: "Property 'shelf' is missing",
  },
  {
    forbidden: "a field of a customer that the spreadsheet forgets",
    file: "src/contract/schemas/customers/customers.ts",
    insteadOf: "count_deliveryoptions: count,",
    line: "count_deliveryoptions: count,\n  vat_id: z.string(),",
    at: "src/contract/sheets/customers.ts",
    says: "Property 'vat_id' is missing",
  },
  {
    forbidden: "a field of a box that the spreadsheet forgets",
    file: "src/contract/schemas/stock/boxes.ts",
    insteadOf: "image_count: count,",
    line: "image_count: count,\n  colour: z.string(),",
    at: "src/contract/sheets/boxes.ts",
    says: "Property 'colour' is missing",
  },
  {
    forbidden: "a text of a customer, a box or a content that the search forgets",
    file: "src/server/database/tables.ts",
    insteadOf: "address_street: Generated<string>;",
    line: "address_street: Generated<string>;\n    vat_id: Generated<string>;",
    at: "src/server/database/search/searched-texts.ts",
    says: "Property 'vat_id' is missing",
  },
  {
    forbidden: "JSON from SQL that does not say what it is",
    file: "src/server/features/access/users/queries.ts",
    line: `export const anything = json({ id: "users.id" });`,
    says: "the type of json<T>",
  },
];

/** Code that the lint rules refuse. */
export const imports: readonly Row[] = [
  {
    forbidden: "SQL in a route",
    file: "src/server/features/stock/areas/routes.ts",
    line: `export { sql } from "kysely";`,
    says: "SQL belongs in src/server/database, or in a feature's queries.ts and mutations.ts",
  },
  {
    forbidden: "a connection at the door",
    file: "src/server/http/csrf.ts",
    line: `import type { PoolClient } from "pg";\nexport type Client = PoolClient;`,
    says: "SQL belongs in src/server/database, or in a feature's queries.ts and mutations.ts",
  },
  {
    forbidden: "a context that loads what it names",
    file: "src/server/http/app-context.ts",
    line: `export { PdfWorkers } from "#server/documents/pdf-workers.ts";`,
    says: "app-context.ts names the types of what a process lends to every call",
  },
  {
    forbidden: "a bare connection in a query",
    file: "src/server/features/stock/areas/queries.ts",
    line: `export { Client } from "pg";`,
    says: "A bare connection takes SQL of text",
  },
  {
    forbidden: "SQL in a document",
    file: "src/server/documents/paper/page.ts",
    line: `import type { RawBuilder } from "kysely";\nexport type Raw = RawBuilder<string>;`,
    says: "SQL belongs in src/server/database, or in a feature's queries.ts and mutations.ts",
  },
  {
    forbidden: "the server's types in a screen",
    file: "src/web/features/stock/areas/area-page.tsx",
    line: `import type { Scope } from "#server/database/scope.ts";\nexport type Asker = Scope;`,
    says: "The web knows the server by its contract only",
  },
  {
    forbidden: "the server in a widget",
    file: "src/web/ui/store.ts",
    line: `export { pickSent } from "#server/database/sent-fields.ts";`,
    says: "The web knows the server by its contract only",
  },
  {
    forbidden: "a circle of types",
    file: "src/web/ui/table/column.ts",
    line: `import type { DataTableProps } from "./data-table.tsx";\nexport type Props = DataTableProps<string>;`,
    says: "cycle",
  },
  {
    forbidden: "the contract in a widget",
    file: "src/web/ui/page/badge.tsx",
    line: `import type { Area } from "#contract/schemas/stock/areas.ts";\nexport type Shown = Area;`,
    says: "ui/ is free of the domain",
  },
  {
    forbidden: "what the desk loads on the phone",
    file: "src/web/aisle/stale.tsx",
    line: `export { useQuery } from "@tanstack/react-query";`,
    says: "they are read between shelves",
  },
  {
    forbidden: "the composed screens in a screen",
    file: "src/web/features/stock/rows/row-page.tsx",
    line: `export type { router } from "#web/router.tsx";`,
    says: "A screen is joined to others in src/web/routes.ts",
  },
  {
    forbidden: "another feature's queries",
    file: "src/server/features/stock/rows/queries.ts",
    line: `export { areaById } from "#server/features/stock/areas/queries.ts";`,
    says: "A feature takes another feature's mutations.ts and nothing else of it",
  },
  {
    forbidden: "a feature's mutations in the list of features",
    file: "src/server/features/all.ts",
    line: `export { createArea } from "#server/features/stock/areas/mutations.ts";`,
    says: "all.ts lists the features' routes and nothing else of them",
  },
  {
    forbidden: "a noun in the database",
    file: "src/server/database/positions.ts",
    line: `export { areaById } from "#server/features/stock/areas/queries.ts";`,
    says: "database/ imports rules and database only",
  },
  {
    forbidden: "the product in the PostgreSQL that comes along",
    file: "src/server/postgres/settings.ts",
    line: `export { migrate } from "#server/database/migrate.ts";`,
    says: "postgres/ is the PostgreSQL that comes along",
  },
  {
    forbidden: "a library in a rule",
    file: "src/rules/money.ts",
    line: `export * as z from "zod/mini";`,
    says: "rules/ is true without a computer",
  },
];
