import { sql } from "kysely";
import type { createToken as CreateToken } from "#contract/calls/access/tokens.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { longestTerm, mostTokens, showScopes, showToken } from "#rules/access/token-scopes.ts";
import { addDays, berlinDay, businessZone, showDate } from "#rules/dates.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { newApiToken } from "#server/http/token-text.ts";
import { selectList } from "#server/database/sql/json.ts";

/** Facts about a new token, and its owner. */
interface TokenRequest extends Body<typeof CreateToken> {
  readonly owner: number;
}

/** A token that was just made, in plain this once. */
interface MadeToken {
  readonly id: number;
  readonly plain: string;
}

/** Makes a token of a user. @throws a 400 by field, and where the user has too many */
export async function createToken(
  tx: Transaction,
  actor: Actor,
  { owner, name, scopes, expires, customer = null }: TokenRequest,
  now: Date,
): Promise<MadeToken> {
  const today = berlinDay(now);
  const last = addDays(today, longestTerm);
  if (expires < today || expires > last) throw badInput({ expires: [accessRefused.tokenTerm(showDate(last))] });
  await sql`select from users where id = ${owner}::bigint for no key update`.execute(tx); // of two at once the second counts the first
  const { count } = await tx
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", owner)
    .where("ended", "is", null)
    .where("expires", ">", sql<string>`now()`)
    .executeTakeFirstOrThrow();
  if (count >= mostTokens) throw refuse(accessRefused.tooManyTokens);
  const { plain, prefix, hash } = newApiToken();
  const ends = sql<string>`(${expires}::date + 1)::timestamp at time zone ${businessZone}::text`;
  const { id } = await tx
    .insertInto("api_tokens")
    .values({
      hash,
      prefix,
      name,
      user_id: owner,
      scopes: [...scopes],
      customer_id: customer,
      created_by: actor.userId,
      expires: ends,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const meta = { about: showToken(name, prefix), scopes: showScopes(scopes) };
  await record(tx, actor, { kind: AuditKind.tokenCreated, object: ["user", owner], meta });
  return { id, plain };
}

/** Makes a token of whoever asks; that of staff is for every customer. @throws as `createToken`, and where the customer is not theirs */
export async function createOwnToken(
  tx: Transaction,
  { actor, scope, now }: { readonly actor: Actor; readonly scope: Scope; readonly now: Date },
  body: Body<typeof CreateToken>,
): Promise<MadeToken> {
  const { customer } = body;
  if (typeof customer === "number") {
    if (scope.isStaff) throw badInput({ customer: [accessRefused.tokenForAll] });
    if (!scope.customerIds.includes(customer)) throw badInput({ customer: [refused.unknownCustomer] });
  }
  return createToken(tx, actor, { ...body, owner: scope.userId }, now);
}

/** Refuses to make a token of a person, who makes it themselves. @throws 404, or a 400 */
export async function expectService(tx: Transaction, id: number): Promise<void> {
  const user = await tx.selectFrom("users").select("service").where("id", "=", id).forShare().executeTakeFirst();
  if (!user) throw notFound();
  if (!user.service) throw refuse(accessRefused.tokenOfPerson);
}

interface EndedToken {
  user_id: number;
  name: string;
  prefix: string;
}

const endedToken = selectList<EndedToken>({ user_id: "user_id", name: "name", prefix: "prefix" });

/** Ends a token: one of whoever asks, or anybody's where they manage users. @throws 404 */
export async function endToken(tx: Transaction, actor: Actor, scope: Scope, id: number): Promise<void> {
  const { rows } = await sql<EndedToken>`
    update api_tokens set ended = now()
    where id = ${id}::int and ended is null and (user_id = ${scope.userId}::bigint or ${scope.managesUsers})
    returning ${endedToken}`.execute(tx);
  const [token] = rows;
  if (!token) throw notFound();
  const meta = { about: showToken(token.name, token.prefix) };
  await record(tx, actor, { kind: AuditKind.tokenEnded, object: ["user", token.user_id], meta });
}
