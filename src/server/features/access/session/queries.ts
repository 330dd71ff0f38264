import { sql } from "kysely";
import type { Session } from "#contract/schemas/access/sessions.ts";
import { deviceOf } from "#rules/access/device.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { livingTokens, type SessionRules } from "#server/database/tokens/tokens.ts";
import { notFound } from "#server/http/errors.ts";
import { tokenHash } from "#server/http/session.ts";
import { selectList } from "#server/database/sql/json.ts";

const most = 100; // a program that signs in for every call fills no screen

type Row = Omit<Session, "device"> & { readonly agent: string; readonly count: number };

interface SessionRequest {
  readonly userId: number;
  readonly token: string;
  readonly rules: SessionRules;
}

/**
 * Where a user is signed in, the session of this token first; customer users ask of themselves alone.
 * @throws 404 where there is no such user
 */
export async function listOfSessions(db: Reader, scope: Scope, { userId, token, rules }: SessionRequest) {
  if (!scope.isStaff && userId !== scope.userId) throw notFound();
  const { rows } = await sql<Row>`
    select ${selectList<Row>({
      id: "id",
      created: "created",
      used: "used",
      address: "address",
      agent: "agent",
      is_new: "is_new",
      current: sql`hash = ${tokenHash(token)}`,
      count: sql`count(*) over ()`,
    })}
    from ${livingTokens(userId, rules)}
    order by hash = ${tokenHash(token)} desc, used desc, id limit ${most}`.execute(db);
  if (rows.length === 0 && !(await isThere(db, userId))) throw notFound();
  const sessions = rows.map(({ agent, count: _count, ...session }) => ({ ...session, device: deviceOf(agent) }));
  return toPage(sessions, rows[0]?.count ?? 0, { limit: most, offset: 0 });
}

const isThere = (db: Reader, userId: number) =>
  db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
