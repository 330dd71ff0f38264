/** A forbidden line, where somebody may write it, and what is said then. */
export interface Row {
  readonly forbidden: string;
  /** The file that it is written into, at its end; a new one where there is none. */
  readonly file: string;
  readonly line: string;
  /** What stands there instead of `line`'s text; without it the line is added. */
  readonly insteadOf?: string;
  /** How many files there are beside each other then, that one among them. */
  readonly among?: number;
  /** Where it is noticed, when not in that file. */
  readonly at?: string;
  /** A piece of the sentence. */
  readonly says: string;
}

/** What does not compile. */
export const types: readonly Row[] = [
  {
    forbidden: "an address that is none",
    file: "src/web/features/areas/area-address.tsx",
    line: `import { TextLink } from "#web/ui/button/links.tsx";\nexport const Areas = () => <TextLink to="/stock/aeras">Bereiche</TextLink>;`,
    says: `Type '"/stock/aeras"' is not assignable to type '"." | ".." | "/"`,
  },
  {
    forbidden: "an address without its id",
    file: "src/web/features/areas/area-without-id.tsx",
    line: `import { TextLink } from "#web/ui/button/links.tsx";\nexport const Area = () => <TextLink to="/stock/areas/$id">Bereich</TextLink>;`,
    says: "Property 'params' is missing",
  },
  {
    forbidden: "a read that writes",
    file: "src/server/features/areas/queries.ts",
    line: `export const rename = (db: Reader, _scope: Scope) => db.updateTable("areas").set({ name: "" }).execute();`,
    says: "Property 'updateTable' does not exist on type 'Reader'",
  },
  {
    forbidden: "a mutation outside of a transaction",
    file: "src/server/features/areas/routes.ts",
    line: `answer(areas.deleteArea, ({ db, id }) => deleteArea(db.read, id));`,
    says: "is not assignable to parameter of type 'Transaction",
  },
  {
    forbidden: "a query without a scope",
    file: "src/server/features/rows/routes.ts",
    line: `answer(rows.getRow, ({ db, id, origin }) => rowById(db.read, id, origin));`,
    says: "Expected 4 arguments, but got 3",
  },
  {
    forbidden: "a scope that no token stands behind",
    file: "src/server/features/customers/routes.ts",
    line: `export const staff: Parameters<typeof customerById>[1] = { userId: 1, isStaff: true, managesUsers: true, confirmed: true, initPassword: false, lacksFactor: false, customerIds: [] };`,
    says: "Property '[fromToken]' is missing",
  },
  {
    forbidden: "a document's column whose SQL is forgotten",
    file: "src/server/documents/archive-list.ts",
    insteadOf: "readonly destroyYear: number | null;",
    line: "readonly destroyYear: number | null; readonly shelf: string;",
    at: "src/server/features/lists/queries.ts",
    says: "Property 'shelf' is missing",
  },
  {
    forbidden: "JSON from SQL that does not say what it is",
    file: "src/server/features/users/queries.ts",
    line: `export const anything = json({ id: "users.id" });`,
    says: "the type of json<T>",
  },
];

