import * as refused from "#rules/texts/refusal-texts.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import type { Reader } from "#server/database/database.ts";
import type { RouteHandler } from "#server/http/answers.ts";
import { forbidden, Refusal, refuse } from "#server/http/errors.ts";
import { isApiToken, isWholeToken } from "#server/http/token-text.ts";
import type { Caller } from "./caller.ts";

/** A token that is no token is distinguished from one that is good for nothing by its letters, which asks nobody. */
function refusalOf(token: string | null): Refusal {
  if (token === null || !isApiToken(token)) return forbidden("signed_out");
  return new Refusal(isWholeToken(token) ? accessRefused.deadToken : accessRefused.wrongToken);
}

/**
 * Refuses whoever may not make a call at all, before anything of it is read; the handler's own `admit` knows what only the database does.
 * @throws 403 or 400, the first of the reasons that applies
 */
export async function admit(
  { route, admit: mayCall }: Pick<RouteHandler, "route" | "admit">,
  { scope, token }: Caller,
  db: Reader,
): Promise<void> {
  if (route.access === "open") return;
  if (!scope) throw refusalOf(token);
  if (scope.initPassword && !route.withInitialPassword) throw refuse(refused.passwordFirst);
  const isFirstStep = route.withInitialPassword ?? route.withoutSecondFactor;
  if (scope.lacksFactor && !isFirstStep) throw refuse(refused.secondFactorFirst);
  if (route.access === "staff" && !scope.isStaff) throw forbidden("staff_only");
  if ((await mayCall?.(db, scope)) === false) throw refuse(refused.noRight);
}
