import { sql } from "kysely";
import { countries, countryLine } from "#rules/countries.ts";
import type { Sql } from "#server/database/database.ts";

const lines = JSON.stringify(Object.fromEntries(countries.map((country) => [country, countryLine(country)])));

/** The last line of an address by a column of the country; empty at home. */
export const countryLineOf = (column: string): Sql => sql`coalesce(${lines}::jsonb ->> ${sql.ref(column)}, '')`;
