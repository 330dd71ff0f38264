import type { FullRoute } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { scopeText } from "#rules/access/token-scopes.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { record } from "#server/database/audit/audit.ts";
import type { ProgramToken, Scope } from "#server/database/scope.ts";
import { noteRefusedToken } from "#server/database/tokens/api-tokens.ts";
import { Refusal } from "#server/http/errors.ts";
import { isMeant, isNamedIn } from "#server/http/guards.ts";
import { actorOf } from "./compose-call.ts";
import type { Exchange } from "./exchange.ts";

type Limits = Pick<FullRoute, "scope" | "scopeWith" | "personal">;

/** Why a program with this token may not make a call, with what it sends; null where it may as far as the token goes. */
function reasonAgainst(
  { scope, scopeWith = [], personal }: Limits,
  { scopes, isService }: Pick<ProgramToken, "scopes" | "isService">,
  body: unknown,
): Reason | null {
  const isPassword = (body as { own_password?: unknown } | null | undefined)?.own_password !== undefined;
  if (scope === null || isPassword) return accessRefused.notByToken;
  if (!scopes.includes(scope)) return accessRefused.scopeMissing(scopeText[scope]);
  for (const [wanted] of scopeWith.filter(([, where]) => isNamedIn(where, body))) {
    if (wanted === null) return accessRefused.notByToken;
    if (!scopes.includes(wanted)) return accessRefused.scopeMissing(scopeText[wanted]);
  }
  return isService && isMeant(personal, body) ? accessRefused.byPersonOnly : null;
}

/** Refuses a program what its token is not good for; that it tried stands on record, once an hour. @throws 403 */
export async function limitToken(
  { context: { db }, answer: { route }, request }: Exchange,
  scope: Scope | null,
  body?: unknown,
): Promise<void> {
  if (!scope?.token || route.access === "open") return;
  const why = reasonAgainst(route, scope.token, body);
  if (why === null) return;
  const { id, isRefused } = scope.token;
  const entry = { kind: AuditKind.tokenRefused, meta: { call: `${route.method} ${route.path}` } };
  if (!isRefused)
    await db.write(async (tx) => {
      if (await noteRefusedToken(tx, id)) await record(tx, actorOf(request, scope), entry);
    });
  throw new Refusal(why);
}
