import { sql } from "kysely";
import type { ApiToken } from "#contract/schemas/access/tokens.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { notFound } from "#server/http/errors.ts";

const customer = json<NonNullable<ApiToken["customer"]>>({ id: "c.id", code: "c.code", name: "c.name" });
const creator = json<NonNullable<ApiToken["by"]>>({ id: "b.id", first_name: "b.first_name", last_name: "b.last_name" });

const apiToken = selectList<ApiToken>({
  ...fromTable("t", "id", "name", "prefix", "scopes", "created", "expires", "last_used", "last_address"),
  customer: sql`case when c.id is not null then ${customer} end`,
  by: sql`case when b.id is not null then ${creator} end`,
  is_expired: sql`t.expires <= now()`,
});

/** A user's tokens that nobody has ended, the newest first; one for a customer whom the caller does not see any more reaches nothing. */
async function tokensOf(db: Reader, scope: Scope, userId: number): Promise<ApiToken[]> {
  const { rows } = await sql<ApiToken>`
    select ${apiToken}
    from api_tokens t
    left join customers c on c.id = t.customer_id and ${visibleTo(scope, "t.customer_id")}
    left join users b on b.id = t.created_by and b.id <> t.user_id
    where t.user_id = ${userId}::bigint and t.ended is null and (t.customer_id is null or c.id is not null)
    order by t.created desc, t.id`.execute(db);
  return rows;
}

/** The tokens of a user as a page; customers' users ask of themselves alone. @throws 404 where there is no such user */
export async function listOfTokens(db: Reader, scope: Scope, userId: number) {
  const tokens = await tokensOf(db, scope, userId);
  if (tokens.length === 0 && !(await isThere(db, userId))) throw notFound();
  return toPage(tokens, tokens.length, { limit: Math.max(tokens.length, 1), offset: 0 });
}

const isThere = (db: Reader, userId: number) =>
  db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();

/** A token that was just made. */
export async function tokenById(db: Reader, scope: Scope, userId: number, id: number): Promise<ApiToken> {
  const token = (await tokensOf(db, scope, userId)).find((each) => each.id === id);
  if (!token) throw notFound();
  return token;
}