/** What the lint rules refuse. */
export const imports: readonly Row[] = [
  {
    forbidden: "SQL in a route",
    file: "src/server/features/areas/routes.ts",
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
    forbidden: "SQL in a document",
    file: "src/server/documents/paper/page.ts",
    line: `import type { RawBuilder } from "kysely";\nexport type Raw = RawBuilder<string>;`,
    says: "SQL belongs in src/server/database, or in a feature's queries.ts and mutations.ts",
  },
  {
    forbidden: "the server's types in a screen",
    file: "src/web/features/areas/area-page.tsx",
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
    line: `import type { Area } from "#contract/schemas/areas.ts";\nexport type Shown = Area;`,
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
    file: "src/web/features/rows/row-page.tsx",
    line: `export type { router } from "#web/routes.tsx";`,
    says: "A screen is joined to others in src/web/routes.tsx",
  },
  {
    forbidden: "another feature's queries",
    file: "src/server/features/rows/queries.ts",
    line: `export { areaById } from "#server/features/areas/queries.ts";`,
    says: "A feature takes another feature's mutations.ts and nothing else of it",
  },
  {
    forbidden: "a feature's mutations in the list of features",
    file: "src/server/features/all.ts",
    line: `export { createArea } from "#server/features/areas/mutations.ts";`,
    says: "all.ts lists the features' routes and nothing else of them",
  },
  {
    forbidden: "a noun in the database",
    file: "src/server/database/positions.ts",
    line: `export { areaById } from "#server/features/areas/queries.ts";`,
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

/** What the check of the files refuses: a row at least for each wall of tools/walls.mjs. */
export const texts: readonly Row[] = [
  {
    forbidden: "a query without a scope",
    file: "src/server/features/areas/queries.ts",
    line: `export async function everyArea(db: Reader) {\n  return db.selectFrom("areas").selectAll().execute();\n}`,
    says: "a query begins with (db: Reader, scope: Scope, …)",
  },
  {
    forbidden: "something else among the queries",
    file: "src/server/features/rows/queries.ts",
    line: `export const most = 30;`,
    says: "a query begins with (db: Reader, scope: Scope, …)",
  },
  {
    forbidden: "a forged scope",
    file: "src/server/features/users/routes.ts",
    line: `export const everybody = { isStaff: true } as unknown as Scope;`,
    says: "A Scope is made from a living token",
  },
  {
    forbidden: "a look into zod's insides",
    file: "src/server/http/typed-body.ts",
    line: `export const typeOf = (schema: z.ZodMiniType) => schema._zod.def.type;`,
    says: "What zod keeps within a schema",
  },
  {
    forbidden: "a bare connection in a feature",
    file: "src/server/features/users/mutations.ts",
    line: `export const bare = (db: Database) => db.pools.writing.query("select 1");`,
    says: "Bare connections are for proofs and tests",
  },
  {
    forbidden: "SQL without an import",
    file: "src/server/http/metrics.ts",
    line: `export const boxes = ({ db }: House) => db.read.selectFrom("boxes").select("id").execute();`,
    says: "SQL belongs in a feature's queries.ts and mutations.ts",
  },
  {
    forbidden: "a compared sentence",
    file: "src/web/features/areas/area-form.ts",
    line: `export const isOld = (error: Error) => error.message === "Das alte Passwort stimmt nicht.";`,
    says: "a refusal is told from another by its code",
  },
  {
    forbidden: "the beginning of a sentence",
    file: "src/web/features/users/user-form.ts",
    line: `export const isTaken = ({ message }: Error) => message?.startsWith("Platz ist belegt");`,
    says: "a refusal is told from another by its code",
  },
  {
    forbidden: "a field's compared sentence",
    file: "src/cli/command.ts",
    line: `export const isLast = (said: string) => said === refused.lastStaff.message;`,
    says: "a refusal is told from another by its code",
  },
  {
    forbidden: "JSON from SQL by hand",
    file: "src/server/features/lists/queries.ts",
    line: `const byHand = "select json_build_object('code', code) from boxes";`,
    says: "JSON from SQL is built by json<T>({ … })",
  },
  {
    forbidden: "the clock in a rule",
    file: "src/rules/dates.ts",
    line: `export const today = () => berlinDay(new Date());`,
    says: "rules/ is true at any time",
  },
  {
    forbidden: "the time of day in a mutation",
    file: "src/server/features/boxes/mutations.ts",
    line: `export const at = () => Date.now();`,
    says: "The server's clock is `now` of the call",
  },
  {
    forbidden: "the zone of whoever reads in a rule",
    file: "src/rules/delivery-date.ts",
    line: `export const hourOf = (instant: Date) => instant.getHours();`,
    says: "The zone of the computer that it runs on",
  },
  {
    forbidden: "a format that knows no zone",
    file: "src/server/documents/amounts.ts",
    line: `export const day = new Intl.DateTimeFormat("de-DE", { dateStyle: "short" });`,
    says: "The zone of the computer that it runs on",
  },
  {
    forbidden: "the business zone once more",
    file: "src/server/features/orders/mutations.ts",
    line: `const berlin = "select now() at time zone 'Europe/Berlin'";`,
    says: "The business zone has one home",
  },
  {
    forbidden: "a colour of its own",
    file: "src/web/features/areas/area-page.tsx",
    line: `export const red = { color: "#c00" };`,
    says: "Colours are tokens of src/web/app.css",
  },
  {
    forbidden: "a colour of the palette",
    file: "src/web/ui/page/badge.tsx",
    line: `export const blue = "bg-blue-500";`,
    says: "Colours are tokens of src/web/app.css",
  },
  {
    forbidden: "a browser's own date field",
    file: "src/web/features/boxes/box-facts.tsx",
    line: `export const Day = () => <input type="date" />;`,
    says: "use DateInput of src/web/ui/form/date-input.tsx",
  },
  {
    forbidden: "a call past the calls",
    file: "src/web/features/rows/row-list-page.tsx",
    line: `export const rows = () => fetch("/api/v1/rows/");`,
    says: "A call goes by src/web/api, a scan by src/web/outbox",
  },
  {
    forbidden: "a store of its own",
    file: "src/web/features/areas/area-list-page.tsx",
    line: `export const last = () => window.localStorage.getItem("area");`,
    says: "What must outlive a reload is kept by src/web/storage",
  },
  {
    forbidden: "a screen in another screen",
    file: "src/web/features/rows/row-list-page.tsx",
    line: `import type AreaPage from "#web/features/areas/area-page.tsx";\nexport type Other = typeof AreaPage;`,
    says: "Screens of different features do not import each other",
  },
  {
    forbidden: "a schema in the web's first load",
    file: "src/web/features/areas/area-names.ts",
    line: `import { Area } from "#contract/schemas/areas.ts";\nexport const isArea = (value: unknown) => Area.safeParse(value).success;`,
    says: "Schemas are loaded by the server",
  },
  {
    forbidden: "a link that no router knows",
    file: "src/web/features/areas/area-link.tsx",
    line: `export const Areas = () => (\n  <a\n    className="text-link"\n    href="/stock/areas"\n  >\n    Bereiche\n  </a>\n);`,
    says: "A screen is linked by TextLink",
  },
  {
    forbidden: "a contract file that is not listed",
    file: "src/contract/calls/forgotten.ts",
    line: `export {};`,
    says: "is not in src/contract/all.ts",
  },
  {
    forbidden: "a feature that is not listed",
    file: "src/server/features/forgotten/routes.ts",
    line: `export const forgottenRoutes = [];`,
    says: "is not in src/server/features/all.ts",
  },
  {
    forbidden: "another kind of file in a feature",
    file: "src/server/features/areas/area-names.ts",
    line: `export {};`,
    says: "is none of routes, queries, mutations",
  },
  {
    forbidden: "a name that stands for two things",
    file: "src/web/features/users/box-list-page.tsx",
    line: `export {};`,
    says: "has the name of src/web/features/boxes/box-list-page.tsx",
  },
  {
    forbidden: "a heap of files",
    file: "src/web/ui/heap/file.ts",
    line: `export {};`,
    at: "src/web/ui/heap/",
    says: "has 31 files side by side",
    among: 31,
  },
  {
    forbidden: "a package whose content nothing vouches for",
    file: "package-lock.json",
    insteadOf: `"packages": {`,
    line: `"packages": {"node_modules/loose":{"version":"1.0.0"},`,
    says: "node_modules/loose has no hash",
  },
];
